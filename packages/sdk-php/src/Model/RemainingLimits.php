<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class RemainingLimits
{
    /**
     * @param bool $frozen Whether nothing may leave the wallet.
     * @param int|null $per_payment
     * @param int|null $left_today
     * @param string $day_ends_at When the next day begins in Kampala.
     * @param ApiKeyBudget|null $budget
     * @param string $as_of The time of these limits.
     */
    public function __construct(
        public bool $frozen,
        public ?int $per_payment,
        public ?int $left_today,
        public string $day_ends_at,
        public ?ApiKeyBudget $budget,
        public string $as_of,
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
            $body['frozen'] ?? null,
            $body['per_payment'] ?? null,
            $body['left_today'] ?? null,
            $body['day_ends_at'] ?? null,
            isset($body['budget']) ? ApiKeyBudget::from($body['budget']) : null,
            $body['as_of'] ?? null,
        );
    }
}
