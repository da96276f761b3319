<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** The transaction after the decision; pending: another person must approve it too. */
final readonly class ApprovalDecision
{
    /**
     * @param int $transaction_id The id of the transaction.
     * @param string $reference Our reference.
     * @param string $status pending, processing, completed, failed
     */
    public function __construct(
        public int $transaction_id,
        public string $reference,
        public string $status,
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
            $body['transaction_id'] ?? null,
            $body['reference'] ?? null,
            $body['status'] ?? null,
        );
    }
}
