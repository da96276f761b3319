<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

use Nsimbi\Error\ValidationError;
use Nsimbi\Http\WholeNumber;

/** The body of a request. */
final readonly class WithdrawToMobileRequest
{
    public int $amount;

    /**
     * @param string $phone The mobile-money account that gets it.
     * @param int $amount The amount that the destination receives.
     * @param string|null $description Free text.
     *
     * @throws ValidationError when a number is not whole, or not from 0 to 2^53 - 1
     */
    public function __construct(
        public string $phone,
        int|float $amount,
        public string|null $description = null,
    ) {
        $this->amount = WholeNumber::of('amount', $amount);
    }
}
