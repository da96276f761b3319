<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Document;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\HttpResponse;
use Nsimbi\Model\BatchPaymentRequest;
use Nsimbi\Model\BatchRequest;
use Nsimbi\Model\BulkPayoutRowRequest;
use Nsimbi\Model\BulkPayoutRowsQuery;
use Nsimbi\Model\BulkPayoutRowStatus;
use Nsimbi\Model\BulkPayoutsQuery;
use Nsimbi\Model\BulkPayoutStatus;
use Nsimbi\Model\CollectPaymentRequest;
use Nsimbi\Model\CreateBulkPayoutRequest;
use Nsimbi\Model\DeliveriesQuery;
use Nsimbi\Model\Disclosure;
use Nsimbi\Model\EventName;
use Nsimbi\Model\EventsQuery;
use Nsimbi\Model\FeeOperation;
use Nsimbi\Model\FeeQuery;
use Nsimbi\Model\FundTestWalletRequest;
use Nsimbi\Model\NewWebhook;
use Nsimbi\Model\ReceiptQuery;
use Nsimbi\Model\RedeliveryRequest;
use Nsimbi\Model\RefundRequest;
use Nsimbi\Model\SecretRoll;
use Nsimbi\Model\SendMoneyRequest;
use Nsimbi\Model\StatementQuery;
use Nsimbi\Model\TransactionsQuery;
use Nsimbi\Model\TransactionStatus;
use Nsimbi\Model\TransactionType;
use Nsimbi\Model\WebhookChanges;
use Nsimbi\Model\WithdrawToMobileRequest;
use Nsimbi\Nsimbi;
use Nsimbi\Page;
use Nsimbi\StatementFileFormat;
use Nsimbi\StatementPage;
use Nsimbi\Tests\Clients;
use Nsimbi\Tests\ScriptedHttpClient;
use PHPUnit\Framework\TestCase;

/** Compares the methods with the OpenAPI document, which is in the file that NSIMBI_OPENAPI names. */
final class OperationsTest extends TestCase
{
    public function testEveryOperationOfTheDocumentHasAMethod(): void
    {
        $documented = array_keys(self::operations());
        $called = array_keys(self::calls());
        sort($documented);
        sort($called);
        self::assertSame($documented, $called);
    }

    /** @dataProvider operationIds */
    public function testSendsWhatTheDocumentSays(string $id): void
    {
        ['method' => $method, 'path' => $path, 'operation' => $operation] = self::operations()[$id];
        $http = new ScriptedHttpClient(new HttpResponse(400, [], 'stop'));
        try {
            self::calls()[$id](Clients::of($http));
            self::fail('it succeeded');
        } catch (NsimbiError $error) {
            self::assertSame(400, $error->status);
        }
        self::assertCount(1, $http->sent);
        $request = $http->sent[0];
        parse_str(parse_url($request->url, \PHP_URL_QUERY) ?? '', $query);
        $names = array_keys($query);
        sort($names);
        self::assertSame($method, $request->method);
        self::assertMatchesRegularExpression('#^' . preg_replace('/\{\w+\}/', '\d+', $path) . '$#', parse_url($request->url, \PHP_URL_PATH));
        self::assertSame(self::parametersIn($operation, 'query'), $names);
        $isKeyed = in_array('Idempotency-Key', self::parametersIn($operation, 'header'), true);
        self::assertSame($isKeyed, isset($request->headers['idempotency-key']));
        self::assertSame(($operation['security'] ?? null) !== [], isset($request->headers['authorization']));
        self::assertSame(self::bodyFieldsOf($operation), self::namesIn($request->body));
        self::assertSame($request->body === null ? null : 'application/json', $request->headers['content-type'] ?? null);
    }

    /** @dataProvider operationsWithExamples */
    public function testReadsTheExampleOfTheDocument(string $id, mixed $example): void
    {
        $result = self::calls()[$id](Clients::of(new ScriptedHttpClient(ScriptedHttpClient::responds(200, $example))));
        $expected = is_array($example) && array_key_exists('data', $example) ? $example['data'] : $example;
        unset($expected['success']);
        $read = match (true) {
            $result instanceof Page => $result->data,
            $result instanceof StatementPage => $result->statement,
            default => $result,
        };
        $found = json_decode(json_encode($read), true);
        // What the example leaves out is null in the object.
        self::assertSame(self::sorted($expected), self::sorted($found));
    }

