<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class Delivery
{
    /**
     * @param int $id The same through all attempts.
     * @param string $event_id
     * @param string $event_type
     * @param string $status pending, delivered, failed, cancelled
     * @param list<DeliveryAttempt> $attempts Oldest first.
     * @param string|null $next_attempt_at
     * @param string $created_at When it was created from the event.
     * @param string|null $delivered_at
     * @param int|null $waiting_for
     */
    public function __construct(
        public int $id,
        public string $event_id,
        public string $event_type,
        public string $status,
        public array $attempts,
        public ?string $next_attempt_at,
        public string $created_at,
        public ?string $delivered_at,
        public ?int $waiting_for = null,
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
            $body['event_id'] ?? null,
            $body['event_type'] ?? null,
            $body['status'] ?? null,
            array_map(DeliveryAttempt::from(...), $body['attempts'] ?? null),
            $body['next_attempt_at'] ?? null,
            $body['created_at'] ?? null,
            $body['delivered_at'] ?? null,
            $body['waiting_for'] ?? null,
        );
    }
}
