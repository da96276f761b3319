<?php

declare(strict_types=1);

namespace NsimbiPayments\Tests;

use NsimbiPayments\Sdk\Http\HttpClient;
use NsimbiPayments\Sdk\Http\HttpFailure;
use NsimbiPayments\Sdk\Http\HttpRequest;
use NsimbiPayments\Sdk\Http\HttpResponse;

/** A service that does one step for each request, the last one again and again, and keeps what it received. */
final class ScriptedService implements HttpClient
{
    /** @var list<HttpRequest> */
    public array $requests = [];
    /** @var list<HttpResponse|HttpFailure|\Closure(HttpRequest): (HttpResponse|HttpFailure)> */
    private array $steps = [];
    private int $done = 0;

    public function next(HttpResponse|HttpFailure|\Closure ...$steps): void
    {
        $this->steps = $steps;
        $this->done = 0;
    }

    public function send(HttpRequest $request): HttpResponse
    {
        $this->requests[] = $request;
        $step = $this->steps[min($this->done, count($this->steps) - 1)];
        $this->done += 1;
        $result = $step instanceof \Closure ? $step($request) : $step;

        return $result instanceof HttpFailure ? throw $result : $result;
    }

    public function open(HttpRequest $request, int $silenceMs): HttpResponse|iterable
    {
        throw new \LogicException('The plugin opens no streams.');
    }

    /** @return list<string> the Idempotency-Keys of the requests */
    public function keys(): array
    {
        return array_map(fn (HttpRequest $one) => $one->headers['idempotency-key'], $this->requests);
    }

    /** @return array<string, mixed> */
    public function body(int $index): array
    {
        return json_decode($this->requests[$index]->body, true, flags: \JSON_THROW_ON_ERROR);
    }

    public static function collection(int $id, int $amount = 50_000): HttpResponse
    {
        return self::succeeds([
            'transaction_id' => $id,
            'reference' => "API_COL_1795269970_$id",
            'customer_phone' => '256770000001',
            'customer_name' => null,
            'amount_requested' => $amount,
            'collection_fee' => intdiv($amount, 20),
            'net_amount_to_receive' => $amount - intdiv($amount, 20),
            'status' => 'processing',
            'external_reference' => null,
            'instructions' => 'The customer will receive a prompt.',
            'created_at' => '2026-11-21T14:06:10.000Z',
        ]);
    }

    public static function refund(int $id, int $collectionId, int $amount): HttpResponse
    {
        return self::succeeds([
            'transaction_id' => $id,
            'reference' => "REF_1795269970_$id",
            'collection_id' => $collectionId,
            'amount' => $amount,
            'status' => 'processing',
            'new_balance' => 1_000_000,
            'external_reference' => null,
            'created_at' => '2026-11-21T14:06:10.000Z',
        ]);
    }

    /** @param array<string, mixed> $more */
    public static function fails(int $status, string $code, string $message, array $more = []): HttpResponse
    {
        return self::responds($status, ['success' => false, 'message' => $message, 'code' => $code, 'request_id' => 'req-1'] + $more);
    }

    /** @param array<string, mixed> $data */
    private static function succeeds(array $data): HttpResponse
    {
        return self::responds(200, ['success' => true, 'message' => 'Done.', 'data' => $data]);
    }

    /** @param array<string, mixed> $body */
    private static function responds(int $status, array $body): HttpResponse
    {
        return new HttpResponse($status, ['content-type' => 'application/json'], json_encode($body, \JSON_THROW_ON_ERROR));
    }
}
