<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

use Nsimbi\Error\ValidationError;
use Nsimbi\Http\WholeNumber;

/** A part of a request. */
final readonly class BulkPayoutRowRequest
{
    public int $amount;

    /**
     * @param string $recipient_phone
     * @param int $amount Shillings that the recipient receives; the fee comes on top.
     * @param string|null $description Free text.
     * @param string|null $client_reference The client's own number or name of the payment.
     *
     * @throws ValidationError when a number is not whole, or not from 0 to 2^53 - 1
     */
    public function __construct(
        public string $recipient_phone,
        int|float $amount,
        public string|null $description = null,
        public string|null $client_reference = null,
    ) {
        $this->amount = WholeNumber::of('amount', $amount);
    }
}
