<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** The body of a request. */
final readonly class RejectPaymentRequest
{
    /**
     * @param string|null $reason The reason; the `failure_reason` of the transaction.
     */
    public function __construct(
        public string|null $reason = null,
    ) {
    }
}
