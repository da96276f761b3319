<?php

declare(strict_types=1);

namespace NsimbiPayments;

/** One refund that was asked for, with everything that its body and its key are made of. */
final readonly class RefundAttempt
{
    /**
     * @param int $refundId the refund in WooCommerce
     * @param string $key the Idempotency-Key; also in the metadata of the refund
     * @param int $collectionId the collection that is paid back
     * @param int $amount whole shillings
     * @param string $orderNumber the number that shop and customer know, as it was then
     * @param string $mode `live` or `test`
     * @param string $statusBefore status of the order before the refund
     * @param int $askedAt Unix time in seconds
     * @param int|null $transactionId null while no response is known
     */
    public function __construct(
        public int $refundId,
        public string $key,
        public int $collectionId,
        public int $amount,
        public string $orderNumber,
        public string $mode,
        public string $statusBefore,
        public int $askedAt,
        public RefundState $state,
        public ?int $transactionId = null,
    ) {
    }

    /** The `client_reference`. */
    public function reference(): string
    {
        return "$this->orderNumber-refund-$this->refundId";
    }

    public function with(RefundState $state, ?int $transactionId = null): self
    {
        return new self(
            $this->refundId,
            $this->key,
            $this->collectionId,
            $this->amount,
            $this->orderNumber,
            $this->mode,
            $this->statusBefore,
            $this->askedAt,
            $state,
            $transactionId ?? $this->transactionId,
        );
    }

    /** @return array<string, mixed> */
    public function toArray(): array
    {
        return ['state' => $this->state->value] + get_object_vars($this);
    }

    /** @param array<string, mixed> $fields as `toArray` gives them */
    public static function from(array $fields): self
    {
        return new self(...['state' => RefundState::from($fields['state'])] + $fields);
    }
}
