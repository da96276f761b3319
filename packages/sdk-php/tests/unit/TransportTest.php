<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;


use Nsimbi\CallOptions;
use Nsimbi\Error\ConflictError;
use Nsimbi\Error\ConnectionError;
use Nsimbi\Error\NsimbiError;
use Nsimbi\Error\TimeoutError;
use Nsimbi\Error\ValidationError;
use Nsimbi\Http\HttpFailure;
use Nsimbi\Http\HttpResponse;
use Nsimbi\Model\NewWebhook;
use Nsimbi\Model\SendMoneyRequest;
use Nsimbi\Model\TransactionsQuery;
use Nsimbi\Model\TransactionStatus;
use Nsimbi\Model\WithdrawToMobileRequest;
use Nsimbi\Nsimbi;
use Nsimbi\Tests\Clients;
use Nsimbi\Tests\FakeClock;
use Nsimbi\Tests\ScriptedHttpClient;
use PHPUnit\Framework\TestCase;

final class TransportTest extends TestCase
{
    public function testAPaymentIsRepeatedWithTheSameKeyAndBodyUntilTheServiceResponds(): void
    {
        $http = new ScriptedHttpClient(
            HttpFailure::lost('reset'),
            ScriptedHttpClient::fails(500, 'internal_error'),
            ScriptedHttpClient::fails(409, 'request_in_progress', ['retry-after' => '2']),
            ScriptedHttpClient::succeeds(Clients::payment()),
        );
        $clock = new FakeClock(0.5);
        $payment = Clients::of($http, $clock)->wallet->sendMoney(self::request());

        self::assertSame(42, $payment->transaction_id);
        self::assertCount(4, $http->sent);
        self::assertCount(1, array_unique(self::keys($http)));
        self::assertMatchesRegularExpression('/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/', self::keys($http)[0]);
        $bodies = array_unique(array_map(fn ($sent) => $sent->body, $http->sent));
        self::assertSame(['{"amount":25000,"recipient_phone":"256772000001"}'], $bodies);
        self::assertSame([250, 500, 3_000], $clock->pauses);
    }

    public function testAPaymentHasAnotherKeyInAnotherCallAndTheGivenOneWhereOneIsGiven(): void
    {
        $http = new ScriptedHttpClient(ScriptedHttpClient::succeeds(Clients::payment()));
        $wallet = Clients::of($http)->wallet;
        $wallet->sendMoney(self::request());
        $wallet->sendMoney(self::request());
        $wallet->sendMoney(self::request(), 'order-1');
        self::assertCount(3, array_unique(self::keys($http)));
        self::assertSame('order-1', self::keys($http)[2]);
    }

    public function testAPaymentWithoutAResponseAfterAllRetriesFailsWithTheKeyToContinueWith(): void
    {
        $http = new ScriptedHttpClient(HttpFailure::lost('reset'));
        $error = self::errorOf(fn () => Clients::of($http)->wallet->sendMoney(self::request()));
        self::assertInstanceOf(ConnectionError::class, $error);
        self::assertSame(['connection_failed', null, true], [$error->errorCode, $error->status, $error->isRetryable]);
        self::assertSame(self::keys($http)[0], $error->idempotencyKey);
        self::assertCount(4, $http->sent);
    }

    public function testAPaymentWithoutAResponseInTimeIsRepeatedWithTheSameKey(): void
    {
        $http = new ScriptedHttpClient(HttpFailure::timeout('late'), ScriptedHttpClient::fails(422, 'insufficient_funds'));
        $error = self::errorOf(fn () => Clients::of($http)->wallet->withdraw(new WithdrawToMobileRequest('256772000001', 500)));
        self::assertSame('insufficient_funds', $error->errorCode);
        self::assertSame(self::keys($http)[0], self::keys($http)[1]);
    }

    public function testAPaymentWhoseTransactionFailedIsNotRepeated(): void
    {
        $data = ['transaction_id' => 42, 'reference' => 'SM_1795269970_42', 'status' => 'failed'];
        $http = new ScriptedHttpClient(ScriptedHttpClient::fails(502, 'operator_refused', data: $data));
        $error = self::errorOf(fn () => Clients::of($http)->wallet->sendMoney(self::request()));
        self::assertSame([$data, false], [(array) $error->data, $error->isRetryable]);
        self::assertCount(1, $http->sent);
    }

    public function testAPaymentWhoseResponseLacksAFieldIsAskedForAgainWithTheSameKey(): void
    {
        $http = new ScriptedHttpClient(
            ScriptedHttpClient::succeeds(['transaction_id' => 42]),
            ScriptedHttpClient::succeeds(Clients::payment()),
        );
        self::assertSame(42, Clients::of($http)->wallet->sendMoney(self::request())->transaction_id);
        self::assertSame(self::keys($http)[0], self::keys($http)[1]);
    }

    /** @dataProvider wrongKeys */
    public function testAPaymentWithAKeyThatIsNoneIsNotSent(string $key): void
    {
        $http = new ScriptedHttpClient(ScriptedHttpClient::succeeds(Clients::payment()));
        $error = self::errorOf(fn () => Clients::of($http)->wallet->sendMoney(self::request(), $key));
        self::assertInstanceOf(ValidationError::class, $error);
        self::assertCount(0, $http->sent);
    }

