<?php

declare(strict_types=1);

namespace NsimbiPayments\Tests;

use NsimbiPayments\AttemptState;
use NsimbiPayments\Keys;
use NsimbiPayments\OrderStore;
use NsimbiPayments\Sdk\Http\HttpFailure;
use NsimbiPayments\Sdk\Http\HttpRequest;
use NsimbiPayments\WaitingPage;

final class CheckoutTest extends ShopTestCase
{
    public function testTheCustomerIsAskedAndTheOrderStaysPending(): void
    {
        $order = shop_create_order(['number' => 'A-7']);
        $this->service->next(ScriptedService::collection(42));

        $result = $this->pay($order, '0770 000 001');

        self::assertSame(['result' => 'success', 'redirect' => $order->get_checkout_order_received_url()], $result);
        self::assertSame('pending', $this->status($order));
        self::assertSame('https://pay.example.ug/api/v1/wallet/collect-payment', $this->service->requests[0]->url);
        $attempt = $this->attempt($order);
        self::assertEquals([
            'customer_phone' => '256770000001',
            'amount' => 50_000,
            'description' => 'Order A-7',
            'client_reference' => 'A-7',
            'metadata' => ['order_id' => (string) $order->get_id(), 'attempt' => $attempt->key],
        ], $this->service->body(0));
        self::assertSame([$attempt->key], $this->service->keys());
        self::assertSame([AttemptState::Waiting, 42], [$attempt->state, $attempt->collectionId]);
        self::assertStringContainsString('asked for UGX 50,000 on the phone that ends with 001 (transaction 42)', $this->notes($order));
    }

    public function testTheKeyIsStoredBeforeTheCall(): void
    {
        $order = shop_create_order();
        $this->service->next(function (HttpRequest $request) use ($order) {
            self::assertSame($request->headers['idempotency-key'], $this->attempt($order)->key);
            self::assertSame(AttemptState::Unanswered, $this->attempt($order)->state);

            return ScriptedService::collection(42);
        });
        $this->pay($order);
        self::assertCount(1, $this->service->requests);
    }

    public function testASecondSubmitAsksNobodyAgain(): void
    {
        $order = $this->asked(42);
        self::assertSame('success', $this->pay($order)['result']);
        self::assertCount(1, $this->service->requests);
    }

    public function testAProcessThatReadTheOrderBeforeAnotherOneAskedAsksNobodyAgain(): void
    {
        $order = $this->asked(42);
        $GLOBALS['shop_meta'][$order->get_id()] = [];
        self::assertSame('success', $this->pay($order)['result']);
        self::assertCount(1, $this->service->requests);
    }

    public function testASecondSubmitWhileTheFirstIsUnderWaySendsTheSameRequest(): void
    {
        $order = shop_create_order();
        $isInside = false;
        $this->service->next(function () use ($order, &$isInside) {
            if ($isInside) {
                return ScriptedService::fails(409, 'request_in_progress', 'The first request is still running.');
            }
            $isInside = true;
            self::assertSame('success', $this->pay($order)['result']);

            return ScriptedService::collection(42);
        });
        $this->pay($order);
        self::assertCount(2, $this->service->requests);
        self::assertSame($this->service->requests[0]->body, $this->service->requests[1]->body);
        self::assertCount(1, array_unique($this->service->keys()));
        self::assertSame(AttemptState::Waiting, $this->attempt($order)->state);
    }

    public function testALostResponseIsRepeatedWithTheSameKey(): void
    {
        $order = shop_create_order();
        $this->service->next(HttpFailure::timeout('nothing arrived'), ScriptedService::collection(42));
        self::assertSame('success', $this->pay($order)['result']);
        self::assertCount(1, array_unique($this->service->keys()));
        self::assertSame(AttemptState::Waiting, $this->attempt($order)->state);
    }

    public function testAnUnknownOutcomeLeavesTheOrderWaitingAndIsRepeatedWithTheSameKeyAndBody(): void
    {
        $order = shop_create_order();
        $this->service->next(HttpFailure::timeout('nothing arrived'));
        self::assertSame('success', $this->pay($order)['result']);
        self::assertSame('pending', $this->status($order));
        self::assertSame(AttemptState::Unanswered, $this->attempt($order)->state);
        self::assertSame('waiting', WaitingPage::stateOf(wc_get_order($order->get_id()))['state']);

        // The order was edited meanwhile: the repeat is of the first request all the same, and the new total is a request of its own.
        Shop::change(function (array $shop) use ($order): array {
            $shop['orders'][$order->get_id()]['total'] = '60000';

            return $shop;
        });
        $this->service->next(ScriptedService::collection(42), ScriptedService::collection(43, 60_000));
        $this->pay($order);
        self::assertSame($this->service->requests[0]->body, $this->service->requests[2]->body);
        self::assertSame($this->service->keys()[0], $this->service->keys()[2]);
        self::assertSame(60_000, $this->service->body(3)['amount']);
        self::assertNotSame($this->service->keys()[0], $this->service->keys()[3]);
    }

