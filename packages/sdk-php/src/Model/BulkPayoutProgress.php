<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** The number of rows in each state. */
final readonly class BulkPayoutProgress
{
    /**
     * @param int $waiting
     * @param int $processing
     * @param int $completed
     * @param int $failed
     * @param int $cancelled
     */
    public function __construct(
        public int $waiting,
        public int $processing,
        public int $completed,
        public int $failed,
        public int $cancelled,
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
            $body['waiting'] ?? null,
            $body['processing'] ?? null,
            $body['completed'] ?? null,
            $body['failed'] ?? null,
            $body['cancelled'] ?? null,
        );
    }
}
