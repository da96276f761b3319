<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class FeeSchedule
{
    /**
     * @param string $operation collection, send_money_internal, send_money_external, withdrawal
     * @param string $effective_from Since when it applies.
     * @param list<FeeBand> $bands By amount, the smallest first: the first band that reaches an amount decides.
     */
    public function __construct(
        public string $operation,
        public string $effective_from,
        public array $bands,
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
            $body['operation'] ?? null,
            $body['effective_from'] ?? null,
            array_map(FeeBand::from(...), $body['bands'] ?? null),
        );
    }
}
