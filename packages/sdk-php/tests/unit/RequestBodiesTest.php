<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;

use Nsimbi\Error\ValidationError;
use Nsimbi\Model\BatchPaymentRequest;
use Nsimbi\Model\BatchRequest;
use Nsimbi\Model\BulkPayoutRowRequest;
use Nsimbi\Model\CreateBulkPayoutRequest;
use Nsimbi\Model\RefundRequest;
use Nsimbi\Model\SendMoneyRequest;
use Nsimbi\Tests\Clients;
use Nsimbi\Tests\ScriptedHttpClient;
use PHPUnit\Framework\TestCase;

final class RequestBodiesTest extends TestCase
{
    /** @dataProvider pairs */
    public function testPairsAreSentAsAJsonObject(array $metadata, string $expected): void
    {
        $http = new ScriptedHttpClient(ScriptedHttpClient::succeeds(Clients::payment()));
        Clients::of($http)->wallet->sendMoney(new SendMoneyRequest('256772000001', 25_000, metadata: $metadata));
        self::assertSame('{"amount":25000,"metadata":' . $expected . ',"recipient_phone":"256772000001"}', $http->sent[0]->body);
    }

    public static function pairs(): array
    {
        return [
            'one' => [['branch' => 'Kampala'], '{"branch":"Kampala"}'],
            'none' => [[], '{}'],
            'names that are numbers' => [['Kampala', 'Gulu'], '{"0":"Kampala","1":"Gulu"}'],
            'a null, which the service refuses' => [['branch' => null], '{"branch":null}'],
        ];
    }

    public function testThePairsOfAPaymentInABatchAreAJsonObject(): void
    {
        $batch = ['batch_id' => 42, 'payment_count' => 1, 'amount_sent' => 25_000, 'fee_amount' => 0, 'total_deducted' => 25_000];
        $batch += ['new_balance' => 975_000, 'created_at' => '2026-11-21T14:06:10.000Z', 'payments' => [Clients::payment()]];
        $http = new ScriptedHttpClient(ScriptedHttpClient::succeeds($batch));
        $payment = new BatchPaymentRequest('256772000001', 25_000, metadata: ['Kampala']);
        $sent = Clients::of($http)->wallet->sendBatch(new BatchRequest([$payment]));
        self::assertSame('{"payments":[{"amount":25000,"metadata":{"0":"Kampala"},"recipient_phone":"256772000001"}]}', $http->sent[0]->body);
        self::assertSame(Clients::payment()['reference'], $sent->payments[0]->reference);
    }

    public function testTheRowsOfABulkPayoutAreSentWithoutWhatIsNotGiven(): void
    {
        $http = new ScriptedHttpClient(ScriptedHttpClient::succeeds(Clients::bulkPayout('draft') + ['duplicates' => []]));
        $draft = Clients::of($http)->bulkPayouts->create(
            new CreateBulkPayoutRequest('Wages', [
                new BulkPayoutRowRequest('256772000001', 50_000.0),
                new BulkPayoutRowRequest('256772000002', 20_000, 'March', 'wage-2'),
            ]),
            idempotencyKey: 'wages-march',
        );
        self::assertSame([5, 106_000], [$draft->id, $draft->total_deducted]);
        self::assertSame('wages-march', $http->sent[0]->headers['idempotency-key']);
        self::assertSame([
            'name' => 'Wages',
            'rows' => [
                ['amount' => 50_000, 'recipient_phone' => '256772000001'],
                ['amount' => 20_000, 'recipient_phone' => '256772000002', 'description' => 'March', 'client_reference' => 'wage-2'],
            ],
        ], json_decode($http->sent[0]->body, true));
    }

    /** @dataProvider amountsThatAreNotWhole */
    public function testAnAmountThatIsNotWholeIsRefusedBeforeAnythingIsSent(callable $give): void
    {
        $http = new ScriptedHttpClient(ScriptedHttpClient::succeeds(Clients::payment()));
        try {
            $give(Clients::of($http));
            self::fail('it was accepted');
        } catch (ValidationError $error) {
            self::assertSame('invalid_request', $error->errorCode);
            self::assertSame([], $http->sent);
        }
    }

    public static function amountsThatAreNotWhole(): array
    {
        return [
            'of a row' => [fn () => new BulkPayoutRowRequest('256772000001', 50_000.5)],
            'of a part that is given back' => [fn () => new RefundRequest(5_000.5)],
            'of a total that is confirmed' => [fn ($client) => $client->bulkPayouts->confirm(5, 106_000.5)],
        ];
    }
}
