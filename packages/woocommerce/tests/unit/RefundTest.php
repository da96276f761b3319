<?php

declare(strict_types=1);

namespace NsimbiPayments\Tests;

use NsimbiPayments\OrderIsLocked;
use NsimbiPayments\OrderStore;
use NsimbiPayments\RefundAttempt;
use NsimbiPayments\Refunds;
use NsimbiPayments\RefundState;
use NsimbiPayments\Sdk\Http\HttpFailure;
use NsimbiPayments\Sdk\Http\HttpResponse;

final class RefundTest extends ShopTestCase
{
    public function testAPartOfAnOrderIsRefundedAndConfirmedByItsEvent(): void
    {
        $order = $this->paid(42);
        $this->service->next(ScriptedService::refund(43, 42, 20_000));
        $refund = $this->refund($order, 20_000);

        self::assertInstanceOf(\WC_Order_Refund::class, $refund);
        self::assertSame('https://pay.example.ug/api/v1/wallet/collections/42/refund', $this->service->requests[1]->url);
        $attempt = $this->refundAttempt($order);
        self::assertEquals([
            'amount' => 20_000,
            'description' => "Refund of order {$order->get_id()}",
            'client_reference' => "{$order->get_id()}-refund-{$refund->get_id()}",
            'metadata' => ['order_id' => (string) $order->get_id(), 'refund' => $attempt->key],
        ], $this->service->body(1));
        self::assertStringEndsWith("-{$order->get_id()}-refund-{$refund->get_id()}", $this->service->keys()[1]);
        self::assertSame(RefundState::Processing, $attempt->state);
        self::assertStringContainsString('a refund of UGX 20,000 is on its way (transaction 43)', $this->notes($order));

        self::assertSame([200, 'refunded'], $this->deliver($this->refundEvent($order, 43, 'completed', 20_000)));
        self::assertSame(RefundState::Completed, $this->refundAttempt($order)->state);
        self::assertStringContainsString('the customer has received the refund of UGX 20,000', $this->notes($order));
        self::assertSame([], Shop::mails());
    }

    public function testTwoRefundsHaveTwoKeys(): void
    {
        $order = $this->paid(42);
        $this->service->next(ScriptedService::refund(43, 42, 20_000), ScriptedService::refund(44, 42, 20_000));
        $this->refund($order, 20_000);
        $this->refund($order, 20_000);
        self::assertCount(3, array_unique($this->service->keys()));
    }

    public function testARefusalIsShownAndWooCommerceKeepsNoRefund(): void
    {
        $order = $this->paid(42);
        $this->service->next(ScriptedService::fails(422, 'not_refundable', 'Airtel refunds whole payments only.'));
        $result = $this->refund($order, 20_000);
        self::assertInstanceOf(\WP_Error::class, $result);
        self::assertSame('Airtel refunds whole payments only.', $result->get_error_message());
        self::assertCount(1, Shop::read()['orders']);
        self::assertSame(RefundState::Failed, $this->refundAttempt($order)->state);

        $this->service->next(ScriptedService::refund(44, 42, 50_000));
        self::assertInstanceOf(\WC_Order_Refund::class, $this->refund($order, 50_000));
        self::assertCount(3, array_unique($this->service->keys()));
    }

    public function testARefundThatFailsLaterIsTakenBackAndTheMerchantIsTold(): void
    {
        $order = $this->paid(42);
        $this->service->next(ScriptedService::refund(43, 42, 50_000));
        $refund = $this->refund($order, 50_000);
        self::assertSame('refunded', $this->status($order));

        self::assertSame([200, 'refund_failed'], $this->deliver($this->refundEvent($order, 43, 'failed', 50_000)));
        self::assertFalse(wc_get_order($refund->get_id()));
        self::assertSame('processing', $this->status($order));
        self::assertStringContainsString('the refund of UGX 50,000 failed, and the customer has not received it', $this->notes($order));
        self::assertCount(1, Shop::mails());

        self::assertSame([200, 'nothing_new'], $this->deliver($this->refundEvent($order, 43, 'failed', 50_000)));
        self::assertCount(1, Shop::mails());
        $this->service->next(ScriptedService::refund(44, 42, 50_000));
        self::assertInstanceOf(\WC_Order_Refund::class, $this->refund($order, 50_000));
    }

