<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

use Nsimbi\Error\ValidationError;
use Nsimbi\Http\WholeNumber;

/** The body of a request. */
final readonly class ConfirmBulkPayoutRequest
{
    public int $total_deducted;

    /**
     * @param int $total_deducted As the draft says, in shillings.
     *
     * @throws ValidationError when a number is not whole, or not from 0 to 2^53 - 1
     */
    public function __construct(
        int|float $total_deducted,
    ) {
        $this->total_deducted = WholeNumber::of('total_deducted', $total_deducted);
    }
}
