<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class Pagination
{
    /**
     * @param string|null $next_cursor
     * @param bool $has_more
     */
    public function __construct(
        public ?string $next_cursor,
        public bool $has_more,
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
            $body['next_cursor'] ?? null,
            $body['has_more'] ?? null,
        );
    }
}
