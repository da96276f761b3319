<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** Only in the response that enables it again: its missed events. */
final readonly class MissedEvents
{
    /**
     * @param int $failed_deliveries Deliveries that failed.
     * @param int $cancelled_deliveries Deliveries that were waiting when it was disabled.
     * @param int $events Events that it is subscribed to and that happened while it was disabled.
     * @param bool $is_more Whether there may be more: only the newest 10,000 were counted. `redeliver` includes the rest.
     * @param RedeliveryRange|null $redeliver
     */
    public function __construct(
        public int $failed_deliveries,
        public int $cancelled_deliveries,
        public int $events,
        public bool $is_more,
        public ?RedeliveryRange $redeliver,
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
            $body['failed_deliveries'] ?? null,
            $body['cancelled_deliveries'] ?? null,
            $body['events'] ?? null,
            $body['is_more'] ?? null,
            isset($body['redeliver']) ? RedeliveryRange::from($body['redeliver']) : null,
        );
    }
}
