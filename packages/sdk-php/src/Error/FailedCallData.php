<?php

declare(strict_types=1);

namespace Nsimbi\Error;

/** The transaction that exists although the call failed. `status` is `failed` when it ended and its money is back. */
final readonly class FailedCallData
{
    public function __construct(
        public ?int $transaction_id,
        public ?string $reference,
        public ?string $status,
    ) {
    }
}
