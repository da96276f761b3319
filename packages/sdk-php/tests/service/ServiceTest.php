<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Service;

use Nsimbi\Error\ConflictError;
use Nsimbi\Error\NsimbiError;
use Nsimbi\Error\ValidationError;
use Nsimbi\Model\BatchPaymentRequest;
use Nsimbi\Model\BatchRequest;
use Nsimbi\Model\BulkPayoutRowRequest;
use Nsimbi\Model\BulkPayoutRowsQuery;
use Nsimbi\Model\BulkPayoutRowStatus;
use Nsimbi\Model\BulkPayoutsQuery;
use Nsimbi\Model\CollectPaymentRequest;
use Nsimbi\Model\CreateBulkPayoutRequest;
use Nsimbi\Model\Disclosure;
use Nsimbi\Model\EventName;
use Nsimbi\Model\FeeOperation;
use Nsimbi\Model\FeeQuery;
use Nsimbi\Model\FundTestWalletRequest;
use Nsimbi\Model\ReceiptQuery;
use Nsimbi\Model\RefundRequest;
use Nsimbi\Model\SendMoneyRequest;
use Nsimbi\Model\StatementQuery;
use Nsimbi\Model\TransactionsQuery;
use Nsimbi\Nsimbi;
use Nsimbi\Receipt\ReceiptResult;
use Nsimbi\Receipt\ReceiptVerifier;
use Nsimbi\StatementFileFormat;
use Nsimbi\Tests\Vectors;
use PHPUnit\Framework\TestCase;

/**
 * Against a running service: NSIMBI_URL is its address and NSIMBI_API_KEY the test key of its first start. Another client must have a wallet
 * with the phone 256782000009.
 */
final class ServiceTest extends TestCase
{
    private const PHONE_WITH_WALLET = '256782000009';
    private const WRONG_KEY = 'nsk_test_AAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

    /** @dataProvider errors */
    public function testAnErrorIsThatOfTheVector(array $one): void
    {
        $client = self::client(($one['key'] ?? null) === 'wrong' ? self::WRONG_KEY : null);
        try {
            match ($one['operation']) {
                'readBalance' => $client->wallet->balance(),
                'readTransaction' => $client->wallet->transactions->get($one['id']),
                'sendMoney' => $client->wallet->sendMoney(new SendMoneyRequest(...$one['body'])),
                'refundCollection' => $client->refunds->create($one['id'], new RefundRequest(...$one['body'])),
            };
            self::fail('it succeeded');
        } catch (NsimbiError $error) {
            self::assertSame('Nsimbi\Error\\' . $one['class'], $error::class);
            self::assertSame(
                [$one['code'], $one['status'], $one['is_retryable']],
                [$error->errorCode, $error->status, $error->isRetryable],
            );
            self::assertNotNull($error->requestId);
            self::assertSame($one['fields'] ?? [], array_keys($error->fields));
            self::assertSame($one['transaction_status'] ?? null, $error->data?->status);
        }
    }

    public static function errors(): array
    {
        return Vectors::byName(Vectors::read('errors.json')['service']);
    }

    public function testEveryTransactionIsGivenOnceTheNewestFirst(): void
    {
        $pages = Vectors::read('pages.json')['service'];
        $client = self::client();
        $created = [];
        for ($time = 0; $time < $pages['times']; $time += 1) {
            array_unshift($created, $client->testMode->fund(new FundTestWalletRequest(...$pages['body']))->transaction_id);
        }
        $listed = array_column(iterator_to_array($client->wallet->transactions->iterate(new TransactionsQuery(...$pages['query']))), 'id');
        self::assertSame($created, array_slice($listed, 0, count($created)));
        self::assertSame($listed, array_values(array_unique($listed)));
        self::assertGreaterThan($pages['query']['limit'], count($listed));
    }

    public function testABalanceAbove2To31IsReadAsItIs(): void
    {
        $amounts = Vectors::read('amounts.json')['service'];
        $client = self::client();
        $newBalance = null;
        for ($time = 0; $time < $amounts['times']; $time += 1) {
            $newBalance = $client->testMode->fund(new FundTestWalletRequest(...$amounts['body']))->new_balance;
        }
        $balance = $client->wallet->balance()->balance;
        self::assertSame($newBalance, $balance);
        self::assertGreaterThanOrEqual($amounts['least_balance'], $balance);
        $fee = $client->wallet->quoteFee(new FeeQuery(FeeOperation::Collection, 50_000));
        self::assertSame([2_500, 50_000], [$fee->fee_amount, $fee->amount]);
    }

