<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

use Nsimbi\Error\ValidationError;
use Nsimbi\Http\WholeNumber;

/** The body of a request. */
final readonly class FundTestWalletRequest
{
    public int $amount;

    /**
     * @param int $amount Test shillings to add.
     *
     * @throws ValidationError when a number is not whole, or not from 0 to 2^53 - 1
     */
    public function __construct(
        int|float $amount,
    ) {
        $this->amount = WholeNumber::of('amount', $amount);
    }
}