    public static function wrongKeys(): array
    {
        return ['empty' => [''], 'a space' => ['order 1'], 'not ASCII' => ['é'], 'too long' => [str_repeat('a', 256)], 'a line end' => ["a\n"]];
    }

    public function testATextThatIsNotUtf8IsNotSent(): void
    {
        $http = new ScriptedHttpClient(ScriptedHttpClient::succeeds(Clients::payment()));
        $request = new SendMoneyRequest('256772000001', 25_000, "\xff");
        self::assertInstanceOf(ValidationError::class, self::errorOf(fn () => Clients::of($http)->wallet->sendMoney($request)));
        self::assertCount(0, $http->sent);
    }

    /** @dataProvider endsOfUnkeyed */
    public function testAChangeWithoutAKeyIsNotRepeatedWhenItMayHaveArrived(HttpFailure|HttpResponse $step): void
    {
        $http = new ScriptedHttpClient($step);
        $error = self::errorOf(fn () => Clients::of($http)->webhooks->create(self::webhook()));
        self::assertSame([false, null], [$error->isRetryable, $error->idempotencyKey]);
        self::assertCount(1, $http->sent);
        self::assertFalse($http->sent[0]->isRepeatable);
    }

    public static function endsOfUnkeyed(): array
    {
        return [
            'lost' => [HttpFailure::lost('reset')],
            'late' => [HttpFailure::timeout('late')],
            '500' => [ScriptedHttpClient::fails(500, 'internal_error')],
            'unknown' => [ScriptedHttpClient::fails(503, 'outcome_unknown', ['retry-after' => '0'])],
        ];
    }

    public function testAChangeWithoutAKeyIsRepeatedWhenNothingHappened(): void
    {
        $http = new ScriptedHttpClient(
            HttpFailure::notSent('refused'),
            ScriptedHttpClient::fails(429, 'rate_limited', ['retry-after' => '0']),
            ScriptedHttpClient::fails(503, 'database_unavailable', ['retry-after' => '0']),
            ScriptedHttpClient::succeeds(['id' => 1, 'deleted' => true]),
        );
        self::assertTrue(Clients::of($http)->webhooks->delete(1)->deleted);
        self::assertSame([null, null, null, null], self::keys($http));
    }

    public function testATestEventMayTakeAsLongAsAReceiverMayTake(): void
    {
        $http = new ScriptedHttpClient(ScriptedHttpClient::fails(404, 'not_found'));
        $webhooks = Clients::of($http)->webhooks;
        self::errorOf(fn () => $webhooks->test(1));
        self::errorOf(fn () => $webhooks->test(1, new CallOptions(timeoutMs: 7_000)));
        self::assertSame([40_000, 7_000], array_map(fn ($sent) => $sent->timeoutMs, $http->sent));
    }

    public function testACallIsRepeatedAsOftenAsItsOptionsAllow(): void
    {
        $http = new ScriptedHttpClient(HttpFailure::lost('reset'));
        $wallet = Clients::of($http)->wallet;
        self::errorOf(fn () => $wallet->balance(options: new CallOptions(maxRetries: 1)));
        self::assertCount(2, $http->sent);
        self::errorOf(fn () => $wallet->balance(options: new CallOptions(maxRetries: 0, requestId: 'mine')));
        self::assertCount(3, $http->sent);
        self::assertSame('mine', $http->sent[2]->headers['x-request-id']);
    }

    public function testAReadWithoutAResponseInTimeIsATimeoutError(): void
    {
        $http = new ScriptedHttpClient(HttpFailure::timeout('late'));
        $error = self::errorOf(fn () => Clients::of($http)->wallet->limits(new CallOptions(timeoutMs: 100, maxRetries: 0)));
        self::assertInstanceOf(TimeoutError::class, $error);
        self::assertSame(['timeout', 'GET /api/v1/wallet/limits had no response within 100 ms.'], [$error->errorCode, $error->getMessage()]);
    }

    public function testAQueryHasTimesInUtcAndLeavesOutWhatIsNotGiven(): void
    {
        $separator = ini_set('arg_separator.output', '&amp;');
        try {
            $http = new ScriptedHttpClient(ScriptedHttpClient::fails(404, 'not_found'));
            $wallet = Clients::of($http)->wallet;
            self::errorOf(fn () => $wallet->balance(new \DateTime('2026-11-01T03:00:00+03:00')));
            self::errorOf(fn () => $wallet->balance());
            self::errorOf(fn () => $wallet->transactions->list(new TransactionsQuery(limit: 3, status: TransactionStatus::Failed)));
            self::assertSame([
                'https://pay.example.ug/api/v1/wallet/balance?at=2026-11-01T00%3A00%3A00.000Z',
                'https://pay.example.ug/api/v1/wallet/balance',
                'https://pay.example.ug/api/v1/wallet/transactions?limit=3&status=failed',
            ], array_map(fn ($sent) => $sent->url, $http->sent));
        } finally {
            ini_set('arg_separator.output', $separator);
        }
    }

