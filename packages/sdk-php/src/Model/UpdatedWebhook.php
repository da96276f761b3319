<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class UpdatedWebhook
{
    /**
     * @param int $id
     * @param string $url Where events are delivered: https, without credentials and fragment, and no private address.
     * @param list<string> $events The events to deliver.
     * @param int|null $api_key_id
     * @param string|null $description
     * @param bool $honor_hints Whether your responses control deliveries: 410 disables the webhook at once, and Retry-After with 429 or 503 delays the next attempt, by at most 6 hours.
     * @param bool $is_active Whether events are delivered.
     * @param string|null $disabled_at
     * @param string|null $disabled_reason
     * @param string $created_at When it was created.
     * @param string $updated_at When it was last changed.
     * @param bool|null $ordered Whether the events of each transaction arrive in order: an event is sent after every earlier event of its transaction was delivered, failed or was cancelled.
     * @param MissedEvents|null $missed
     */
    public function __construct(
        public int $id,
        public string $url,
        public array $events,
        public ?int $api_key_id,
        public ?string $description,
        public bool $honor_hints,
        public bool $is_active,
        public ?string $disabled_at,
        public ?string $disabled_reason,
        public string $created_at,
        public string $updated_at,
        public ?bool $ordered = null,
        public ?MissedEvents $missed = null,
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
            $body['api_key_id'] ?? null,
            $body['description'] ?? null,
            $body['honor_hints'] ?? null,
            $body['is_active'] ?? null,
            $body['disabled_at'] ?? null,
            $body['disabled_reason'] ?? null,
            $body['created_at'] ?? null,
            $body['updated_at'] ?? null,
            $body['ordered'] ?? null,
            isset($body['missed']) ? MissedEvents::from($body['missed']) : null,
        );
    }
}
