<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class RequestAmounts
{
    /**
     * @param AmountBounds $send_money
     * @param AmountBounds $withdrawal
     * @param AmountBounds $collection
     */
    public function __construct(
        public AmountBounds $send_money,
        public AmountBounds $withdrawal,
        public AmountBounds $collection,
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
            AmountBounds::from($body['send_money'] ?? null),
            AmountBounds::from($body['withdrawal'] ?? null),
            AmountBounds::from($body['collection'] ?? null),
        );
    }
}