    public function testARepeatedPaymentIsOnePaymentAndItsKeyWithAnotherBodyIsAConflict(): void
    {
        $wallet = self::client()->wallet;
        $key = 'rent-' . bin2hex(random_bytes(8));
        $first = $wallet->sendMoney(new SendMoneyRequest('256772000001', 1_000), $key);
        self::assertEquals($first, $wallet->sendMoney(new SendMoneyRequest('256772000001', 1_000), $key));
        try {
            $wallet->sendMoney(new SendMoneyRequest('256772000001', 2_000), $key);
            self::fail('it was paid');
        } catch (ConflictError $error) {
            self::assertSame($key, $error->idempotencyKey);
        }
    }

    public function testTheStreamGivesACollectionThatACustomerDeclines(): void
    {
        $client = self::client();
        $collection = $client->collections->create(new CollectPaymentRequest('256770000009', 5_000));
        $prompt = self::until(fn () => $client->testMode->prompts->list('256770000009')[0] ?? null);
        self::assertSame('declined', $client->testMode->prompts->decline($prompt->id)->status);
        $status = $client->collections->wait($collection->transaction_id);
        self::assertSame('failed', $status->status);
        self::assertIsString($status->failure_reason);
        $event = $client->events->stream(0, [EventName::DepositFailed])->current();
        self::assertSame([$collection->transaction_id, 'failed'], [$event->data->id, $event->data->status]);
    }

    public function testAReceiptIsReadAsPdfAndVerifiedAsSoonAsItsTransactionIsProven(): void
    {
        $client = self::client();
        $id = $client->testMode->fund(new FundTestWalletRequest(4_000))->transaction_id;
        self::assertStringStartsWith('%PDF-', $client->receipts->pdf($id));
        $receipt = self::until(function () use ($client, $id) {
            $one = $client->receipts->get($id, new ReceiptQuery(business: Disclosure::Masked));

            return $one->round === null ? null : $one;
        });
        $trusted = array_column($client->proofs->keys()->keys, 'public_key');
        $verdict = ReceiptVerifier::verify($receipt, $trusted);
        self::assertSame([ReceiptResult::Valid, '4000'], [$verdict->result, $verdict->values['amount']]);
        $altered = json_decode(json_encode($receipt), true);
        $altered['transaction']['amount'] = '9000';
        self::assertSame(['transaction.amount'], ReceiptVerifier::verify($altered, $trusted)->altered);
        self::assertSame($receipt->round->number, $client->proofs->get($receipt->round->number)->number);
        self::assertNotEmpty(iterator_to_array($client->proofs->iterate()));
    }

    public function testABulkPayoutPaysOnceAndItsFailedRowsAreSentAgain(): void
    {
        $bulkPayouts = self::client()->bulkPayouts;
        $rows = [
            new BulkPayoutRowRequest('256770000001', 2_000, 'Wages', 'wage-' . bin2hex(random_bytes(8))),
            new BulkPayoutRowRequest('256770000002', 3_000),
            new BulkPayoutRowRequest('256770000002', 3_000),
        ];
        $key = 'wages-' . bin2hex(random_bytes(8));
        $draft = $bulkPayouts->create(new CreateBulkPayoutRequest('Wages', $rows), $key);
        self::assertSame($draft->id, $bulkPayouts->create(new CreateBulkPayoutRequest('Wages', $rows), $key)->id);
        self::assertSame(['draft', 3, 8_000], [$draft->status, $draft->row_count, $draft->amount]);
        self::assertSame([[3, 2]], array_map(fn ($one) => [$one->row, $one->same_as_row], $draft->duplicates));
        $bulkPayouts->confirm($draft->id, $draft->total_deducted);
        $bulkPayouts->confirm($draft->id, $draft->total_deducted);
        $ended = $bulkPayouts->wait($draft->id);
        self::assertSame(['finished', 1, 2], [$ended->status, $ended->progress->completed, $ended->progress->failed]);
        $failed = iterator_to_array($bulkPayouts->iterateRows($draft->id, new BulkPayoutRowsQuery(BulkPayoutRowStatus::Failed, 1)));
        self::assertSame([[2, 'recipient_not_found'], [3, 'recipient_not_found']], array_map(fn ($one) => [$one->row, $one->code], $failed));
        self::assertStringContainsString($rows[0]->client_reference, $bulkPayouts->result($draft->id));
        $retry = $bulkPayouts->retry($draft->id);
        self::assertEquals($retry, $bulkPayouts->retry($draft->id));
        self::assertSame([$draft->id, 2], [$retry->retry_of, $retry->row_count]);
        self::assertSame('cancelled', $bulkPayouts->cancel($retry->id)->status);
        $drafts = iterator_to_array($bulkPayouts->iterate(new BulkPayoutsQuery(status: 'cancelled')));
        self::assertContains($retry->id, array_column($drafts, 'id'));
    }

