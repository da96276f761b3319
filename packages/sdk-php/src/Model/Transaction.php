<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class Transaction
{
    /**
     * @param int $id
     * @param string $reference Our reference.
     * @param string|null $external_reference
     * @param string $type payment_sent, payment_received, withdrawal, collection, deposit, adjustment, refund
     * @param int $amount The amount that leaves the payer: net_amount + fee_amount.
     * @param int $fee_amount The fee.
     * @param int $net_amount The amount that reaches the receiver.
     * @param string $currency
     * @param string $status pending, processing, completed, failed
     * @param string|null $description
     * @param string $created_at When it was accepted.
     * @param string|null $completed_at
     * @param string|null $failed_at
     * @param TransactionMetadata $metadata
     * @param string $mode live, test
     * @param string $direction in, out
     * @param string|null $failure_code
     * @param string|null $failure_reason
     * @param int|null $balance_after
     * @param bool|null $sender_pays_fee
     * @param string|null $client_reference As the request gave it; absent where it gave none.
     */
    public function __construct(
        public int $id,
        public string $reference,
        public ?string $external_reference,
        public string $type,
        public int $amount,
        public int $fee_amount,
        public int $net_amount,
        public string $currency,
        public string $status,
        public ?string $description,
        public string $created_at,
        public ?string $completed_at,
        public ?string $failed_at,
        public TransactionMetadata $metadata,
        public string $mode,
        public string $direction,
        public ?string $failure_code,
        public ?string $failure_reason,
        public ?int $balance_after,
        public ?bool $sender_pays_fee = null,
        public ?string $client_reference = null,
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
            $body['id'] ?? null,
            $body['reference'] ?? null,
            $body['external_reference'] ?? null,
            $body['type'] ?? null,
            $body['amount'] ?? null,
            $body['fee_amount'] ?? null,
            $body['net_amount'] ?? null,
            $body['currency'] ?? null,
            $body['status'] ?? null,
            $body['description'] ?? null,
            $body['created_at'] ?? null,
            $body['completed_at'] ?? null,
            $body['failed_at'] ?? null,
            TransactionMetadata::from($body['metadata'] ?? null),
            $body['mode'] ?? null,
            $body['direction'] ?? null,
            $body['failure_code'] ?? null,
            $body['failure_reason'] ?? null,
            $body['balance_after'] ?? null,
            $body['sender_pays_fee'] ?? null,
            $body['client_reference'] ?? null,
        );
    }
}
