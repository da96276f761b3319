<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class BulkPayoutRow
{
    /**
     * @param int $row The first one is 1.
     * @param string $recipient_phone
     * @param int $amount The amount that the recipient receives.
     * @param int $fee The fee.
     * @param string|null $description
     * @param string|null $client_reference
     * @param string $status waiting, processing, completed, failed, cancelled
     * @param int|null $transaction_id
     * @param string|null $code
     * @param string|null $reason
     */
    public function __construct(
        public int $row,
        public string $recipient_phone,
        public int $amount,
        public int $fee,
        public ?string $description,
        public ?string $client_reference,
        public string $status,
        public ?int $transaction_id,
        public ?string $code,
        public ?string $reason,
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
            $body['row'] ?? null,
            $body['recipient_phone'] ?? null,
            $body['amount'] ?? null,
            $body['fee'] ?? null,
            $body['description'] ?? null,
            $body['client_reference'] ?? null,
            $body['status'] ?? null,
            $body['transaction_id'] ?? null,
            $body['code'] ?? null,
            $body['reason'] ?? null,
        );
    }
}
