<?php

declare(strict_types=1);

namespace Nsimbi\Receipt;

/** The result of a verification. Only `Valid` says that the values are those of the signed ledger. */
final readonly class ReceiptVerdict
{
    /**
     * @param array<string, string|null> $values the values of the open fields by name: texts, numbers in decimal, times ISO 8601; none
     *     when it was altered
     * @param VerifiedRound|null $round null when it is not proven or was altered
     * @param list<string> $altered the places that do not fit: `transaction.NAME`, `fields.NAME`, `fields`, `path`, `round`, `key_id`,
     *     `signature`
     */
    public function __construct(
        public ReceiptResult $result,
        public array $values = [],
        public ?VerifiedRound $round = null,
        public array $altered = [],
    ) {
    }
}
