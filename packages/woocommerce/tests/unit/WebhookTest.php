<?php

declare(strict_types=1);

namespace NsimbiPayments\Tests;

use NsimbiPayments\AttemptState;
use NsimbiPayments\OrderStore;

final class WebhookTest extends ShopTestCase
{
    public function testACompletedCollectionPaysItsOrder(): void
    {
        $order = $this->asked(42);
        self::assertSame([200, 'paid'], $this->deliver($this->collectionEvent($order, 42)));
        $paid = wc_get_order($order->get_id());
        self::assertSame(['processing', 'API_COL_1795269970_42'], [$paid->get_status(), $paid->get_transaction_id()]);
        self::assertNotNull($paid->get_date_paid());
        self::assertSame(AttemptState::Paid, $this->attempt($order)->state);
    }

    public function testTheSameEventTwiceChangesNothing(): void
    {
        $order = $this->asked(42);
        $event = $this->collectionEvent($order, 42);
        $this->deliver($event);
        $before = Shop::read()['orders'];
        self::assertSame([200, 'handled_before'], $this->deliver($event));
        self::assertSame($before, Shop::read()['orders']);
    }

    public function testAnotherEventAboutThePaymentChangesNoStatus(): void
    {
        $order = $this->paid(42);
        self::assertSame([200, 'nothing_new'], $this->deliver($this->collectionEvent($order, 42)));
        self::assertSame(['processing'], $order->statuses());
        self::assertSame([], Shop::mails());
    }

    public function testALateFailureNeverMovesAPaidOrder(): void
    {
        $order = $this->paid(42);
        self::assertSame([200, 'nothing_new'], $this->deliver($this->collectionEvent($order, 42, 'failed')));
        self::assertSame('processing', $this->status($order));
        self::assertSame(AttemptState::Paid, $this->attempt($order)->state);
    }

    public function testAFailureOfTheOnlyOpenAttemptFailsTheOrder(): void
    {
        $order = $this->asked(42);
        self::assertSame([200, 'failed'], $this->deliver($this->collectionEvent($order, 42, 'failed')));
        self::assertSame('failed', $this->status($order));
        self::assertStringContainsString('Nobody answered the prompt', $this->notes($order));
    }

    public function testAFailureOfAnOlderAttemptLeavesTheOrderWaitingForTheNewerOne(): void
    {
        $order = $this->asked(42);
        $this->service->next(ScriptedService::collection(43));
        $this->pay($order, '0700 000 001');
        self::assertSame([200, 'attempt_failed'], $this->deliver($this->collectionEvent($order, 42, 'failed')));
        self::assertSame('pending', $this->status($order));
        self::assertSame([200, 'paid'], $this->deliver($this->collectionEvent($order, 43, number: 2)));
    }

    public function testACompletionAfterAFailureOfTheSameCollectionPays(): void
    {
        $order = $this->asked(42);
        $this->deliver($this->collectionEvent($order, 42, 'failed'));
        self::assertSame([200, 'paid'], $this->deliver($this->collectionEvent($order, 42)));
        self::assertSame('processing', $this->status($order));
    }

    public function testASecondPaymentOfOneOrderIsNotedForTheMerchant(): void
    {
        $order = $this->asked(42);
        $this->service->next(ScriptedService::collection(43));
        $this->pay($order, '0700 000 001');
        $this->deliver($this->collectionEvent($order, 43, number: 2));
        self::assertSame([200, 'overpaid'], $this->deliver($this->collectionEvent($order, 42)));
        $paid = wc_get_order($order->get_id());
        self::assertSame(['processing', 'API_COL_1795269970_43'], [$paid->get_status(), $paid->get_transaction_id()]);
        self::assertStringContainsString('OVERPAYMENT. The customer paid UGX 50,000 for this order by confirming an older request', $this->notes($order));
        self::assertStringContainsString('API_COL_1795269970_42', $this->notes($order));
        self::assertSame(['owner@shop.example.ug'], array_column(Shop::mails(), 'to'));
        self::assertSame(AttemptState::Unassigned, $this->attempt($order)->state);
        $this->deliver($this->collectionEvent($order, 42));
        self::assertCount(1, Shop::mails());
    }

