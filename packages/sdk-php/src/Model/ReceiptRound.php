<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** The signed round; null until the transaction is proven. */
final readonly class ReceiptRound
{
    /**
     * @param string $installation_id
     * @param int $number
     * @param int $tree_size
     * @param string $root The root of the tree.
     * @param string $previous The hash of the round before.
     * @param string $signed_at When it was signed.
     * @param ReceiptRoundReference|null $fork_of
     * @param string $hash The hash of the signed lines.
     * @param string $key_id
     * @param string $public_key 32 bytes as base64.
     * @param string $signature 64 bytes as base64.
     */
    public function __construct(
        public string $installation_id,
        public int $number,
        public int $tree_size,
        public string $root,
        public string $previous,
        public string $signed_at,
        public ?ReceiptRoundReference $fork_of,
        public string $hash,
        public string $key_id,
        public string $public_key,
        public string $signature,
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
            isset($body['fork_of']) ? ReceiptRoundReference::from($body['fork_of']) : null,
            $body['hash'] ?? null,
            $body['key_id'] ?? null,
            $body['public_key'] ?? null,
            $body['signature'] ?? null,
        );
    }
}
