<?php

declare(strict_types=1);

namespace Nsimbi\Http;

use Nsimbi\Error\AuthenticationError;
use Nsimbi\Error\ConflictError;
use Nsimbi\Error\FailedCallData;
use Nsimbi\Error\NotFoundError;
use Nsimbi\Error\NsimbiError;
use Nsimbi\Error\PermissionError;
use Nsimbi\Error\RateLimitError;
use Nsimbi\Error\ServerError;
use Nsimbi\Error\TimeoutError;
use Nsimbi\Error\ValidationError;

/** What a response that is not a success means. */
final readonly class FailedResponse
{
    private function __construct(
        public NsimbiError $error,
        public AttemptFailure $failure,
    ) {
    }

    /**
     * Pure.
     *
     * @param int $nowMs milliseconds since 1970, for a `Retry-After` that is a date
     */
    public static function of(CallKind $call, HttpResponse $response, ?string $idempotencyKey, int $nowMs): self
    {
        $body = self::bodyIn($response->body);
        $data = $body['data'] ?? null;
        $retryAfterMs = Retry::parseRetryAfter($response->header('retry-after'), $nowMs);
        $failure = AttemptFailure::response(
            $response->status,
            $body['code'] ?? null,
            $data !== null,
            $data?->status,
            $retryAfterMs,
        );
        $code = $body['code'] ?? 'unexpected_response';
        $class = self::classOf($response->status, $code);
        $error = new $class(
            $body['message'] ?? "HTTP status {$response->status} with a body that is not one of the service.",
            $code,
            Retry::isRepeatable($call, $failure),
            $response->status,
            $body['fields'] ?? [],
            $data,
            $response->header('x-request-id') ?? $body['requestId'] ?? null,
            $retryAfterMs,
            $idempotencyKey,
        );

        return new self($error, $failure);
    }

    /** @return class-string<NsimbiError> */
    private static function classOf(int $status, string $code): string
    {
        if ($code === 'idempotency_key_reused') {
            return ConflictError::class;
        }

        return match ($status) {
            401 => AuthenticationError::class,
            403 => PermissionError::class,
            404 => NotFoundError::class,
            408 => TimeoutError::class,
            409 => ConflictError::class,
            429 => RateLimitError::class,
            default => $status >= 400 && $status < 500 ? ValidationError::class : ServerError::class,
        };
    }

    /**
     * The body of a failure, or null when it is something else, such as a page of a proxy.
     *
     * @return array{code: string, message: string, fields: array<string, list<string>>, data: FailedCallData|null, requestId: string|null}|null
     */
    private static function bodyIn(string $text): ?array
    {
        $body = json_decode($text);
        if (!$body instanceof \stdClass || !is_string($body->code ?? null) || !is_string($body->message ?? null)) {
            return null;
        }
        $fields = ($body->errors ?? null) instanceof \stdClass ? get_object_vars($body->errors) : [];
        $requestId = $body->request_id ?? null;

        return [
            'code' => $body->code,
            'message' => $body->message,
            'fields' => array_filter($fields, is_array(...)),
            'data' => self::dataIn($body->data ?? null),
            'requestId' => is_string($requestId) ? $requestId : null,
        ];
    }

    private static function dataIn(mixed $data): ?FailedCallData
    {
        if (!$data instanceof \stdClass) {
            return null;
        }
        ['transaction_id' => $id, 'reference' => $reference, 'status' => $status] = get_object_vars($data)
            + ['transaction_id' => null, 'reference' => null, 'status' => null];

        return new FailedCallData(
            is_int($id) ? $id : null,
            is_string($reference) ? $reference : null,
            is_string($status) ? $status : null,
        );
    }
}