    public function testAPaymentOfAnOrderThatWasPaidInAnotherWayIsAnOverpayment(): void
    {
        $order = $this->asked(42);
        wc_get_order($order->get_id())->payment_complete('cash-7');
        self::assertSame([200, 'overpaid'], $this->deliver($this->collectionEvent($order, 42)));
        self::assertSame('cash-7', wc_get_order($order->get_id())->get_transaction_id());
    }

    /** @dataProvider statusesThatPaymentsLeave */
    public function testAPaymentWithWhichWooCommerceDoesNothingIsNotedForTheMerchant(string $status): void
    {
        $order = $this->asked(42);
        // As cash on delivery does it: without a date of payment.
        wc_get_order($order->get_id())->update_status($status);
        $event = $this->collectionEvent($order, 42);
        self::assertSame([200, 'overpaid'], $this->deliver($event));
        self::assertSame([200, 'handled_before'], $this->deliver($event));
        $unchanged = wc_get_order($order->get_id());
        self::assertSame([$status, '', null], [$unchanged->get_status(), $unchanged->get_transaction_id(), $unchanged->get_date_paid()]);
        self::assertStringContainsString('OVERPAYMENT', $this->notes($order));
        self::assertStringNotContainsString('Nsimbi: the customer paid', $this->notes($order));
        self::assertCount(1, Shop::mails());
        self::assertSame(AttemptState::Unassigned, $this->attempt($order)->state);
    }

    public static function statusesThatPaymentsLeave(): iterable
    {
        yield 'cash on delivery' => ['processing'];
        yield 'a status of another plugin' => ['awaiting-shipment'];
    }

    public function testAPaymentOfACancelledOrderWaitsForTheMerchant(): void
    {
        $order = $this->asked(42);
        wc_get_order($order->get_id())->update_status('cancelled');
        self::assertSame([200, 'paid_after_cancellation'], $this->deliver($this->collectionEvent($order, 42)));
        $paid = wc_get_order($order->get_id());
        self::assertSame(['on-hold', 'API_COL_1795269970_42'], [$paid->get_status(), $paid->get_transaction_id()]);
        self::assertCount(1, Shop::mails());
    }

    /** @dataProvider otherAmounts */
    public function testAnotherAmountOrCurrencyNeverPays(array $changes): void
    {
        $order = $this->asked(42);
        self::assertSame([200, 'other_amount'], $this->deliver($this->collectionEvent($order, 42, changes: $changes)));
        self::assertSame('on-hold', $this->status($order));
        self::assertNull(wc_get_order($order->get_id())->get_date_paid());
        self::assertCount(1, Shop::mails());
        self::assertSame(AttemptState::Unassigned, $this->attempt($order)->state);
    }

    public static function otherAmounts(): iterable
    {
        yield 'less' => [['amount' => 49_999]];
        yield 'more' => [['amount' => 50_001]];
        yield 'another currency' => [['currency' => 'KES']];
    }

    public function testATotalThatWasChangedAfterTheRequestIsNotPaid(): void
    {
        $order = $this->asked(42);
        Shop::change(function (array $shop) use ($order): array {
            $shop['orders'][$order->get_id()]['total'] = '90000';

            return $shop;
        });
        self::assertSame([200, 'other_amount'], $this->deliver($this->collectionEvent($order, 42)));
        self::assertStringContainsString('which is not the total of this order (UGX 90000)', $this->notes($order));
    }

    public function testAnEventOfTheOtherModeNeverPays(): void
    {
        $order = $this->asked(42);
        self::assertSame([200, 'other_mode'], $this->deliver($this->collectionEvent($order, 42, changes: ['mode' => 'live'])));
        self::assertSame('pending', $this->status($order));

        $this->settings(['api_key' => 'nsk_live_abcdefghijkl.0123456789012345678901234567890123456789']);
        self::assertSame([200, 'other_mode'], $this->deliver($this->collectionEvent($order, 42, changes: ['mode' => 'live'])));
        self::assertSame('pending', $this->status($order));
        self::assertSame([], Shop::mails());
    }

    public function testAPaymentThatArrivesWhileTheSettingsHaveTheOtherModeIsNotedAndCanBeDeliveredAgain(): void
    {
        $order = $this->asked(42);
        $event = $this->collectionEvent($order, 42);
        $this->settings(['api_key' => 'nsk_live_abcdefghijkl.0123456789012345678901234567890123456789']);
        self::assertSame([200, 'other_mode'], $this->deliver($event));
        self::assertSame('pending', $this->status($order));
        self::assertStringContainsString('Set the key of test mode again', $this->notes($order));
        self::assertCount(1, Shop::mails());
        $this->settings([]);
        self::assertSame([200, 'paid'], $this->deliver($event));
    }

