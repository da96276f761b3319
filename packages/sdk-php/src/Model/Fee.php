<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class Fee
{
    /**
     * @param string $operation send_money, withdrawal, collection
     * @param int $amount The amount of the request.
     * @param int $fee_amount The fee.
     * @param int $net_amount The amount that would reach the receiver.
     * @param int $total_deducted The amount that would leave the payer.
     * @param string $transfer_type internal, external
     * @param string $currency
     */
    public function __construct(
        public string $operation,
        public int $amount,
        public int $fee_amount,
        public int $net_amount,
        public int $total_deducted,
        public string $transfer_type,
        public string $currency,
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
            $body['operation'] ?? null,
            $body['amount'] ?? null,
            $body['fee_amount'] ?? null,
            $body['net_amount'] ?? null,
            $body['total_deducted'] ?? null,
            $body['transfer_type'] ?? null,
            $body['currency'] ?? null,
        );
    }
}
