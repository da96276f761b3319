<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class Event
{
    /**
     * @param string $id
     * @param string $type
     * @param int $created Unix time in seconds.
     * @param Transaction $data
     * @param string $api_version
     * @param int|null $sequence In the feed: the number of the event in its wallet, without gaps.
     */
    public function __construct(
        public string $id,
        public string $type,
        public int $created,
        public Transaction $data,
        public string $api_version,
        public ?int $sequence = null,
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
            $body['type'] ?? null,
            $body['created'] ?? null,
            Transaction::from($body['data'] ?? null),
            $body['api_version'] ?? null,
            $body['sequence'] ?? null,
        );
    }
}