    public function testAnotherCollectionThatNamesTheAttemptNeverPays(): void
    {
        $order = $this->asked(42);
        self::assertSame([200, 'other_collection'], $this->deliver($this->collectionEvent($order, 77, 'failed')));
        self::assertSame([], Shop::mails());

        $event = $this->collectionEvent($order, 77);
        self::assertSame([200, 'other_collection'], $this->deliver($event));
        self::assertSame([200, 'handled_before'], $this->deliver($event));
        self::assertSame('pending', $this->status($order));
        self::assertSame(AttemptState::Waiting, $this->attempt($order)->state);
        self::assertStringContainsString('the customer paid UGX 50,000 (API_COL_1795269970_77)', $this->notes($order));
        self::assertCount(1, Shop::mails());
    }

    public function testAnEventThatNamesAnotherOrderChangesNeither(): void
    {
        $order = $this->asked(42);
        $other = $this->asked(43);
        $event = $this->collectionEvent($order, 42);
        $event['data']['metadata']['order_id'] = (string) $other->get_id();
        self::assertSame([200, 'not_of_this_shop'], $this->deliver($event));
        self::assertSame(['pending', 'pending'], [$this->status($order), $this->status($other)]);
    }

    /** @dataProvider foreignEvents */
    public function testAnEventThatIsNotOfTheShopIsAnsweredWith200(string $type, array $data, string $result): void
    {
        $event = $this->event('completed', $data + ['reference' => 'X_1_5', 'amount' => 1_000, 'metadata' => ['api_triggered' => true]]);
        self::assertSame([200, $result], $this->deliver(['type' => $type] + $event));
    }

    public static function foreignEvents(): iterable
    {
        yield 'a collection of another program' => ['transaction.completed', ['id' => 5, 'type' => 'collection'], 'not_of_this_shop'];
        yield 'a collection of an order that was deleted' => [
            'transaction.completed',
            ['id' => 5, 'type' => 'collection', 'metadata' => ['api_triggered' => true, 'order_id' => '999', 'attempt' => 'woocommerce-x-999-1']],
            'not_of_this_shop',
        ];
        yield 'a payment to somebody' => ['transaction.completed', ['id' => 5, 'type' => 'payment_sent'], 'not_used'];
        yield 'an event that the shop does not use' => ['wallet.credited', ['id' => 5, 'type' => 'collection'], 'not_used'];
        yield 'a test event' => [
            'transaction.completed',
            ['id' => 0, 'type' => 'collection', 'amount' => 0, 'metadata' => ['test' => true, 'api_triggered' => false]],
            'not_of_this_shop',
        ];
        yield 'an event without an amount' => ['transaction.completed', ['id' => 5, 'type' => 'collection', 'amount' => null], 'not_used'];
    }

    public function testAnAttemptWithoutAResponseIsPaidByTheCollectionThatNamesIt(): void
    {
        $order = shop_create_order();
        $this->service->next(\NsimbiPayments\Sdk\Http\HttpFailure::timeout('nothing arrived'));
        $this->pay($order);
        self::assertSame([200, 'paid'], $this->deliver($this->collectionEvent($order, 42)));
        self::assertSame(42, $this->attempt($order)->collectionId);
    }

    public function testBothSecretsAreAcceptedAndNoOther(): void
    {
        $this->settings(['webhook_secret_new' => self::NEW_SECRET]);
        self::assertSame([200, 'paid'], $this->deliver($this->collectionEvent($this->asked(42), 42), self::SECRET));
        self::assertSame([200, 'paid'], $this->deliver($this->collectionEvent($this->asked(43), 43), self::NEW_SECRET));
        $order = $this->asked(44);
        $other = 'whsec_' . base64_encode(str_repeat('x', 32));
        self::assertSame([400, 'wrong_signature'], $this->deliver($this->collectionEvent($order, 44), $other));
        self::assertSame('pending', $this->status($order));
    }

