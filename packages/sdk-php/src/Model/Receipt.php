<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class Receipt
{
    /**
     * @param string $format
     * @param array<string, mixed> $transaction What the receipt shows: numbers in decimal, times ISO 8601.
     * @param ReceiptRound|null $round
     * @param ReceiptLeaf|null $leaf
     */
    public function __construct(
        public string $format,
        public array $transaction,
        public ?ReceiptRound $round,
        public ?ReceiptLeaf $leaf,
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
            $body['format'] ?? null,
            $body['transaction'] ?? null,
            isset($body['round']) ? ReceiptRound::from($body['round']) : null,
            isset($body['leaf']) ? ReceiptLeaf::from($body['leaf']) : null,
        );
    }
}
