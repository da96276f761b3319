<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class StatementRow
{
    /**
     * @param int $id The transaction.
     * @param string $reference Our reference.
     * @param string $completed_at When it completed; rows are in this order.
     * @param string $type payment_sent, payment_received, withdrawal, collection, deposit, adjustment, refund
     * @param string $direction in, out
     * @param int $money_in What reached the wallet, after our fee.
     * @param int $money_out What left the wallet, with our fee.
     * @param int $fee_amount Our fee: already taken off money_in, or contained in money_out.
     * @param int $balance The balance after this row, with what is held: balance before + money_in - money_out.
     * @param string|null $description
     * @param string|null $counterparty_phone
     * @param string|null $counterparty_name
     * @param string|null $operator
     * @param string|null $external_reference
     * @param string|null $operator_receipt
     * @param string|null $client_reference
     */
    public function __construct(
        public int $id,
        public string $reference,
        public string $completed_at,
        public string $type,
        public string $direction,
        public int $money_in,
        public int $money_out,
        public int $fee_amount,
        public int $balance,
        public ?string $description,
        public ?string $counterparty_phone,
        public ?string $counterparty_name,
        public ?string $operator,
        public ?string $external_reference,
        public ?string $operator_receipt,
        public ?string $client_reference,
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
            $body['completed_at'] ?? null,
            $body['type'] ?? null,
            $body['direction'] ?? null,
            $body['money_in'] ?? null,
            $body['money_out'] ?? null,
            $body['fee_amount'] ?? null,
            $body['balance'] ?? null,
            $body['description'] ?? null,
            $body['counterparty_phone'] ?? null,
            $body['counterparty_name'] ?? null,
            $body['operator'] ?? null,
            $body['external_reference'] ?? null,
            $body['operator_receipt'] ?? null,
            $body['client_reference'] ?? null,
        );
    }
}
