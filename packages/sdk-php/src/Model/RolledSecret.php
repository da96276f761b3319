<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class RolledSecret
{
    /**
     * @param int $id
     * @param string $secret Signs the deliveries.
     * @param string $previous_secret_ends_at Until when the old secret also signs.
     */
    public function __construct(
        public int $id,
        public string $secret,
        public string $previous_secret_ends_at,
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
            $body['secret'] ?? null,
            $body['previous_secret_ends_at'] ?? null,
        );
    }
}
