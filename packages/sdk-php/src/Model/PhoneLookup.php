<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class PhoneLookup
{
    /**
     * @param string $phone
     * @param string $operator
     * @param string|null $registered_name
     * @param bool $is_wallet Whether a wallet of this service has this phone, so that a payment is internal.
     */
    public function __construct(
        public string $phone,
        public string $operator,
        public ?string $registered_name,
        public bool $is_wallet,
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
            $body['phone'] ?? null,
            $body['operator'] ?? null,
            $body['registered_name'] ?? null,
            $body['is_wallet'] ?? null,
        );
    }
}
