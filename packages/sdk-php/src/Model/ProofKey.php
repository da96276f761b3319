<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class ProofKey
{
    /**
     * @param string $key_id
     * @param string $public_key Ed25519, 32 bytes in base64.
     * @param string $introduced_at
     * @param string $signs_from
     * @param string|null $introduced_by
     * @param string|null $introduction
     */
    public function __construct(
        public string $key_id,
        public string $public_key,
        public string $introduced_at,
        public string $signs_from,
        public ?string $introduced_by,
        public ?string $introduction,
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
            $body['key_id'] ?? null,
            $body['public_key'] ?? null,
            $body['introduced_at'] ?? null,
            $body['signs_from'] ?? null,
            $body['introduced_by'] ?? null,
            $body['introduction'] ?? null,
        );
    }
}
