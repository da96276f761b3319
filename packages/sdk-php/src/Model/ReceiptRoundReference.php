<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** Of the first round after a recovery: the last round that is common. */
final readonly class ReceiptRoundReference
{
    /**
     * @param int $number
     * @param string $hash Of that round.
     */
    public function __construct(
        public int $number,
        public string $hash,
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
            $body['number'] ?? null,
            $body['hash'] ?? null,
        );
    }
}
