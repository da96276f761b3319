<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** A signed round of the ledger; docs/proofs.md says how it is verified. */
final readonly class Round
{
    /**
     * @param string $installation_id
     * @param int $number From 1, without gaps except after a fork.
     * @param int $tree_size How many leaves its tree has.
     * @param string $root The root of its tree.
     * @param string $previous The hash of the round before; 64 zeros for the first.
     * @param string $signed_at
     * @param string $hash The hash of its statement.
     * @param string $key_id
     * @param string $public_key Ed25519, 32 bytes in base64.
     * @param string $signature Of the statement, in base64.
     * @param RoundReference|null $fork_of
     */
    public function __construct(
        public string $installation_id,
        public int $number,
        public int $tree_size,
        public string $root,
        public string $previous,
        public string $signed_at,
        public string $hash,
        public string $key_id,
        public string $public_key,
        public string $signature,
        public ?RoundReference $fork_of = null,
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
            $body['installation_id'] ?? null,
            $body['number'] ?? null,
            $body['tree_size'] ?? null,
            $body['root'] ?? null,
            $body['previous'] ?? null,
            $body['signed_at'] ?? null,
            $body['hash'] ?? null,
            $body['key_id'] ?? null,
            $body['public_key'] ?? null,
            $body['signature'] ?? null,
            isset($body['fork_of']) ? RoundReference::from($body['fork_of']) : null,
        );
    }
}
