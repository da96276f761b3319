<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class Statement
{
    /**
     * @param string $from The first day.
     * @param string $to The last day.
     * @param string $mode live, test
     * @param string $currency
     * @param int $opening_balance The balance when the first day began, with what was held.
     * @param int $money_in The sum of money_in of all rows.
     * @param int $money_out The sum of money_out of all rows.
     * @param int $fees The sum of fee_amount of all rows.
     * @param int $closing_balance opening_balance + money_in - money_out: the balance when the last day ended, or now while it has not.
     * @param int $closing_held The part of closing_balance that was held for payments in progress.
     * @param int $row_count How many rows the statement has on all pages.
     * @param list<StatementRow> $rows
     */
    public function __construct(
        public string $from,
        public string $to,
        public string $mode,
        public string $currency,
        public int $opening_balance,
        public int $money_in,
        public int $money_out,
        public int $fees,
        public int $closing_balance,
        public int $closing_held,
        public int $row_count,
        public array $rows,
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
            $body['from'] ?? null,
            $body['to'] ?? null,
            $body['mode'] ?? null,
            $body['currency'] ?? null,
            $body['opening_balance'] ?? null,
            $body['money_in'] ?? null,
            $body['money_out'] ?? null,
            $body['fees'] ?? null,
            $body['closing_balance'] ?? null,
            $body['closing_held'] ?? null,
            $body['row_count'] ?? null,
            array_map(StatementRow::from(...), $body['rows'] ?? null),
        );
    }
}
