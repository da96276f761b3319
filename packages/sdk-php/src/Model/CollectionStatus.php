<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class CollectionStatus
{
    /**
     * @param int $transaction_id
     * @param string $reference
     * @param string $status processing, completed, failed
     * @param int $amount_requested The amount that the customer pays.
     * @param int $collection_fee The fee deducted from it.
     * @param int|null $net_amount_received
     * @param string|null $failure_reason
     * @param string|null $external_reference
     * @param string $customer_phone
     * @param string|null $customer_name
     * @param string $created_at When it was accepted.
     * @param string|null $completed_at
     * @param string|null $failed_at
     * @param string|null $client_reference As the request gave it; absent where it gave none.
     * @param array<string, string>|null $metadata Up to 20 names of 1 to 40 characters, each with a text of at most 500.
     */
    public function __construct(
        public int $transaction_id,
        public string $reference,
        public string $status,
        public int $amount_requested,
        public int $collection_fee,
        public ?int $net_amount_received,
        public ?string $failure_reason,
        public ?string $external_reference,
        public string $customer_phone,
        public ?string $customer_name,
        public string $created_at,
        public ?string $completed_at,
        public ?string $failed_at,
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
            $body['status'] ?? null,
            $body['amount_requested'] ?? null,
            $body['collection_fee'] ?? null,
            $body['net_amount_received'] ?? null,
            $body['failure_reason'] ?? null,
            $body['external_reference'] ?? null,
            $body['customer_phone'] ?? null,
            $body['customer_name'] ?? null,
            $body['created_at'] ?? null,
            $body['completed_at'] ?? null,
            $body['failed_at'] ?? null,
            $body['client_reference'] ?? null,
            $body['metadata'] ?? null,
        );
    }
}