    public function testALateFailureDoesNotTakeACompletedRefundBack(): void
    {
        $order = $this->paid(42);
        $this->service->next(ScriptedService::refund(43, 42, 50_000));
        $refund = $this->refund($order, 50_000);
        $this->deliver($this->refundEvent($order, 43, 'completed', 50_000));
        self::assertSame([200, 'nothing_new'], $this->deliver($this->refundEvent($order, 43, 'failed', 50_000)));
        self::assertInstanceOf(\WC_Order_Refund::class, wc_get_order($refund->get_id()));
        self::assertSame('refunded', $this->status($order));
    }

    public function testACompletionOfARefundThatFailedIsNotedForTheMerchant(): void
    {
        $order = $this->paid(42);
        $this->service->next(ScriptedService::refund(43, 42, 50_000));
        $this->refund($order, 50_000);
        $this->deliver($this->refundEvent($order, 43, 'failed', 50_000));
        $event = $this->refundEvent($order, 43, 'completed', 50_000);
        self::assertSame([200, 'refunded_after_failure'], $this->deliver($event));
        self::assertSame([200, 'handled_before'], $this->deliver($event));
        self::assertStringContainsString('the refund of UGX 50,000, which had failed, was paid after all (REF_1795269970_43)', $this->notes($order));
        self::assertCount(2, Shop::mails());
    }

    public function testAFailureThatArrivesWhileWooCommerceRecordsTheRefundWaitsForTheNextDelivery(): void
    {
        $order = $this->paid(42);
        $this->service->next(function () use ($order) {
            self::assertSame([503, 'refund_is_being_recorded'], $this->deliver($this->refundEvent($order, 43, 'failed', 50_000)));

            return ScriptedService::refund(43, 42, 50_000);
        });
        $this->refund($order, 50_000);
        self::assertSame([200, 'refund_failed'], $this->deliver($this->refundEvent($order, 43, 'failed', 50_000)));
        self::assertSame('processing', $this->status($order));
    }

    public function testAnUnknownOutcomeCountsAsAskedForAndIsRepeatedWithTheSameKeyAndBody(): void
    {
        $order = $this->paid(42);
        $this->service->next(HttpFailure::timeout('nothing arrived'));
        self::assertInstanceOf(\WC_Order_Refund::class, $this->refund($order, 20_000));
        self::assertSame(RefundState::Unanswered, $this->refundAttempt($order)->state);
        self::assertStringContainsString('Do not pay the customer in another way', $this->notes($order));
        [$action] = Shop::read()['actions'];
        self::assertSame([Refunds::REPEAT_HOOK, [$order->get_id(), $this->refundAttempt($order)->key]], [$action['hook'], $action['args']]);

        // Still no response: it is tried again later.
        do_action(Refunds::REPEAT_HOOK, ...$action['args']);
        self::assertCount(2, Shop::read()['actions']);

        $this->service->next(ScriptedService::refund(43, 42, 20_000));
        do_action(Refunds::REPEAT_HOOK, ...$action['args']);
        self::assertSame(RefundState::Processing, $this->refundAttempt($order)->state);
        $bodies = array_map(fn ($request) => $request->body, array_slice($this->service->requests, 1));
        self::assertCount(1, array_unique($bodies));
        self::assertCount(1, array_unique(array_slice($this->service->keys(), 1)));

        $count = count($this->service->requests);
        do_action(Refunds::REPEAT_HOOK, ...$action['args']);
        self::assertCount($count, $this->service->requests);
    }

    public function testASuccessThatCannotBeStoredCountsAsAskedForAndIsRepeatedWithTheSameKey(): void
    {
        $order = $this->paid(42);
        $this->service->next(function () {
            $this->loseDatabase('GET_LOCK');

            return ScriptedService::refund(43, 42, 20_000);
        });
        self::assertInstanceOf(\WC_Order_Refund::class, $this->refund($order, 20_000));
        self::assertSame(RefundState::Unanswered, $this->refundAttempt($order)->state);
        self::assertStringContainsString('could not be stored', implode("\n", Shop::log()));

        $GLOBALS['wpdb'] = new \wpdb();
        $this->service->next(ScriptedService::refund(43, 42, 20_000));
        $this->runLastAction();
        self::assertSame([RefundState::Processing, 43], [$this->refundAttempt($order)->state, $this->refundAttempt($order)->transactionId]);
        self::assertCount(1, array_unique(array_slice($this->service->keys(), 1)));
    }

