<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class QueuedRange
{
    /**
     * @param int $queued How many deliveries will be sent.
     * @param bool $has_more Whether there may be more: send the request again, with next_from as from.
     * @param string|null $next_from
     */
    public function __construct(
        public int $queued,
        public bool $has_more,
        public ?string $next_from,
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
            $body['queued'] ?? null,
            $body['has_more'] ?? null,
            $body['next_from'] ?? null,
        );
    }
}
