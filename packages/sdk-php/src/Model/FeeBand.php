<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class FeeBand
{
    /**
     * @param int|null $up_to
     * @param int $fixed The fixed part of the fee.
     * @param int $basis_points Hundredths of a percent of the amount.
     * @param int $minimum The smallest fee.
     * @param int|null $maximum
     */
    public function __construct(
        public ?int $up_to,
        public int $fixed,
        public int $basis_points,
        public int $minimum,
        public ?int $maximum,
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
            $body['up_to'] ?? null,
            $body['fixed'] ?? null,
            $body['basis_points'] ?? null,
            $body['minimum'] ?? null,
            $body['maximum'] ?? null,
        );
    }
}
