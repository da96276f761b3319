<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class Limits
{
    /**
     * @param string $mode live, test
     * @param string $currency
     * @param bool $frozen Whether nothing may leave the wallet.
     * @param int|null $per_payment
     * @param int|null $per_day
     * @param int $used_today What left it today; payments that failed do not count.
     * @param int|null $left_today
     * @param string $day_ends_at When the next day begins in Kampala.
     * @param int|null $approval_threshold
     * @param bool $withdraw_listed_only Whether withdrawals go only to numbers on the list of the wallet.
     * @param bool $one_collection_per_payer Whether a payer can have only one collection that is not answered yet.
     * @param bool $unique_client_references Whether a payment is refused when an earlier one has its client_reference.
     * @param string $as_of The time of these limits.
     * @param list<FeeSchedule> $fees What is in force, by operation.
     * @param RequestAmounts $amounts
     */
    public function __construct(
        public string $mode,
        public string $currency,
        public bool $frozen,
        public ?int $per_payment,
        public ?int $per_day,
        public int $used_today,
        public ?int $left_today,
        public string $day_ends_at,
        public ?int $approval_threshold,
        public bool $withdraw_listed_only,
        public bool $one_collection_per_payer,
        public bool $unique_client_references,
        public string $as_of,
        public array $fees,
        public RequestAmounts $amounts,
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
            $body['mode'] ?? null,
            $body['currency'] ?? null,
            $body['frozen'] ?? null,
            $body['per_payment'] ?? null,
            $body['per_day'] ?? null,
            $body['used_today'] ?? null,
            $body['left_today'] ?? null,
            $body['day_ends_at'] ?? null,
            $body['approval_threshold'] ?? null,
            $body['withdraw_listed_only'] ?? null,
            $body['one_collection_per_payer'] ?? null,
            $body['unique_client_references'] ?? null,
            $body['as_of'] ?? null,
            array_map(FeeSchedule::from(...), $body['fees'] ?? null),
            RequestAmounts::from($body['amounts'] ?? null),
        );
    }
}
