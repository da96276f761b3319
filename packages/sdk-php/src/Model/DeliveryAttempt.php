<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class DeliveryAttempt
{
    /**
     * @param string $at When it was created.
     * @param int|null $response_status
     * @param int $duration_ms How long it took, in milliseconds.
     * @param string|null $error
     * @param string|null $response_excerpt
     */
    public function __construct(
        public string $at,
        public ?int $response_status,
        public int $duration_ms,
        public ?string $error,
        public ?string $response_excerpt,
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
            $body['at'] ?? null,
            $body['response_status'] ?? null,
            $body['duration_ms'] ?? null,
            $body['error'] ?? null,
            $body['response_excerpt'] ?? null,
        );
    }
}
