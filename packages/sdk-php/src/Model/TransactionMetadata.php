<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** Fields that only some transactions have, and the pairs that the client noted on the payment. */
final readonly class TransactionMetadata implements \JsonSerializable
{
    /**
     * @param bool $api_triggered
     * @param string|null $recipient_phone
     * @param string|null $recipient_name
     * @param string|null $customer_phone
     * @param string|null $customer_name
     * @param string|null $provider
     * @param string|null $operator_receipt
     * @param int|null $refunds Of a refund: the collection.
     * @param int|null $bulk_payout_id Of a payment of a bulk payout: the number of the bulk payout.
     * @param int|null $bulk_payout_row And the row of its file, the first payment being 1.
     * @param int|null $batch_id Of a payment of a batch: the id of the first payment of the batch.
     * @param int|null $batch_item And its place in the batch, from 1.
     * @param int|null $batch_items And how many payments the batch has.
     * @param int|null $quote_id Of a payment that named a quote: the quote.
     * @param string|null $quoted_at And when the quote was created.
     * @param string|null $sender_phone
     * @param string|null $sender_name
     * @param string|null $bank_reference Of a deposit or an adjustment: the document that it was booked from.
     * @param int|null $review_case Of an adjustment for a payment without a transaction: the review case.
     * @param int|null $resolves Of an adjustment that ends a review: the transaction.
     * @param array<string, mixed> $others The fields that have no property here, by their names.
     */
    public function __construct(
        public bool $api_triggered,
        public ?string $recipient_phone = null,
        public ?string $recipient_name = null,
        public ?string $customer_phone = null,
        public ?string $customer_name = null,
        public ?string $provider = null,
        public ?string $operator_receipt = null,
        public ?int $refunds = null,
        public ?int $bulk_payout_id = null,
        public ?int $bulk_payout_row = null,
        public ?int $batch_id = null,
        public ?int $batch_item = null,
        public ?int $batch_items = null,
        public ?int $quote_id = null,
        public ?string $quoted_at = null,
        public ?string $sender_phone = null,
        public ?string $sender_name = null,
        public ?string $bank_reference = null,
        public ?int $review_case = null,
        public ?int $resolves = null,
        public array $others = [],
    ) {
    }

    /**
     * Reads it from a decoded JSON object; unknown fields are in `others`.
     *
     * @param array<string, mixed> $body
     *
     * @throws \TypeError when a field is missing or has another type
     */
    public static function from(array $body): self
    {
        return new self(
            $body['api_triggered'] ?? null,
            $body['recipient_phone'] ?? null,
            $body['recipient_name'] ?? null,
            $body['customer_phone'] ?? null,
            $body['customer_name'] ?? null,
            $body['provider'] ?? null,
            $body['operator_receipt'] ?? null,
            $body['refunds'] ?? null,
            $body['bulk_payout_id'] ?? null,
            $body['bulk_payout_row'] ?? null,
            $body['batch_id'] ?? null,
            $body['batch_item'] ?? null,
            $body['batch_items'] ?? null,
            $body['quote_id'] ?? null,
            $body['quoted_at'] ?? null,
            $body['sender_phone'] ?? null,
            $body['sender_name'] ?? null,
            $body['bank_reference'] ?? null,
            $body['review_case'] ?? null,
            $body['resolves'] ?? null,
            array_diff_key($body, [
                'api_triggered' => true,
                'recipient_phone' => true,
                'recipient_name' => true,
                'customer_phone' => true,
                'customer_name' => true,
                'provider' => true,
                'operator_receipt' => true,
                'refunds' => true,
                'bulk_payout_id' => true,
                'bulk_payout_row' => true,
                'batch_id' => true,
                'batch_item' => true,
                'batch_items' => true,
                'quote_id' => true,
                'quoted_at' => true,
                'sender_phone' => true,
                'sender_name' => true,
                'bank_reference' => true,
                'review_case' => true,
                'resolves' => true,
            ]),
        );
    }

    /** @return array<string, mixed> all fields on one level, as the API has them */
    public function jsonSerialize(): array
    {
        $fields = get_object_vars($this);
        unset($fields['others']);

        return $fields + $this->others;
    }
}
