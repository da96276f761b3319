<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class Prompt
{
    /**
     * @param int $id
     * @param string $kind collection, payout
     * @param string $phone
     * @param string $operator
     * @param int $amount The amount that the customer pays, or the recipient receives.
     * @param string $currency
     * @param string|null $description
     * @param string $merchant_name Your name, as shown on the phone.
     * @param int $transaction_id
     * @param string $external_reference
     * @param string $status waiting, approved, declined
     * @param string $created_at When it appeared.
     * @param string $expires_at Until when it can be answered.
     */
    public function __construct(
        public int $id,
        public string $kind,
        public string $phone,
        public string $operator,
        public int $amount,
        public string $currency,
        public ?string $description,
        public string $merchant_name,
        public int $transaction_id,
        public string $external_reference,
        public string $status,
        public string $created_at,
        public string $expires_at,
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
            $body['kind'] ?? null,
            $body['phone'] ?? null,
            $body['operator'] ?? null,
            $body['amount'] ?? null,
            $body['currency'] ?? null,
            $body['description'] ?? null,
            $body['merchant_name'] ?? null,
            $body['transaction_id'] ?? null,
            $body['external_reference'] ?? null,
            $body['status'] ?? null,
            $body['created_at'] ?? null,
            $body['expires_at'] ?? null,
        );
    }
}