    public function testABulkPayoutIsMadeFromACsvAndTheMistakesOfItsRowsAreNamed(): void
    {
        $bulkPayouts = self::client()->bulkPayouts;
        $csv = "phone,amount,description\n256770000001,2000,Wages\n";
        $draft = $bulkPayouts->create(new CreateBulkPayoutRequest('Wages', csv: $csv));
        self::assertSame(1, $draft->row_count);
        self::assertSame('Wages', $bulkPayouts->listRows($draft->id)->data[0]->description);
        try {
            $bulkPayouts->create(new CreateBulkPayoutRequest('Wages', csv: "phone,amount\n123,2000\n"));
            self::fail('it was accepted');
        } catch (ValidationError $error) {
            self::assertSame(['csv'], array_keys($error->fields));
        }
    }

    public function testAPaymentIsFoundByTheNotesOfTheClientAndIsInTheStatement(): void
    {
        $client = self::client();
        $reference = 'order-' . bin2hex(random_bytes(8));
        $collection = $client->collections->create(new CollectPaymentRequest(
            '256770000001',
            50_000,
            client_reference: $reference,
            metadata: ['branch' => 'Kampala', '7' => 'seven'],
        ));
        self::assertSame([$reference, 'Kampala'], [$collection->client_reference, $collection->metadata['branch']]);
        $client->collections->wait($collection->transaction_id);
        $refund = $client->refunds->create($collection->transaction_id, new RefundRequest(20_000, client_reference: $reference));
        self::assertSame(20_000, $refund->amount);
        $query = new TransactionsQuery(client_reference: $reference, metadata: 'branch:Kampala');
        $found = $client->wallet->transactions->list($query)->data;
        self::assertSame([$collection->transaction_id], array_column($found, 'id'));
        self::assertEquals(['branch' => 'Kampala', '7' => 'seven'], $found[0]->metadata->others);
        self::assertSame('completed', $client->wallet->transactions->wait($refund->transaction_id)->status);
        $today = (new \DateTimeImmutable('now', new \DateTimeZone('Africa/Kampala')))->format('Y-m-d');
        $rows = iterator_to_array($client->wallet->statements->iterateRows(new StatementQuery($today, $today)));
        $noted = array_filter($rows, fn ($row) => $row->client_reference === $reference);
        self::assertSame([[47_500, 0], [0, 20_000]], array_map(fn ($row) => [$row->money_in, $row->money_out], array_values($noted)));
        $file = fn (StatementFileFormat $format): string => $client->wallet->statements->file($format, $today, $today);
        self::assertStringStartsWith('%PDF-', $file(StatementFileFormat::Pdf));
        self::assertStringStartsWith('PK', $file(StatementFileFormat::Xlsx));
        self::assertStringContainsString($reference, $file(StatementFileFormat::Csv));
        self::assertStringContainsString($reference, $file(StatementFileFormat::Camt053));
    }

    public function testABatchPaysAllOrNone(): void
    {
        $wallet = self::client()->wallet;
        $before = $wallet->balance()->balance;
        $toWallet = new BatchPaymentRequest(self::PHONE_WITH_WALLET, 2_000, client_reference: 'wage-1');
        try {
            $wallet->sendBatch(new BatchRequest([$toWallet, new BatchPaymentRequest('256770000001', 2_000)]));
            self::fail('it was paid');
        } catch (ValidationError $error) {
            self::assertSame(['payments[1].recipient_phone'], array_keys($error->fields));
        }
        self::assertSame($before, $wallet->balance()->balance);
        $batch = $wallet->sendBatch(new BatchRequest([$toWallet, $toWallet]));
        self::assertSame([2, 4_000], [$batch->payment_count, $batch->amount_sent]);
        self::assertSame(['wage-1', 'wage-1'], array_column($batch->payments, 'client_reference'));
        self::assertSame($before - $batch->total_deducted, $wallet->balance()->balance);
    }

    public function testTheServiceSaysThatItWorksAndWhoTheKeyIs(): void
    {
        $client = self::client();
        self::assertSame('ok', $client->health->alive()->status);
        self::assertTrue($client->health->ready()->ready);
        self::assertSame('test', $client->key->get()->mode);
        self::assertSame('UGX', $client->wallet->limits()->currency);
    }

    /**
     * @template T
     *
     * @param callable(): (T|null) $find
     *
     * @return T what it finds, within a minute
     */
    private static function until(callable $find): mixed
    {
        $endSeconds = time() + 60;
        while (time() < $endSeconds) {
            $found = $find();
            if ($found !== null) {
                return $found;
            }
            // What is waited for comes within seconds, and the reads have a rate limit.
            usleep(500_000);
        }
        self::fail('it was not found within a minute');
    }

    private static function client(?string $key = null): Nsimbi
    {
        return new Nsimbi($key ?? getenv('NSIMBI_API_KEY'), getenv('NSIMBI_URL'));
    }
}