    public function testARefusalThatCannotBeStoredIsRepeatedBeforeTheRefundIsTakenBack(): void
    {
        $order = $this->paid(42);
        $refusal = ScriptedService::fails(422, 'not_refundable', 'Airtel refunds whole payments only.');
        $this->service->next(function () use ($refusal) {
            $this->loseDatabase('GET_LOCK');

            return $refusal;
        });
        $refund = $this->refund($order, 20_000);
        self::assertInstanceOf(\WC_Order_Refund::class, $refund);
        self::assertSame(RefundState::Unanswered, $this->refundAttempt($order)->state);

        $GLOBALS['wpdb'] = new \wpdb();
        $this->service->next($refusal);
        $this->runLastAction();
        self::assertFalse(wc_get_order($refund->get_id()));
        self::assertSame(RefundState::Failed, $this->refundAttempt($order)->state);
        self::assertCount(1, Shop::mails());
    }

    public function testARefusalIsShownWhenAFailureFollowsAfterItWasStored(): void
    {
        $order = $this->paid(42);
        $this->service->next(function () {
            $this->loseDatabase('RELEASE_LOCK', new \Error('The database has gone away.'));

            return ScriptedService::fails(422, 'not_refundable', 'Airtel refunds whole payments only.');
        });
        $result = $this->refund($order, 20_000);
        self::assertInstanceOf(\WP_Error::class, $result);
        self::assertSame('Airtel refunds whole payments only.', $result->get_error_message());
        self::assertSame(RefundState::Failed, $this->refundAttempt($order)->state);
    }

    public function testAnOrderThatAnotherProcessHoldsIsNotRefunded(): void
    {
        $order = $this->paid(42);
        $this->loseDatabase('GET_LOCK');
        $result = $this->refund($order, 20_000);
        self::assertInstanceOf(\WP_Error::class, $result);
        self::assertStringContainsString('Try again', $result->get_error_message());
        self::assertCount(1, $this->service->requests);
        self::assertSame([], Shop::read()['actions']);
    }

    public function testARefusalOfTheSecondCallBeforeTheKeyIsLookedUpSaysNothingAboutTheFirst(): void
    {
        $order = $this->paid(42);
        $this->service->next(HttpFailure::timeout('nothing arrived'), ScriptedService::fails(403, 'forbidden', 'No.'));
        self::assertInstanceOf(\WC_Order_Refund::class, $this->refund($order, 20_000));
        self::assertSame(RefundState::Unanswered, $this->refundAttempt($order)->state);
    }

    public function testAKeyThatWasUsedSaysThatTheRefundMayBePaid(): void
    {
        $order = $this->paid(42);
        $this->service->next(HttpFailure::timeout('nothing arrived'));
        $this->refund($order, 20_000);
        $this->service->next(ScriptedService::fails(422, 'idempotency_key_reused', 'The key was used for another request.'));
        $this->runLastAction();
        self::assertSame(RefundState::Unanswered, $this->refundAttempt($order)->state);
        self::assertCount(2, Shop::read()['orders']);
    }

    public function testAnEventThatIsFasterThanTheResponseIsKept(): void
    {
        $order = $this->paid(42);
        $this->service->next(function () use ($order) {
            self::assertSame([200, 'refunded'], $this->deliver($this->refundEvent($order, 43, 'completed', 50_000)));

            return ScriptedService::refund(43, 42, 50_000);
        });
        $this->refund($order, 50_000);
        self::assertSame(RefundState::Completed, $this->refundAttempt($order)->state);
        self::assertStringNotContainsString('on its way', $this->notes($order));
    }

    public function testARepeatThatIsRefusedTakesTheRefundBack(): void
    {
        $order = $this->paid(42);
        $this->service->next(HttpFailure::timeout('nothing arrived'));
        $refund = $this->refund($order, 50_000);
        $this->service->next(ScriptedService::fails(422, 'insufficient_funds', 'The wallet does not have enough money.'));
        do_action(Refunds::REPEAT_HOOK, $order->get_id(), $this->refundAttempt($order)->key);
        self::assertFalse(wc_get_order($refund->get_id()));
        self::assertSame('processing', $this->status($order));
        self::assertStringContainsString('The wallet does not have enough money.', $this->notes($order));
    }

    /**
     * @dataProvider unusableSettings
     *
     * @param array<string, string> $settings
     */
    public function testARepeatThatTheSettingsDoNotAllowIsTriedAgainLater(array $settings): void
    {
        $order = $this->paid(42);
        $this->service->next(HttpFailure::timeout('nothing arrived'));
        $this->refund($order, 20_000);
        $count = count($this->service->requests);
        $this->settings($settings);
        $this->runLastAction();
        self::assertCount($count, $this->service->requests);
        self::assertCount(2, Shop::read()['actions']);

        $this->settings([]);
        $this->service->next(ScriptedService::refund(43, 42, 20_000));
        $this->runLastAction();
        self::assertSame(RefundState::Processing, $this->refundAttempt($order)->state);
    }

