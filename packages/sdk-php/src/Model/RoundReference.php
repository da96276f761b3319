<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** Only of the first round after a fork: the last round before it that still counts. */
final readonly class RoundReference
{
    /**
     * @param int $number
     * @param string $hash Its hash.
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