    public function testAfterAlmostADayTheCustomerIsAskedAnewBecauseTheServiceForgetsTheKey(): void
    {
        $order = shop_create_order();
        $this->service->next(HttpFailure::timeout('nothing arrived'));
        $this->pay($order);
        $this->makeOlder($order, 19 * 3600);
        $this->pay($order);
        self::assertCount(1, array_unique($this->service->keys()));

        $this->makeOlder($order, 2 * 3600);
        $count = count($this->service->requests);
        $this->service->next(ScriptedService::collection(43));
        self::assertSame('success', $this->pay($order)['result']);
        self::assertCount($count + 1, $this->service->requests);
        self::assertSame([43, 2], [$this->attempt($order, 2)->collectionId, count(array_unique($this->service->keys()))]);

        // If it was made after all, its event still finds it.
        self::assertSame([200, 'paid'], $this->deliver($this->collectionEvent($order, 42)));
        self::assertSame([200, 'overpaid'], $this->deliver($this->collectionEvent($order, 43, number: 2)));
    }

    public function testARepeatThatIsRefusedBeforeTheKeyIsLookedUpSaysNothingAboutTheFirstRequest(): void
    {
        foreach ([[401, 'unauthorized'], [403, 'forbidden'], [429, 'rate_limited'], [503, 'database_unavailable']] as [$status, $code]) {
            $order = shop_create_order();
            $this->service->next(HttpFailure::timeout('nothing arrived'), ScriptedService::fails($status, $code, 'No.'));
            self::assertSame('success', $this->pay($order)['result'], $code);
            self::assertSame(AttemptState::Unanswered, $this->attempt($order)->state, $code);
        }
    }

    /** @dataProvider unclearResponses */
    public function testAnUnclearResponseKeepsTheKey(int $status, string $code, array $more): void
    {
        $order = shop_create_order();
        $this->service->next(ScriptedService::fails($status, $code, 'Not known.', $more));
        self::assertSame('success', $this->pay($order)['result']);
        self::assertSame(AttemptState::Unanswered, $this->attempt($order)->state);
    }

    public static function unclearResponses(): iterable
    {
        yield 'outcome unknown' => [503, 'outcome_unknown', []];
        yield 'outcome unknown, with the transaction' => [503, 'outcome_unknown', ['data' => ['transaction_id' => 42, 'reference' => 'API_COL_1_42']]];
        yield 'the key was used for another request' => [422, 'idempotency_key_reused', []];
        yield 'an error of the service' => [500, 'internal_error', []];
        yield 'a page of a proxy' => [502, 'bad_gateway', []];
        yield 'the same request is under way' => [409, 'request_in_progress', []];
        yield 'a request that arrived too slowly' => [408, 'request_timeout', []];
    }

    public function testADefiniteRefusalIsShownAndTheNextAttemptHasANewKey(): void
    {
        $order = shop_create_order();
        $this->service->next(ScriptedService::fails(422, 'amount_too_small', 'The amount must be at least 1000.'));
        self::assertSame(['result' => 'failure'], $this->pay($order));
        self::assertSame(['The amount must be at least 1000.'], Shop::notices());
        self::assertSame('pending', $this->status($order));
        self::assertSame(AttemptState::Refused, $this->attempt($order)->state);

        $this->service->next(ScriptedService::collection(43));
        self::assertSame('success', $this->pay($order)['result']);
        self::assertCount(2, array_unique($this->service->keys()));
        self::assertSame((string) $order->get_id() . '-2', $this->service->body(1)['client_reference']);
    }

    public function testANumberThatTheServiceRefusesIsAskedForAgain(): void
    {
        $errors = ['errors' => ['customer_phone' => ['must be a Uganda mobile number']]];
        $this->service->next(ScriptedService::fails(422, 'invalid_request', 'customer_phone must be a Uganda mobile number.', $errors));
        self::assertSame('failure', $this->pay(shop_create_order())['result']);
        self::assertStringContainsString('Enter the mobile money number', Shop::notices()[0]);
    }