    /** @dataProvider wrongIds */
    public function testAnIdThatIsNoneIsNotSent(int|float $id): void
    {
        $http = new ScriptedHttpClient(ScriptedHttpClient::succeeds(Clients::transaction('completed')));
        self::assertInstanceOf(ValidationError::class, self::errorOf(fn () => Clients::of($http)->refunds->create($id)));
        self::assertCount(0, $http->sent);
    }

    public static function wrongIds(): array
    {
        return [[1.5], [-1], [\NAN], [2 ** 53]];
    }

    /** @dataProvider noSuccesses */
    public function testA200ThatIsNoSuccessIsNoSuccess(mixed $body): void
    {
        $http = new ScriptedHttpClient(ScriptedHttpClient::responds(200, $body));
        $error = self::errorOf(fn () => Clients::of($http)->wallet->balance(options: new CallOptions(maxRetries: 0)));
        self::assertSame(['unexpected_response', 200], [$error->errorCode, $error->status]);
    }

    public static function noSuccesses(): array
    {
        return [
            'false' => [['success' => false]],
            'nothing' => [new \stdClass()],
            'a list' => [[]],
            'null' => [null],
            'a text' => ['text'],
            'no data' => [['success' => true]],
            'an amount that is a text' => [['success' => true, 'data' => ['balance' => '7'] + Clients::balance()]],
        ];
    }

    public function testThePublicOperationsDoNotReceiveTheKey(): void
    {
        $http = new ScriptedHttpClient(ScriptedHttpClient::responds(503, ['ready' => false, 'details' => ['database' => 'away']]));
        $readiness = Clients::of($http)->health->ready();
        self::assertFalse($readiness->ready);
        self::assertSame(['database' => 'away'], $readiness->details);
        self::assertArrayNotHasKey('authorization', $http->sent[0]->headers);
    }

    public function testAKeyUsedForAnotherBodyIsAConflict(): void
    {
        $http = new ScriptedHttpClient(ScriptedHttpClient::fails(422, 'idempotency_key_reused'));
        $error = self::errorOf(fn () => Clients::of($http)->wallet->sendMoney(self::request(), 'order-1'));
        self::assertInstanceOf(ConflictError::class, $error);
        self::assertSame('order-1', $error->idempotencyKey);
    }

    public function testAPrintedClientDoesNotShowItsKey(): void
    {
        $client = Clients::of(new ScriptedHttpClient(HttpFailure::lost('reset')));
        ob_start();
        var_dump($client);
        $shown = ob_get_clean() . print_r($client, true) . json_encode($client);
        self::assertStringContainsString('pay.example.ug', $shown);
        self::assertStringNotContainsString('nsk_test_', $shown);
        $this->expectExceptionMessage('Serialization');
        serialize($client);
    }

    /** @dataProvider wrongSettings */
    public function testASettingThatCannotBeRightIsRefused(array $settings): void
    {
        $this->expectException(\InvalidArgumentException::class);
        new Nsimbi(...$settings + ['apiKey' => Clients::KEY, 'baseUrl' => 'https://pay.example.ug']);
    }

    public static function wrongSettings(): array
    {
        return [
            'an empty key' => [['apiKey' => '']],
            'another key' => [['apiKey' => 'sk_live_1']],
            'a key with a line end' => [['apiKey' => Clients::KEY . "\n"]],
            'no address' => [['baseUrl' => 'pay.example.ug']],
            'another scheme' => [['baseUrl' => 'ftp://pay.example.ug']],
            'a query' => [['baseUrl' => 'https://pay.example.ug/?a=1']],
            'an empty query' => [['baseUrl' => 'https://pay.example.ug/?']],
            'credentials' => [['baseUrl' => 'https://user:secret@pay.example.ug']],
            'no time' => [['timeoutMs' => 0]],
            'fewer than no retries' => [['maxRetries' => -1]],
        ];
    }

    public function testTheVersionIsThatOfThePackage(): void
    {
        $package = json_decode(file_get_contents(__DIR__ . '/../../composer.json'), true);
        $http = new ScriptedHttpClient(ScriptedHttpClient::succeeds(Clients::balance()));
        Clients::of($http)->wallet->balance();
        self::assertSame("nsimbi-sdk-php/{$package['version']}", $http->sent[0]->headers['user-agent']);
    }

    private static function request(): SendMoneyRequest
    {
        return new SendMoneyRequest('256772000001', 25_000);
    }

    private static function webhook(): NewWebhook
    {
        return new NewWebhook('https://shop.example.ug/hooks', ['deposit.completed']);
    }

    /** @return list<string|null> */
    private static function keys(ScriptedHttpClient $http): array
    {
        return array_map(fn ($sent) => $sent->headers['idempotency-key'] ?? null, $http->sent);
    }

    private static function errorOf(callable $call): NsimbiError
    {
        try {
            $call();
        } catch (NsimbiError $error) {
            return $error;
        }
        self::fail('it succeeded');
    }
}
