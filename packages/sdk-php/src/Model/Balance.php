<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class Balance
{
    /**
     * @param int $balance The amount that can be spent now.
     * @param int $held_balance The amount held for outgoing transactions that are pending or processing.
     * @param string $currency
     * @param string $mode live, test
     * @param string $as_of The time of this balance.
     */
    public function __construct(
        public int $balance,
        public int $held_balance,
        public string $currency,
        public string $mode,
        public string $as_of,
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
            $body['balance'] ?? null,
            $body['held_balance'] ?? null,
            $body['currency'] ?? null,
            $body['mode'] ?? null,
            $body['as_of'] ?? null,
        );
    }
}