    public function testTheFormsOfAStatementAreThoseOfTheDocument(): void
    {
        $responses = self::operations()['readStatement']['operation']['responses']['200']['content'];
        $query = self::operations()['readStatement']['operation']['parameters'];
        $formats = array_column($query, 'schema', 'name')['format']['enum'];
        self::assertSame($formats, ['json', ...array_column(StatementFileFormat::cases(), 'value')]);
        $types = array_map(fn (StatementFileFormat $one) => $one->contentType(), StatementFileFormat::cases());
        self::assertSame(array_keys($responses), ['application/json', ...$types]);
    }

    /** @dataProvider lists */
    public function testAListAndItsIteratorSendTheSameQuery(callable $list, callable $iterate): void
    {
        $urls = [];
        foreach ([$list, $iterate] as $read) {
            $http = new ScriptedHttpClient(new HttpResponse(400, [], 'stop'));
            try {
                $result = $read(Clients::of($http));
                $result->current();
                self::fail('it succeeded');
            } catch (NsimbiError) {
                parse_str(parse_url($http->sent[0]->url, \PHP_URL_QUERY), $query);
                ksort($query);
                $urls[] = [parse_url($http->sent[0]->url, \PHP_URL_PATH), $query];
            }
        }
        self::assertSame($urls[0], $urls[1]);
    }

    public static function lists(): array
    {
        $values = ['limit' => 3, 'cursor' => '9', 'type' => 'refund', 'status' => 'failed', 'reference' => 'REF_1_7'];
        $values += ['phone' => '256772000001', 'from' => '2026-11-01', 'to' => '2026-11-02', 'client_reference' => 'order-1'];
        $values += ['metadata' => 'branch:Kampala'];
        $all = new TransactionsQuery(...$values);
        $collections = new TransactionsQuery(...['type' => 'collection'] + $values);
        $bulks = new BulkPayoutsQuery('draft', 3, '9');
        $rows = new BulkPayoutRowsQuery('failed', 3, '9');
        $statement = new StatementQuery('2026-11-01', '2026-11-30', 3, '3.9');
        $deliveries = new DeliveriesQuery(3, '9');
        $events = new EventsQuery(7, 3);

        return [
            'transactions' => [
                fn (Nsimbi $client) => $client->wallet->transactions->list($all),
                fn (Nsimbi $client) => $client->wallet->transactions->iterate($all),
            ],
            'collections' => [
                fn (Nsimbi $client) => $client->wallet->transactions->list($collections),
                fn (Nsimbi $client) => $client->collections->iterate($all),
            ],
            'refunds' => [
                fn (Nsimbi $client) => $client->wallet->transactions->list($all),
                fn (Nsimbi $client) => $client->refunds->iterate($collections),
            ],
            'bulk payouts' => [
                fn (Nsimbi $client) => $client->bulkPayouts->list($bulks),
                fn (Nsimbi $client) => $client->bulkPayouts->iterate($bulks),
            ],
            'rows of a bulk payout' => [
                fn (Nsimbi $client) => $client->bulkPayouts->listRows(7, $rows),
                fn (Nsimbi $client) => $client->bulkPayouts->iterateRows(7, $rows),
            ],
            'rows of a statement' => [
                fn (Nsimbi $client) => $client->wallet->statements->get($statement),
                fn (Nsimbi $client) => $client->wallet->statements->iterateRows($statement),
            ],
            'deliveries' => [
                fn (Nsimbi $client) => $client->webhooks->deliveries->list(7, $deliveries),
                fn (Nsimbi $client) => $client->webhooks->deliveries->iterate(7, $deliveries),
            ],
            'events' => [
                fn (Nsimbi $client) => $client->events->list($events),
                fn (Nsimbi $client) => $client->events->iterate($events),
            ],
        ];
    }

    public static function operationIds(): array
    {
        $ids = array_keys(self::operations());

        return array_combine($ids, array_map(fn (string $id) => [$id], $ids));
    }

    public static function operationsWithExamples(): iterable
    {
        foreach (self::operations() as $id => ['operation' => $operation]) {
            $content = $operation['responses']['200']['content']['application/json'] ?? [];
            // The call of readReceipt asks for the PDF.
            if (isset($content['example']) && $id !== 'readReceipt') {
                yield $id => [$id, $content['example']];
            }
        }
    }

