<?php

declare(strict_types=1);

namespace Nsimbi\Receipt;

/** The signed round that proves a receipt. */
final readonly class VerifiedRound
{
    /** @param string $signed_at ISO 8601 in UTC */
    public function __construct(
        public string $installation_id,
        public int $number,
        public string $signed_at,
        public string $key_id,
    ) {
    }
}
