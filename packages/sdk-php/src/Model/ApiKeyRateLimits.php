<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** Requests per minute of each operation. */
final readonly class ApiKeyRateLimits
{
    /**
     * @param int $balance
     * @param int $send_money
     * @param int $withdrawal
     * @param int $history
     * @param int $transaction
     * @param int $collect
     * @param int $collection_status
     * @param int $webhooks
     * @param int $fees
     * @param int $lookup
     * @param int|null $statements
     */
    public function __construct(
        public int $balance,
        public int $send_money,
        public int $withdrawal,
        public int $history,
        public int $transaction,
        public int $collect,
        public int $collection_status,
        public int $webhooks,
        public int $fees,
        public int $lookup,
        public ?int $statements = null,
    ) {
    }

    /**
     * Reads it from a decoded JSON object; unknown fields are ignored.
     *
     * @param array<string, mixed> $body
     *
     * @throws \TypeError when a field is missing or has another type
     */
    public static function from(array $body): self
    {
        return new self(
            $body['balance'] ?? null,
            $body['send_money'] ?? null,
            $body['withdrawal'] ?? null,
            $body['history'] ?? null,
            $body['transaction'] ?? null,
            $body['collect'] ?? null,
            $body['collection_status'] ?? null,
            $body['webhooks'] ?? null,
            $body['fees'] ?? null,
            $body['lookup'] ?? null,
            $body['statements'] ?? null,
        );
    }
}
