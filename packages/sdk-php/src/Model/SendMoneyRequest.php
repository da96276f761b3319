<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

use Nsimbi\Error\ValidationError;
use Nsimbi\Http\WholeNumber;

/** The body of a request. */
final readonly class SendMoneyRequest
{
    public int $amount;
    public ?\stdClass $metadata;

    /**
     * @param string $recipient_phone The recipient.
     * @param int $amount The amount that the recipient receives, or the amount that leaves the wallet when sender_pays_fee is false.
     * @param string|null $description Free text.
     * @param bool|null $sender_pays_fee Whether the fee comes on top.
     * @param string|null $client_reference The client's own number or name of it.
     * @param array<string, string>|null $metadata Up to 20 names of 1 to 40 characters, each with a text of at most 500.
     *
     * @throws ValidationError when a number is not whole, or not from 0 to 2^53 - 1
     */
    public function __construct(
        public string $recipient_phone,
        int|float $amount,
        public string|null $description = null,
        public bool|null $sender_pays_fee = null,
        public string|null $client_reference = null,
        array|null $metadata = null,
    ) {
        $this->amount = WholeNumber::of('amount', $amount);
        $this->metadata = $metadata === null ? null : (object) $metadata;
    }
}
