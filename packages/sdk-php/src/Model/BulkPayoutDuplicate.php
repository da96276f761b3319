<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class BulkPayoutDuplicate
{
    /**
     * @param int $row
     * @param int $same_as_row An earlier row with this phone and amount.
     * @param string $recipient_phone
     * @param int $amount The amount of both.
     */
    public function __construct(
        public int $row,
        public int $same_as_row,
        public string $recipient_phone,
        public int $amount,
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
            $body['same_as_row'] ?? null,
            $body['recipient_phone'] ?? null,
            $body['amount'] ?? null,
        );
    }
}
