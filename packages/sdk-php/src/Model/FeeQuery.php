<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

use Nsimbi\Error\ValidationError;
use Nsimbi\Http\WholeNumber;

/** The query of quoteFee. */
final readonly class FeeQuery
{
    public int $amount;

    /**
     * @param FeeOperation|string $operation send_money, withdrawal, collection
     * @param int $amount Within the bounds of the operation.
     * @param string|null $recipient_phone The recipient; decides between internal and external.
     * @param bool|null $sender_pays_fee Of send_money.
     *
     * @throws ValidationError when a number is not whole, or not from 0 to 2^53 - 1
     */
    public function __construct(
        public FeeOperation|string $operation,
        int|float $amount,
        public string|null $recipient_phone = null,
        public bool|null $sender_pays_fee = null,
    ) {
        $this->amount = WholeNumber::of('amount', $amount);
    }
}