    public function testTheKeyDiffersForEachShopOrderAndAttempt(): void
    {
        $order = shop_create_order();
        $keys = [Keys::ofAttempt($order, 1), Keys::ofAttempt($order, 2), Keys::ofRefund($order, 1), Keys::ofAttempt(shop_create_order(), 1)];
        // A copy of the shop at another address, and a shop that was emptied and counts its orders from the beginning.
        Shop::open(Shop::folder(), 'https://copy.example.ug');
        $keys[] = Keys::ofAttempt($order, 1);
        Shop::open(Shop::folder(), 'https://shop.example.ug');
        Shop::change(function (array $shop) use ($order): array {
            $shop['orders'][$order->get_id()]['order_key'] = 'wc_order_of_the_next_shop';

            return $shop;
        });
        $keys[] = Keys::ofAttempt(wc_get_order($order->get_id()), 1);
        self::assertCount(6, array_unique($keys));
        self::assertSame($keys[0], Keys::ofAttempt($order, 1));
    }

    public function testAPaymentThatTheOperatorRefusedAtOnceIsARefusal(): void
    {
        $order = shop_create_order();
        $data = ['transaction_id' => 42, 'reference' => 'API_COL_1_42', 'status' => 'failed'];
        $this->service->next(ScriptedService::fails(422, 'customer_insufficient_funds', 'For a new attempt send a new Idempotency-Key.', ['data' => $data]));
        self::assertSame('failure', $this->pay($order)['result']);
        self::assertStringContainsString('not enough money', Shop::notices()[0]);
        self::assertStringNotContainsString('Idempotency', Shop::notices()[0]);
        self::assertSame([AttemptState::Refused, 42], [$this->attempt($order)->state, $this->attempt($order)->collectionId]);
    }

    public function testAProblemOfTheShopIsNotExplainedToTheCustomer(): void
    {
        $order = shop_create_order();
        $this->service->next(ScriptedService::fails(403, 'forbidden', 'This API key lacks the permission wallet:collect.'));
        self::assertSame('failure', $this->pay($order)['result']);
        self::assertStringNotContainsString('API key', Shop::notices()[0]);
        self::assertStringContainsString('lacks the permission wallet:collect', $this->notes($order));
    }

    public function testAWrongNumberNeverReachesTheService(): void
    {
        foreach (['', '12345', '+254 712 345678', 'abc', '077000000', '07700000012'] as $phone) {
            self::assertSame('failure', $this->pay(shop_create_order(), $phone)['result'], $phone);
        }
        self::assertSame([], $this->service->requests);
        self::assertCount(6, Shop::notices());
    }

    public function testAnotherNumberIsASecondRequestWithAKeyOfItsOwn(): void
    {
        $order = $this->asked(42);
        $this->service->next(ScriptedService::collection(43));
        $this->pay($order, '0700 000 001');
        self::assertSame(['256770000001', '256700000001'], [$this->service->body(0)['customer_phone'], $this->service->body(1)['customer_phone']]);
        self::assertCount(2, array_unique($this->service->keys()));
    }

    public function testPhonesAreAskedForOneOrderThreeTimesInAMinuteAtMost(): void
    {
        $order = shop_create_order();
        $this->askPhones($order, 3);
        self::assertSame('failure', $this->pay($order, '0770 000 900')['result']);
        self::assertStringContainsString('Wait a minute', Shop::notices()[0]);
        self::assertCount(3, $this->service->requests);

        // The request that waits is still the same one, and counts no further.
        self::assertSame('success', $this->pay($order, '0770 000 003')['result']);
        self::assertCount(3, $this->service->requests);

        $this->makeOlder($order, 61);
        self::assertSame('success', $this->pay($order, '0770 000 900')['result']);
        self::assertCount(4, $this->service->requests);
    }

    public function testPhonesAreAskedForOneOrderTwentyTimesAtMost(): void
    {
        $order = shop_create_order();
        for ($asked = 0; $asked < 20; $asked += 2) {
            $this->askPhones($order, 2);
            $this->makeOlder($order, 3600);
        }
        self::assertSame('failure', $this->pay($order, '0770 000 900')['result']);
        self::assertStringContainsString('contact the shop', Shop::notices()[0]);
        self::assertCount(20, $this->service->requests);
        self::assertSame('success', $this->pay(shop_create_order(), '0770 000 900')['result']);
    }