    /** @return array<string, callable(Nsimbi): mixed> one call for each operation, with every parameter of its path and query */
    private static function calls(): array
    {
        return [
            'healthz' => fn (Nsimbi $client) => $client->health->alive(),
            'readyz' => fn (Nsimbi $client) => $client->health->ready(),
            'listProofRounds' => fn (Nsimbi $client) => $client->proofs->list(7),
            'latestProofRound' => fn (Nsimbi $client) => $client->proofs->latest(),
            'listProofKeys' => fn (Nsimbi $client) => $client->proofs->keys(),
            'getProofRound' => fn (Nsimbi $client) => $client->proofs->get(7),
            'readBalance' => fn (Nsimbi $client) => $client->wallet->balance('2026-11-01'),
            'readKey' => fn (Nsimbi $client) => $client->key->get(),
            'sendMoney' => fn (Nsimbi $client) => $client->wallet->sendMoney(new SendMoneyRequest(
                '256772000001',
                25_000,
                'Rent',
                sender_pays_fee: false,
                client_reference: 'order-1',
                metadata: ['branch' => 'Kampala'],
            )),
            'sendBatch' => fn (Nsimbi $client) => $client->wallet->sendBatch(new BatchRequest([new BatchPaymentRequest(
                '256772000001',
                25_000,
                sender_pays_fee: false,
                metadata: ['branch' => 'Kampala'],
            )])),
            'withdrawToMobile' => fn (Nsimbi $client) => $client->wallet->withdraw(new WithdrawToMobileRequest(
                '256772000001',
                25_000,
                'Rent',
                client_reference: 'order-1',
                metadata: ['branch' => 'Kampala'],
            )),
            'collectPayment' => fn (Nsimbi $client) => $client->collections->create(new CollectPaymentRequest(
                '256772000001',
                25_000,
                description: 'Rent',
                customer_name: 'Akello',
                client_reference: 'order-1',
                metadata: ['branch' => 'Kampala'],
            )),
            'collectionStatus' => fn (Nsimbi $client) => $client->collections->get(7),
            'refundCollection' => fn (Nsimbi $client) => $client->refunds->create(7, new RefundRequest(
                5_000,
                'Sent back',
                client_reference: 'order-1',
                metadata: ['branch' => 'Kampala'],
            )),
            'createBulkPayout' => fn (Nsimbi $client) => $client->bulkPayouts->create(new CreateBulkPayoutRequest(
                'Wages',
                rows: [new BulkPayoutRowRequest('256772000001', 25_000)],
                csv: "phone,amount\n",
                ask_approval: true,
            )),
            'listBulkPayouts' => fn (Nsimbi $client) => $client->bulkPayouts->list(new BulkPayoutsQuery(BulkPayoutStatus::Draft, 3, '9')),
            'readBulkPayout' => fn (Nsimbi $client) => $client->bulkPayouts->get(7),
            'confirmBulkPayout' => fn (Nsimbi $client) => $client->bulkPayouts->confirm(7, 26_500),
            'cancelBulkPayout' => fn (Nsimbi $client) => $client->bulkPayouts->cancel(7),
            'retryBulkPayout' => fn (Nsimbi $client) => $client->bulkPayouts->retry(7),
            'listBulkPayoutRows' => fn (Nsimbi $client) => $client->bulkPayouts->listRows(
                7,
                new BulkPayoutRowsQuery(BulkPayoutRowStatus::Failed, 3, '9'),
            ),
            'readBulkPayoutResult' => fn (Nsimbi $client) => $client->bulkPayouts->result(7),
            'readStatement' => fn (Nsimbi $client) => $client->wallet->statements->get(
                new StatementQuery('2026-11-01', '2026-11-30', 3, '3.9'),
            ),
            'listTransactions' => fn (Nsimbi $client) => $client->wallet->transactions->list(new TransactionsQuery(
                limit: 3,
                cursor: 'a',
                type: TransactionType::Refund,
                status: TransactionStatus::Failed,
                reference: 'REF_1_7',
                phone: '256772000001',
                from: '2026-11-01',
                to: new \DateTimeImmutable(),
                client_reference: 'order-1',
                metadata: 'branch:Kampala',
            )),
            'readTransaction' => fn (Nsimbi $client) => $client->wallet->transactions->get(7),
            'readReceipt' => fn (Nsimbi $client) => $client->receipts->pdf(7, new ReceiptQuery(
                business: Disclosure::Masked,
                counterparty: 'hidden',
                show_description: false,
            )),
            'quoteFee' => fn (Nsimbi $client) => $client->wallet->quoteFee(new FeeQuery(
                FeeOperation::SendMoney,
                25_000,
                recipient_phone: '256772000001',
                sender_pays_fee: false,
            )),
            'readLimits' => fn (Nsimbi $client) => $client->wallet->limits(),
            'lookupPhone' => fn (Nsimbi $client) => $client->wallet->lookup('256772000001'),
            'readEvents' => fn (Nsimbi $client) => $client->events->list(new EventsQuery(after: 7, limit: 3)),
            'streamEvents' => fn (Nsimbi $client) => $client->events->stream(7, [EventName::DepositFailed])->current(),
            'createWebhook' => fn (Nsimbi $client) => $client->webhooks->create(new NewWebhook(
                'https://shop.example.ug/hooks',
                ['deposit.failed'],
                api_key_id: 3,
                description: 'Orders',
                honor_hints: true,
            )),
            'listWebhooks' => fn (Nsimbi $client) => $client->webhooks->list(),
            'readWebhook' => fn (Nsimbi $client) => $client->webhooks->get(7),
            'updateWebhook' => fn (Nsimbi $client) => $client->webhooks->update(7, new WebhookChanges(
                url: 'https://shop.example.ug/hooks',
                events: [EventName::DepositFailed],
                api_key_id: 0,
                description: '',
                honor_hints: false,
                is_active: true,
            )),
            'deleteWebhook' => fn (Nsimbi $client) => $client->webhooks->delete(7),
            'testWebhook' => fn (Nsimbi $client) => $client->webhooks->test(7),
            'listDeliveries' => fn (Nsimbi $client) => $client->webhooks->deliveries->list(7, new DeliveriesQuery(limit: 3, cursor: 'a')),
            'redeliverOne' => fn (Nsimbi $client) => $client->webhooks->deliveries->redeliver(7, 8),
            'redeliverRange' => fn (Nsimbi $client) => $client->webhooks->redeliver(7, new RedeliveryRequest('2026-11-01', '2026-11-02')),
            'rollSecret' => fn (Nsimbi $client) => $client->webhooks->rollSecret(7, new SecretRoll(0)),
            'listPrompts' => fn (Nsimbi $client) => $client->testMode->prompts->list('256772000001'),
            'approvePrompt' => fn (Nsimbi $client) => $client->testMode->prompts->approve(7),
            'declinePrompt' => fn (Nsimbi $client) => $client->testMode->prompts->decline(7),
            'fundTestWallet' => fn (Nsimbi $client) => $client->testMode->fund(new FundTestWalletRequest(25_000)),
        ];
    }