    public static function unusableSettings(): iterable
    {
        yield 'no API key' => [['api_key' => '']];
        yield 'the key of the other mode' => [['api_key' => 'nsk_live_abcdefghijkl.0123456789012345678901234567890123456789']];
    }

    /** @dataProvider answersToARepeat */
    public function testARepeatWhoseResponseCannotBeStoredIsTriedAgainLater(HttpResponse $answer): void
    {
        $order = $this->paid(42);
        $this->service->next(HttpFailure::timeout('nothing arrived'));
        $this->refund($order, 20_000);
        $this->service->next(function () use ($answer) {
            $this->loseDatabase('GET_LOCK');

            return $answer;
        });
        try {
            $this->runLastAction();
            self::fail('the response was stored');
        } catch (OrderIsLocked) {
            self::assertCount(2, Shop::read()['actions']);
        }
        $GLOBALS['wpdb'] = new \wpdb();
        $this->service->next($answer);
        $this->runLastAction();
        self::assertNotSame(RefundState::Unanswered, $this->refundAttempt($order)->state);
    }

    public static function answersToARepeat(): iterable
    {
        yield 'a success' => [ScriptedService::refund(43, 42, 20_000)];
        yield 'a refusal' => [ScriptedService::fails(422, 'insufficient_funds', 'The wallet does not have enough money.')];
    }

    public function testAProcessThatStopsDuringARepeatLeavesTheNextOneScheduled(): void
    {
        $order = $this->paid(42);
        $this->service->next(HttpFailure::timeout('nothing arrived'));
        $this->refund($order, 20_000);
        $this->service->next(function () {
            self::assertCount(2, Shop::read()['actions']);

            return ScriptedService::refund(43, 42, 20_000);
        });
        $this->runLastAction();
        self::assertSame(RefundState::Processing, $this->refundAttempt($order)->state);
        // What was scheduled finds nothing to do, and is the last one.
        $count = count($this->service->requests);
        $this->runLastAction();
        self::assertCount($count, $this->service->requests);
        self::assertCount(2, Shop::read()['actions']);
    }

    /**
     * @dataProvider settingsAfterADay
     *
     * @param array<string, string> $settings
     */
    public function testAfterAlmostADayAPersonDecidesBecauseTheServiceForgetsTheKey(array $settings): void
    {
        $order = $this->paid(42);
        $this->service->next(HttpFailure::timeout('nothing arrived'));
        $this->refund($order, 20_000);
        $this->makeOlder($order, 21 * 3600);
        $this->settings($settings);
        $count = count($this->service->requests);
        do_action(Refunds::REPEAT_HOOK, $order->get_id(), $this->refundAttempt($order)->key);
        self::assertCount($count, $this->service->requests);
        self::assertCount(1, Shop::mails());
        self::assertCount(1, Shop::read()['actions']);
    }

    public static function settingsAfterADay(): iterable
    {
        yield 'complete' => [[]];
        yield from self::unusableSettings();
    }

    public function testACorrectionOfAFailedRefundThatWasPaidAfterAllIsNotedForTheMerchant(): void
    {
        $order = $this->paid(42);
        $this->service->next(ScriptedService::refund(43, 42, 50_000));
        $this->refund($order, 50_000);
        $this->deliver($this->refundEvent($order, 43, 'failed', 50_000));
        $this->assertCorrectionIsNoted($order, 43);
        self::assertCount(2, Shop::mails());
    }

    public function testACorrectionOfACompletedRefundThatCameBackIsNotedForTheMerchant(): void
    {
        $order = $this->paid(42);
        $this->service->next(ScriptedService::refund(43, 42, 50_000));
        $this->refund($order, 50_000);
        $this->deliver($this->refundEvent($order, 43, 'completed', 50_000));
        $this->assertCorrectionIsNoted($order, 43);
        self::assertCount(1, Shop::mails());
    }

    /** @dataProvider transactionsOfFailedRefunds */
    public function testTheTransactionOfAFailedRefundIsKeptHoweverItBecameKnown(bool $byEvent): void
    {
        $order = $this->paid(42);
        $this->service->next(HttpFailure::timeout('nothing arrived'));
        $this->refund($order, 50_000);
        if ($byEvent) {
            $this->deliver($this->refundEvent($order, 43, 'failed', 50_000));
        } else {
            $data = ['transaction_id' => 43, 'reference' => 'REF_1795269970_43', 'status' => 'failed'];
            $this->service->next(ScriptedService::fails(422, 'operator_failed', 'The operator refused it.', ['data' => $data]));
            $this->runLastAction();
        }
        self::assertSame([RefundState::Failed, 43], [$this->refundAttempt($order)->state, $this->refundAttempt($order)->transactionId]);
        $this->assertCorrectionIsNoted($order, 43);
    }

