<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class TestDelivery
{
    /**
     * @param int $delivery_id The same through all attempts.
     * @param string $event_id
     * @param bool $delivered Whether the receiver answered with a 2xx status.
     * @param int|null $response_status
     * @param int $duration_ms How long it took, in milliseconds.
     * @param string|null $error
     */
    public function __construct(
        public int $delivery_id,
        public string $event_id,
        public bool $delivered,
        public ?int $response_status,
        public int $duration_ms,
        public ?string $error,
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
            $body['delivery_id'] ?? null,
            $body['event_id'] ?? null,
            $body['delivered'] ?? null,
            $body['response_status'] ?? null,
            $body['duration_ms'] ?? null,
            $body['error'] ?? null,
        );
    }
}