    public function testATotalThatIsNoWholeAmountInShillingsIsNotAskedFor(): void
    {
        foreach ([['total' => '50000.50'], ['currency' => 'KES'], ['total' => '0']] as $values) {
            self::assertSame('failure', $this->pay(shop_create_order($values))['result']);
        }
        self::assertSame([], $this->service->requests);
    }

    public function testAFailedOrderCanBePaidAgain(): void
    {
        $order = $this->asked(42);
        $this->deliver($this->collectionEvent($order, 42, 'failed'));
        self::assertSame('failed', $this->status($order));
        $this->service->next(ScriptedService::collection(43));
        $this->pay($order);
        self::assertSame('pending', $this->status($order));
        self::assertCount(2, array_unique($this->service->keys()));
    }

    public function testAPaidOrderAsksNobody(): void
    {
        $order = $this->paid(42);
        self::assertSame('success', $this->pay($order)['result']);
        self::assertCount(1, $this->service->requests);
    }

    public function testAWebhookThatIsFasterThanTheResponseIsKept(): void
    {
        $order = shop_create_order();
        $this->service->next(function () use ($order) {
            self::assertSame([200, 'paid'], $this->deliver($this->collectionEvent($order, 42)));

            return ScriptedService::collection(42);
        });
        $this->pay($order);
        self::assertSame('processing', $this->status($order));
        self::assertSame(AttemptState::Paid, $this->attempt($order)->state);
    }

    public function testAnUnansweredAttemptOfTestModeIsNotRepeatedWithALiveKey(): void
    {
        $order = shop_create_order();
        $this->service->next(HttpFailure::timeout('nothing arrived'));
        $this->pay($order);
        $this->settings(['api_key' => 'nsk_live_abcdefghijkl.0123456789012345678901234567890123456789']);
        $this->service->next(ScriptedService::collection(43));
        $this->pay($order);
        self::assertNotSame($this->service->keys()[0], $this->service->keys()[2]);
        self::assertSame('live', $this->attempt($order, 2)->mode);
    }

    public function testAnOrderThatAnotherProcessHoldsIsNotAskedFor(): void
    {
        $order = shop_create_order();
        Shop::$lockWaits = false;
        OrderStore::change($order->get_id(), function (\WC_Order $fresh, $record) use ($order): array {
            $others = $GLOBALS['wpdb'];
            $GLOBALS['wpdb'] = new \wpdb();
            self::assertSame('failure', $this->pay($order)['result']);
            $GLOBALS['wpdb'] = $others;

            return [$record, null];
        });
        self::assertSame([], $this->service->requests);
        self::assertStringContainsString('another window', Shop::notices()[0]);
    }

    public function testTheWaitingPageOffersOnlyWhatHelps(): void
    {
        // The same number would lead to the same page again.
        self::assertStringContainsString('Use another number, or wait until this request has ended.', $this->waitingPage($this->asked(42)));

        // Here it sends the request again, which may not have arrived.
        $order = shop_create_order();
        $this->service->next(HttpFailure::timeout('nothing arrived'));
        $this->pay($order);
        self::assertStringContainsString('Ask again, or use another number.', $this->waitingPage($order));
    }

    public function testNoLogAndNoNoteHasTheKeyASecretOrTheWholeNumber(): void
    {
        $order = shop_create_order();
        $this->service->next(ScriptedService::fails(422, 'operator_not_supported', 'This operator is not supported.'));
        $this->pay($order);
        $this->service->next(ScriptedService::collection(43));
        $this->pay($order);
        $this->deliver($this->collectionEvent($order, 43, number: 2), self::NEW_SECRET);
        $this->deliver($this->collectionEvent($order, 43, number: 2));
        $written = implode("\n", [...Shop::log(), ...$order->notes()]);
        self::assertStringContainsString('operator_not_supported', $written);
        foreach ([self::API_KEY, self::SECRET, self::NEW_SECRET, '256770000001', '0770'] as $secret) {
            self::assertStringNotContainsString($secret, $written);
        }
    }

    private function askPhones(\WC_Order $order, int $count): void
    {
        for ($number = 1; $number <= $count; $number += 1) {
            $this->service->next(ScriptedService::collection(1_000 + count($this->service->requests)));
            self::assertSame('success', $this->pay($order, "0770 00000$number")['result']);
        }
    }

    private function waitingPage(\WC_Order $order): string
    {
        ob_start();
        WaitingPage::show($order->get_id());

        return ob_get_clean();
    }
}
