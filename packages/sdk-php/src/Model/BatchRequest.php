<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** The body of a request. */
final readonly class BatchRequest
{
    /**
     * @param list<BatchPaymentRequest> $payments Each to a phone with a wallet of this service.
     */
    public function __construct(
        public array $payments,
    ) {
    }
}
