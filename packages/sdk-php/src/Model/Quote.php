<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class Quote
{
    /**
     * @param int $quote_id Name it in the payment.
     * @param string $operation send_money, withdrawal
     * @param string $recipient_phone
     * @param string $transfer_type internal, external
     * @param string $provider The operator of the phone number.
     * @param int $amount The amount to ask the operation for.
     * @param bool $sender_pays_fee Whether the fee comes on top.
     * @param int $fee_amount Binding: the fee.
     * @param int $total_deducted Binding: the amount that leaves the wallet.
     * @param int $amount_received Binding: the amount that the recipient receives.
     * @param string $currency
     * @param string|null $recipient_name
     * @param NameMatch|null $name_match
     * @param bool $requires_approval Informational: whether a second person would have to approve it now; decided at payment.
     * @param RemainingLimits $remaining_limits
     * @param string $created_at When the quote was made.
     * @param string $expires_at Until when a payment can name it.
     */
    public function __construct(
        public int $quote_id,
        public string $operation,
        public string $recipient_phone,
        public string $transfer_type,
        public string $provider,
        public int $amount,
        public bool $sender_pays_fee,
        public int $fee_amount,
        public int $total_deducted,
        public int $amount_received,
        public string $currency,
        public ?string $recipient_name,
        public ?NameMatch $name_match,
        public bool $requires_approval,
        public RemainingLimits $remaining_limits,
        public string $created_at,
        public string $expires_at,
    ) {
    }

    /**
     * Reads it from a decoded JSON object; unknown fields are ignored.
     *
     * @param array<string, mixed> $body
     *
     * @throws \TypeError when a field is missing or has another type
     */
    public static function from(array $body): self
    {
        return new self(
            $body['quote_id'] ?? null,
            $body['operation'] ?? null,
            $body['recipient_phone'] ?? null,
            $body['transfer_type'] ?? null,
            $body['provider'] ?? null,
            $body['amount'] ?? null,
            $body['sender_pays_fee'] ?? null,
            $body['fee_amount'] ?? null,
            $body['total_deducted'] ?? null,
            $body['amount_received'] ?? null,
            $body['currency'] ?? null,
            $body['recipient_name'] ?? null,
            isset($body['name_match']) ? NameMatch::from($body['name_match']) : null,
            $body['requires_approval'] ?? null,
            RemainingLimits::from($body['remaining_limits'] ?? null),
            $body['created_at'] ?? null,
            $body['expires_at'] ?? null,
        );
    }
}
