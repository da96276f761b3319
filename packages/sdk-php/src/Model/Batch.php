<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class Batch
{
    /**
     * @param int $batch_id The transaction_id of its first payment.
     * @param int $payment_count
     * @param int $amount_sent The sum that the recipients receive.
     * @param int $fee_amount The sum of the fees.
     * @param int $total_deducted The sum that leaves the wallet.
     * @param int $new_balance The balance after the last payment.
     * @param string $created_at When it was made.
     * @param list<Payment> $payments In the order of the request.
     */
    public function __construct(
        public int $batch_id,
        public int $payment_count,
        public int $amount_sent,
        public int $fee_amount,
        public int $total_deducted,
        public int $new_balance,
        public string $created_at,
        public array $payments,
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
            $body['batch_id'] ?? null,
            $body['payment_count'] ?? null,
            $body['amount_sent'] ?? null,
            $body['fee_amount'] ?? null,
            $body['total_deducted'] ?? null,
            $body['new_balance'] ?? null,
            $body['created_at'] ?? null,
            array_map(Payment::from(...), $body['payments'] ?? null),
        );
    }
}
