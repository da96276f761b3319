<?php

declare(strict_types=1);

namespace Nsimbi\Error;

/**
 * Every failure of a call. Use `errorCode` in programs and show the message to people. `getCode()` is the HTTP status, or 0.
 */
class NsimbiError extends \RuntimeException
{
    /**
     * @param string $errorCode the machine code of the service, or one of this package: `connection_failed`, `timeout`,
     *     `unexpected_response`, `not_final_in_time`
     * @param bool $isRetryable whether the same call, with the same idempotency key, can be made again without doing the same thing twice
     * @param int|null $status the HTTP status, null when no response arrived
     * @param array<string, list<string>> $fields per wrong field of the request, sentences that say what it must be
     * @param FailedCallData|null $data the transaction that exists although the call failed, null when the response names none
     * @param string|null $requestId quote it in questions to support
     * @param int|null $retryAfterMs milliseconds after which the service allows another attempt, null when it does not say
     * @param string|null $idempotencyKey the key of a call that moves money, also when this package chose it: send the same call with it
     *     to continue; null for other calls
     */
    final public function __construct(
        string $message,
        public readonly string $errorCode,
        public readonly bool $isRetryable,
        public readonly ?int $status = null,
        public readonly array $fields = [],
        public readonly ?FailedCallData $data = null,
        public readonly ?string $requestId = null,
        public readonly ?int $retryAfterMs = null,
        public readonly ?string $idempotencyKey = null,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, $status ?? 0, $previous);
    }
}
