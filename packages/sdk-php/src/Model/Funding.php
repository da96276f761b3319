<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class Funding
{
    /**
     * @param int $transaction_id
     * @param string $reference
     * @param int $amount What was added.
     * @param int|null $new_balance
     * @param string $created_at When it was booked.
     */
    public function __construct(
        public int $transaction_id,
        public string $reference,
        public int $amount,
        public ?int $new_balance,
        public string $created_at,
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
            $body['transaction_id'] ?? null,
            $body['reference'] ?? null,
            $body['amount'] ?? null,
            $body['new_balance'] ?? null,
            $body['created_at'] ?? null,
        );
    }
}
