<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

use Nsimbi\Error\ValidationError;
use Nsimbi\Http\WholeNumber;

/** The body of a request. */
final readonly class QuoteRequest
{
    public int $amount;

    /**
     * @param QuoteOperation|string $operation send_money, withdrawal. The operation that the quote is for.
     * @param string $recipient_phone The recipient of a payment, or the mobile-money account of a withdrawal.
     * @param int $amount The amount that the operation will be asked for.
     * @param bool|null $sender_pays_fee Of send_money: whether the fee comes on top.
     * @param string|null $expected_name The name that the payer expects; it is compared with the registered name.
     *
     * @throws ValidationError when a number is not whole, or not from 0 to 2^53 - 1
     */
    public function __construct(
        public QuoteOperation|string $operation,
        public string $recipient_phone,
        int|float $amount,
        public bool|null $sender_pays_fee = null,
        public string|null $expected_name = null,
    ) {
        $this->amount = WholeNumber::of('amount', $amount);
    }
}
