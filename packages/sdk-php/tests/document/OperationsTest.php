<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Document;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\HttpResponse;
use Nsimbi\Model\CollectPaymentRequest;
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
use Nsimbi\Model\TransactionsQuery;
use Nsimbi\Model\TransactionStatus;
use Nsimbi\Model\TransactionType;
use Nsimbi\Model\WebhookChanges;
use Nsimbi\Model\WithdrawToMobileRequest;
use Nsimbi\Nsimbi;
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
        self::assertSame(isset($operation['requestBody']), $request->body !== null);
        self::assertSame($request->body === null ? null : 'application/json', $request->headers['content-type'] ?? null);
    }

    /** @dataProvider operationsWithExamples */
    public function testReadsTheExampleOfTheDocument(string $id, mixed $example): void
    {
        $result = self::calls()[$id](Clients::of(new ScriptedHttpClient(ScriptedHttpClient::responds(200, $example))));
        $expected = is_array($example) && array_key_exists('data', $example) ? $example['data'] : $example;
        unset($expected['success']);
        $found = json_decode(json_encode($result instanceof \Nsimbi\Page ? $result->data : $result), true);
        // What the example leaves out is null in the object.
        self::assertSame(self::sorted($expected), self::sorted($found));
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
            'sendMoney' => fn (Nsimbi $client) => $client->wallet->sendMoney(new SendMoneyRequest('256772000001', 25_000)),
            'withdrawToMobile' => fn (Nsimbi $client) => $client->wallet->withdraw(new WithdrawToMobileRequest('256772000001', 25_000)),
            'collectPayment' => fn (Nsimbi $client) => $client->collections->create(new CollectPaymentRequest('256772000001', 25_000)),
            'collectionStatus' => fn (Nsimbi $client) => $client->collections->get(7),
            'refundCollection' => fn (Nsimbi $client) => $client->refunds->create(7, new RefundRequest('Sent back')),
            'listTransactions' => fn (Nsimbi $client) => $client->wallet->transactions->list(new TransactionsQuery(
                limit: 3,
                cursor: 'a',
                type: TransactionType::Refund,
                status: TransactionStatus::Failed,
                reference: 'REF_1_7',
                phone: '256772000001',
                from: '2026-11-01',
                to: new \DateTimeImmutable(),
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
            'createWebhook' => fn (Nsimbi $client) => $client->webhooks->create(new NewWebhook('https://shop.example.ug/hooks', ['deposit.failed'])),
            'listWebhooks' => fn (Nsimbi $client) => $client->webhooks->list(),
            'readWebhook' => fn (Nsimbi $client) => $client->webhooks->get(7),
            'updateWebhook' => fn (Nsimbi $client) => $client->webhooks->update(7, new WebhookChanges(is_active: true)),
            'deleteWebhook' => fn (Nsimbi $client) => $client->webhooks->delete(7),
            'testWebhook' => fn (Nsimbi $client) => $client->webhooks->test(7),
            'listDeliveries' => fn (Nsimbi $client) => $client->webhooks->deliveries->list(7, new DeliveriesQuery(limit: 3, cursor: 'a')),
            'redeliverOne' => fn (Nsimbi $client) => $client->webhooks->deliveries->redeliver(7, 8),
            'redeliverRange' => fn (Nsimbi $client) => $client->webhooks->redeliver(7, new RedeliveryRequest('2026-11-01')),
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
