<?php

declare(strict_types=1);

namespace NsimbiPayments;

/** One request to a customer to pay for an order, with everything that its body and its key are made of. */
final readonly class PaymentAttempt
{
    /**
     * @param int $number 1 for the first of the order
     * @param string $key the Idempotency-Key; also in the metadata of the collection, by which an event is assigned to its attempt
     * @param string $phone 12 digits that begin with 256
     * @param int $amount whole shillings
     * @param string $orderNumber the number that shop and customer know, as it was then
     * @param string $mode `live` or `test`
     * @param int $askedAt Unix time in seconds
     * @param int|null $collectionId `transaction_id` of the collection; null while no response is known
     * @param string|null $failure `failure_code` of a failed collection, or the code of a refusal
     */
    public function __construct(
        public int $number,
        public string $key,
        public string $phone,
        public int $amount,
        public string $orderNumber,
        public string $mode,
        public int $askedAt,
        public AttemptState $state,
        public ?int $collectionId = null,
        public ?string $failure = null,
    ) {
    }

    /** The `client_reference`. Later attempts have another one, because a wallet can be set to take each reference once. */
    public function reference(): string
    {
        return $this->number === 1 ? $this->orderNumber : "$this->orderNumber-$this->number";
    }

    public function with(AttemptState $state, ?int $collectionId = null, ?string $failure = null): self
    {
        return new self(
            $this->number,
            $this->key,
            $this->phone,
            $this->amount,
            $this->orderNumber,
            $this->mode,
            $this->askedAt,
            $state,
            $collectionId ?? $this->collectionId,
            $failure ?? $this->failure,
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
        return new self(...['state' => AttemptState::from($fields['state'])] + $fields);
    }
}