    public function testWhatIsNotSignedIsRefused(): void
    {
        $order = $this->asked(42);
        $body = json_encode($this->collectionEvent($order, 42));
        self::assertSame([400, 'no_signature'], $this->post($body, []));
        $headers = ['webhook-id' => 'evt_1', 'webhook-timestamp' => (string) time(), 'webhook-signature' => 'v1,AAAA'];
        self::assertSame([400, 'wrong_signature'], $this->post($body, $headers));
        // The signature without the time: a recording of it could be sent again for ever.
        $service = ['X-Service-Signature' => 'sha256=' . hash_hmac('sha256', $body, self::SECRET), 'X-Service-Timestamp' => (string) time()];
        self::assertSame([400, 'no_signature'], $this->post($body, $service));
        self::assertSame('pending', $this->status($order));
    }

    public function testAnOldRecordingIsRefused(): void
    {
        $order = $this->asked(42);
        self::assertSame([400, 'timestamp_too_old'], $this->deliver($this->collectionEvent($order, 42), time: time() - 301));
        self::assertSame([400, 'timestamp_too_new'], $this->deliver($this->collectionEvent($order, 42), time: time() + 301));
        self::assertSame('pending', $this->status($order));
    }

    public function testWithoutASecretTheEventIsDeliveredAgainLater(): void
    {
        $order = $this->asked(42);
        $this->settings(['webhook_secret' => '']);
        self::assertSame([503, 'not_configured'], $this->deliver($this->collectionEvent($order, 42)));
        self::assertSame('pending', $this->status($order));
    }

    public function testAnOrderThatAnotherProcessHoldsIsDeliveredAgainLater(): void
    {
        $order = $this->asked(42);
        Shop::$lockWaits = false;
        OrderStore::change($order->get_id(), function (\WC_Order $fresh, $record) use ($order): array {
            $others = $GLOBALS['wpdb'];
            $GLOBALS['wpdb'] = new \wpdb();
            self::assertSame([503, 'order_is_locked'], $this->deliver($this->collectionEvent($order, 42)));
            $GLOBALS['wpdb'] = $others;

            return [$record, null];
        });
        self::assertSame('pending', $this->status($order));
        self::assertSame([200, 'paid'], $this->deliver($this->collectionEvent($order, 42)));
    }

    public function testAPaymentThatWooCommerceCannotCompleteIsDeliveredAgain(): void
    {
        $order = $this->asked(42);
        $event = $this->collectionEvent($order, 42);
        update_option('payment_complete_fails', true);
        self::assertSame([500, 'failed'], $this->deliver($event));
        self::assertSame(AttemptState::Waiting, $this->attempt($order)->state);
        update_option('payment_complete_fails', false);
        self::assertSame([200, 'paid'], $this->deliver($event));
        self::assertSame('processing', $this->status($order));
    }

    public function testAProcessThatStoppedBeforeItStoredThePaymentIsContinuedByTheNextDelivery(): void
    {
        $order = $this->asked(42);
        wc_get_order($order->get_id())->payment_complete('API_COL_1795269970_42');
        self::assertSame([200, 'paid'], $this->deliver($this->collectionEvent($order, 42)));
        self::assertSame(AttemptState::Paid, $this->attempt($order)->state);
        self::assertSame(['processing'], $order->statuses());
        self::assertSame([], Shop::mails());
    }

    public function testADamagedRecordIsAnErrorAndNotAnOrderThatWasNeverAsked(): void
    {
        $order = $this->asked(42);
        $event = $this->collectionEvent($order, 42);
        Shop::change(function (array $shop) use ($order): array {
            $shop['orders'][$order->get_id()]['meta'][OrderStore::META] = ['{"attempts":'];

            return $shop;
        });
        self::assertSame([500, 'failed'], $this->deliver($event));
    }

    public function testACorrectionOfACollectionIsNotedForTheMerchant(): void
    {
        $order = $this->asked(42);
        $this->deliver($this->collectionEvent($order, 42, 'failed'));
        $event = $this->event('completed', [
            'id' => 50,
            'reference' => 'ADJ_1795270000_50',
            'type' => 'adjustment',
            'amount' => 47_500,
            'metadata' => ['api_triggered' => false, 'resolves' => 42],
        ]);
        self::assertSame([200, 'corrected'], $this->deliver($event));
        self::assertSame([200, 'handled_before'], $this->deliver($event));
        self::assertStringContainsString('transaction 42 of this order was corrected by UGX 47,500 (ADJ_1795270000_50)', $this->notes($order));
        self::assertSame('failed', $this->status($order));
        self::assertCount(1, Shop::mails());
    }
}
