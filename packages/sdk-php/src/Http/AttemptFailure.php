<?php

declare(strict_types=1);

namespace Nsimbi\Http;

/** How one attempt failed. */
final readonly class AttemptFailure
{
    private function __construct(
        /** The connection was not made, so no byte of the request left. */
        public bool $wasNotSent,
        /** The status of a response that is not a success; null when no whole response arrived. */
        public ?int $status = null,
        /** The `code` of the body; null when the response is not one of the service, for example of a proxy. */
        public ?string $code = null,
        /** Whether the body names a transaction (`data`). */
        public bool $hasTransaction = false,
        /** The status of that transaction, null when the body does not say. */
        public ?string $transactionStatus = null,
        /** Milliseconds that `Retry-After` asks for, null without the header. */
        public ?int $retryAfterMs = null,
    ) {
    }

    public static function notSent(): self
    {
        return new self(wasNotSent: true);
    }

    /** The request left, or may have left, and no whole response arrived. */
    public static function noResponse(): self
    {
        return new self(wasNotSent: false);
    }

    public static function response(
        int $status,
        ?string $code = null,
        bool $hasTransaction = false,
        ?string $transactionStatus = null,
        ?int $retryAfterMs = null,
    ): self {
        return new self(false, $status, $code, $hasTransaction, $transactionStatus, $retryAfterMs);
    }
}
