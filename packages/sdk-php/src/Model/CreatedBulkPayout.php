<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class CreatedBulkPayout
{
    /**
     * @param int $id
     * @param string $name
     * @param string $status draft, awaiting_approval, running, finished, cancelled, rejected, expired. draft: nothing is paid until it is confirmed. running: rows are sent. finished: every row was sent or refused; its payments may still be processing.
     * @param int $row_count
     * @param int $amount The sum that the recipients receive.
     * @param int $fees The fees of all rows, as they were when it was created.
     * @param int $total_deducted The sum of both: what leaves the wallet when every row is paid.
     * @param int|null $retry_of
     * @param string|null $reason
     * @param string $created_at When it was created.
     * @param string|null $expires_at
     * @param string|null $begun_at
     * @param string|null $ended_at
     * @param list<BulkPayoutDuplicate> $duplicates Rows that repeat an earlier one, the first hundred: often a mistake, so look at them before you confirm.
     */
    public function __construct(
        public int $id,
        public string $name,
        public string $status,
        public int $row_count,
        public int $amount,
        public int $fees,
        public int $total_deducted,
        public ?int $retry_of,
        public ?string $reason,
        public string $created_at,
        public ?string $expires_at,
        public ?string $begun_at,
        public ?string $ended_at,
        public array $duplicates,
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
            $body['name'] ?? null,
            $body['status'] ?? null,
            $body['row_count'] ?? null,
            $body['amount'] ?? null,
            $body['fees'] ?? null,
            $body['total_deducted'] ?? null,
            $body['retry_of'] ?? null,
            $body['reason'] ?? null,
            $body['created_at'] ?? null,
            $body['expires_at'] ?? null,
            $body['begun_at'] ?? null,
            $body['ended_at'] ?? null,
            array_map(BulkPayoutDuplicate::from(...), $body['duplicates'] ?? null),
        );
    }
}