    public static function transactionsOfFailedRefunds(): iterable
    {
        yield 'by its event' => [true];
        yield 'by the response to a repeat' => [false];
    }

    public function testARefundOfElsewhereIsNoted(): void
    {
        $order = $this->paid(42);
        $event = $this->event('completed', [
            'id' => 60,
            'reference' => 'REF_1795270000_60',
            'type' => 'refund',
            'amount' => 50_000,
            'metadata' => ['api_triggered' => false, 'refunds' => 42],
        ]);
        self::assertSame([200, 'refunded_elsewhere'], $this->deliver($event));
        self::assertStringContainsString('UGX 50,000 was paid back to the customer outside of this shop (REF_1795270000_60)', $this->notes($order));
    }

    public function testNothingIsRefundedThatWasNotPaid(): void
    {
        $order = $this->asked(42);
        $result = $this->refund($order, 20_000);
        self::assertInstanceOf(\WP_Error::class, $result);
        self::assertStringContainsString('no payment', $result->get_error_message());
        self::assertCount(1, $this->service->requests);
    }

    public function testAPaymentOfTestModeIsNotRefundedWithALiveKey(): void
    {
        $order = $this->paid(42);
        $this->settings(['api_key' => 'nsk_live_abcdefghijkl.0123456789012345678901234567890123456789']);
        self::assertInstanceOf(\WP_Error::class, $this->refund($order, 20_000));
        self::assertCount(1, $this->service->requests);
    }

    public function testARefundWithoutARecordInWooCommerceAndAnAmountWithAFractionAreRefused(): void
    {
        $order = $this->paid(42);
        self::assertInstanceOf(\WP_Error::class, $this->gateway->process_refund($order->get_id(), '20000'));
        self::assertInstanceOf(\WP_Error::class, $this->refund($order, 20_000.5));
        self::assertCount(1, $this->service->requests);
    }

    private function assertCorrectionIsNoted(\WC_Order $order, int $refundId): void
    {
        $event = $this->event('completed', [
            'id' => 50,
            'reference' => 'ADJ_1795270000_50',
            'type' => 'adjustment',
            'amount' => 50_000,
            'metadata' => ['api_triggered' => false, 'resolves' => $refundId],
        ]);
        $mails = count(Shop::mails());
        self::assertSame([200, 'corrected'], $this->deliver($event));
        self::assertSame([200, 'handled_before'], $this->deliver($event));
        self::assertStringContainsString("transaction $refundId of this order was corrected by UGX 50,000 (ADJ_1795270000_50)", $this->notes($order));
        self::assertCount($mails + 1, Shop::mails());
    }

    /** From now on a query with this word has no result, which is what WordPress gives when the connection was lost; or an exception. */
    private function loseDatabase(string $word, ?\Error $error = null): void
    {
        $GLOBALS['wpdb'] = new class ($word, $error) extends \wpdb {
            public function __construct(private string $word, private ?\Error $error)
            {
            }

            public function get_var(string $query): ?string
            {
                if (!str_contains($query, $this->word)) {
                    return parent::get_var($query);
                }

                return $this->error === null ? null : throw $this->error;
            }
        };
    }

    /** Does what WooCommerce's scheduled actions do for the last one. */
    private function runLastAction(): void
    {
        $actions = Shop::read()['actions'];
        $last = $actions[count($actions) - 1];
        do_action($last['hook'], ...$last['args']);
    }

    private function refund(\WC_Order $order, int|float $amount): \WC_Order_Refund|\WP_Error
    {
        return wc_create_refund(['order_id' => $order->get_id(), 'amount' => $amount, 'reason' => 'Sent back']);
    }

    private function refundAttempt(\WC_Order $order): RefundAttempt
    {
        $refunds = OrderStore::recordOf(wc_get_order($order->get_id()))->refunds;

        return $refunds[count($refunds) - 1];
    }

    /** @return array<string, mixed> */
    private function refundEvent(\WC_Order $order, int $id, string $status, int $amount): array
    {
        return $this->event($status, [
            'id' => $id,
            'reference' => "REF_1795269970_$id",
            'type' => 'refund',
            'amount' => $amount,
            'metadata' => [
                'api_triggered' => true,
                'refunds' => 42,
                'order_id' => (string) $order->get_id(),
                'refund' => $this->refundAttempt($order)->key,
            ],
        ]);
    }
}
