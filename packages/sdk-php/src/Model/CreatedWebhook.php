<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class CreatedWebhook
{
    /**
     * @param int $id
     * @param string $url Where events are delivered: https, without credentials and fragment, and no private address.
     * @param list<string> $events The events to deliver.
     * @param string $secret Signs the deliveries.
     * @param bool $is_active Whether events are delivered.
     * @param string $created_at When it was created.
     */
    public function __construct(
        public int $id,
        public string $url,
        public array $events,
        public string $secret,
        public bool $is_active,
        public string $created_at,
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
            $body['url'] ?? null,
            $body['events'] ?? null,
            $body['secret'] ?? null,
            $body['is_active'] ?? null,
            $body['created_at'] ?? null,
        );
    }
}
