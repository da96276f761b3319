<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class ApiKeyBudget
{
    /**
     * @param int|null $per_payment
     * @param int|null $per_day
     * @param int $used_today What payments of today take of the budget; those that failed take nothing.
     * @param int|null $left_today
     * @param string $day_ends_at When the next day begins in Kampala.
     * @param int|null $per_month
     * @param int $used_this_month What payments of this month take of the budget.
     * @param int|null $left_this_month
     * @param string $month_ends_at When the next month begins in Kampala.
     */
    public function __construct(
        public ?int $per_payment,
        public ?int $per_day,
        public int $used_today,
        public ?int $left_today,
        public string $day_ends_at,
        public ?int $per_month,
        public int $used_this_month,
        public ?int $left_this_month,
        public string $month_ends_at,
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
            $body['per_payment'] ?? null,
            $body['per_day'] ?? null,
            $body['used_today'] ?? null,
            $body['left_today'] ?? null,
            $body['day_ends_at'] ?? null,
            $body['per_month'] ?? null,
            $body['used_this_month'] ?? null,
            $body['left_this_month'] ?? null,
            $body['month_ends_at'] ?? null,
        );
    }
}
