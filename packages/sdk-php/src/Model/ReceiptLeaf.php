<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** The leaf and its path; null until the transaction is proven. */
final readonly class ReceiptLeaf
{
    /**
     * @param string $kind
     * @param int $index The place in the tree, from 0.
     * @param list<string> $path From the sibling of the leaf upwards.
     * @param list<array<string, mixed>> $fields
     * @param string $hash The hash of the leaf.
     */
    public function __construct(
        public string $kind,
        public int $index,
        public array $path,
        public array $fields,
        public string $hash,
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
            $body['kind'] ?? null,
            $body['index'] ?? null,
            $body['path'] ?? null,
            $body['fields'] ?? null,
            $body['hash'] ?? null,
        );
    }
}
