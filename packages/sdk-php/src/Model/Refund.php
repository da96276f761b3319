<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class Refund
{
    /**
     * @param int $transaction_id
     * @param string $reference
     * @param int $collection_id The transaction_id of the collection.
     * @param int $amount The amount that goes back to the customer; it leaves the wallet.
     * @param string $status
     * @param int|null $new_balance
     * @param string|null $external_reference
     * @param string $created_at When it was accepted.
     * @param string|null $client_reference As the request gave it; absent where it gave none.
     * @param array<string, string>|null $metadata Up to 20 names of 1 to 40 characters, each with a text of at most 500.
     */
    public function __construct(
        public int $transaction_id,
        public string $reference,
        public int $collection_id,
        public int $amount,
        public string $status,
        public ?int $new_balance,
        public ?string $external_reference,
        public string $created_at,
        public ?string $client_reference = null,
        public ?array $metadata = null,
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
            $body['collection_id'] ?? null,
            $body['amount'] ?? null,
            $body['status'] ?? null,
            $body['new_balance'] ?? null,
            $body['external_reference'] ?? null,
            $body['created_at'] ?? null,
            $body['client_reference'] ?? null,
            $body['metadata'] ?? null,
        );
    }
}