    /** @return array<string, array{method: string, path: string, operation: array<string, mixed>}> */
    private static function operations(): array
    {
        $operations = [];
        foreach (self::document()['paths'] as $path => $methods) {
            foreach ($methods as $method => $operation) {
                $operations[$operation['operationId']] = ['method' => strtoupper($method), 'path' => $path, 'operation' => $operation];
            }
        }

        return $operations;
    }

    /** @return list<string> the names of an operation's parameters in one place, in alphabetical order */
    private static function parametersIn(array $operation, string $place): array
    {
        $names = [];
        foreach ($operation['parameters'] ?? [] as $parameter) {
            if (isset($parameter['$ref'])) {
                $parameter = self::document()['components']['parameters'][basename($parameter['$ref'])];
            }
            if ($parameter['in'] === $place) {
                $names[] = $parameter['name'];
            }
        }
        sort($names);

        return $names;
    }

    /** @return list<string>|null the names of the fields of an operation's body, in alphabetical order */
    private static function bodyFieldsOf(array $operation): ?array
    {
        $ref = $operation['requestBody']['content']['application/json']['schema']['$ref'] ?? null;

        return $ref === null ? null : self::namesIn(json_encode(self::document()['components']['schemas'][basename($ref)]['properties']));
    }

    /** @return list<string>|null the names of the fields of a JSON object, in alphabetical order */
    private static function namesIn(?string $text): ?array
    {
        if ($text === null) {
            return null;
        }
        $names = array_keys(json_decode($text, true));
        sort($names);

        return $names;
    }

    /** The value with its fields in alphabetical order, and without those that are null. */
    private static function sorted(mixed $value): mixed
    {
        if (!is_array($value)) {
            return $value;
        }
        if (!array_is_list($value)) {
            ksort($value);
            $value = array_filter($value, fn (mixed $one) => $one !== null);
        }

        return array_map(self::sorted(...), $value);
    }

    private static function document(): array
    {
        static $document = null;
        $file = getenv('NSIMBI_OPENAPI');
        if ($file === false) {
            throw new \RuntimeException('NSIMBI_OPENAPI must name a file with the OpenAPI document of the service.');
        }

        return $document ??= json_decode(file_get_contents($file), true, flags: \JSON_THROW_ON_ERROR);
    }
}
