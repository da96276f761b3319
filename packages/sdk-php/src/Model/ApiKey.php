<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class ApiKey
{
    /**
     * @param int $id The number of the key.
     * @param string $key_prefix How the key begins; the rest is secret.
     * @param string $name What the key is for.
     * @param string $mode live, test
     * @param int $client_id
     * @param string $client_name
     * @param int $wallet_id The wallet that the key uses.
     * @param list<string> $permissions wallet:read, wallet:send, wallet:withdraw, wallet:collect, approvals:read, approvals:decide, webhooks:read, webhooks:write. What the key may do.
     * @param list<string> $allowed_ips Addresses and networks that may use it; empty: all.
     * @param ApiKeyRateLimits $rate_limits
     * @param ApiKeyBudget|null $budget
     * @param string $created_at When the key was created.
     * @param string|null $expires_at
     * @param list<string>|null $signing_keys The fingerprints of the public keys one of which must sign each request of the key, as `keyid`; empty: requests need no signature.
     */
    public function __construct(
        public int $id,
        public string $key_prefix,
        public string $name,
        public string $mode,
        public int $client_id,
        public string $client_name,
        public int $wallet_id,
        public array $permissions,
        public array $allowed_ips,
        public ApiKeyRateLimits $rate_limits,
        public ?ApiKeyBudget $budget,
        public string $created_at,
        public ?string $expires_at,
        public ?array $signing_keys = null,
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
            $body['key_prefix'] ?? null,
            $body['name'] ?? null,
            $body['mode'] ?? null,
            $body['client_id'] ?? null,
            $body['client_name'] ?? null,
            $body['wallet_id'] ?? null,
            $body['permissions'] ?? null,
            $body['allowed_ips'] ?? null,
            ApiKeyRateLimits::from($body['rate_limits'] ?? null),
            isset($body['budget']) ? ApiKeyBudget::from($body['budget']) : null,
            $body['created_at'] ?? null,
            $body['expires_at'] ?? null,
            $body['signing_keys'] ?? null,
        );
    }
}
