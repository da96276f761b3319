<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** An object of the API. */
final readonly class Approval
{
    /**
     * @param int $transaction_id The id of the transaction.
     * @param string $reference Our reference.
     * @param string $type payment_sent, payment_received, withdrawal, collection, deposit, adjustment, refund
     * @param int $amount What leaves the wallet: net_amount + fee_amount.
     * @param int $fee_amount The fee.
     * @param int $net_amount The amount that reaches the recipient.
     * @param string|null $recipient_phone
     * @param string|null $recipient_name
     * @param string|null $provider
     * @param string|null $description
     * @param string $maker Who requested it: the email address of a person, or api_key: and the id of a key.
     * @param string|null $responsible
     * @param int $approvers_needed How many persons must approve it.
     * @param string|null $first_approver
     * @param string $created_at When it was accepted.
     * @param string $expires_at When it fails, unless it is approved before.
     */
    public function __construct(
        public int $transaction_id,
        public string $reference,
        public string $type,
        public int $amount,
        public int $fee_amount,
        public int $net_amount,
        public ?string $recipient_phone,
        public ?string $recipient_name,
        public ?string $provider,
        public ?string $description,
        public string $maker,
        public ?string $responsible,
        public int $approvers_needed,
        public ?string $first_approver,
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
            $body['transaction_id'] ?? null,
            $body['reference'] ?? null,
            $body['type'] ?? null,
            $body['amount'] ?? null,
            $body['fee_amount'] ?? null,
            $body['net_amount'] ?? null,
            $body['recipient_phone'] ?? null,
            $body['recipient_name'] ?? null,
            $body['provider'] ?? null,
            $body['description'] ?? null,
            $body['maker'] ?? null,
            $body['responsible'] ?? null,
            $body['approvers_needed'] ?? null,
            $body['first_approver'] ?? null,
            $body['created_at'] ?? null,
            $body['expires_at'] ?? null,
        );
    }
}
