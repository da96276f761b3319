<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** The body of POST …/redeliver that sends all of it; null when nothing was missed. */
final readonly class RedeliveryRange
{
    /**
     * @param string $from The start of the missed period.
     * @param string $to Until now.
     */
    public function __construct(
        public string $from,
        public string $to,
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
        );
    }
}
