<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Error\TimeoutError;
use Nsimbi\Http\Call;
use Nsimbi\Http\Path;
use Nsimbi\Http\Transport;
use Nsimbi\Http\Waiting;
use Nsimbi\Model\CollectPaymentRequest;
use Nsimbi\Model\Collection;
use Nsimbi\Model\CollectionStatus;
use Nsimbi\Model\Transaction;
use Nsimbi\Model\TransactionType;
use Nsimbi\Model\TransactionsQuery;

/** Payments of customers into the wallet. */
final readonly class Collections
{
    public function __construct(private Transport $transport)
    {
    }

    /**
     * Asks a customer to pay: their phone shows a prompt. The same idempotency key never asks twice.
     *
     * @param CollectPaymentRequest $request `amount` in whole shillings
     * @param string|null $idempotencyKey 1 to 255 visible ASCII characters; null for a random one, the same for all attempts of this call
     *
     * @return Collection with `status` `processing`
     *
     * @throws NsimbiError with the `idempotencyKey`, to continue with
     */
    public function create(
        CollectPaymentRequest $request,
        ?string $idempotencyKey = null,
        ?CallOptions $options = null,
    ): Collection {
        $call = Call::keyed('/api/v1/wallet/collect-payment', $request);

        return $this->transport->data($call, Collection::from(...), $options, $idempotencyKey);
    }

    /**
     * The collection with its status. Only `status` says how it ended: a failed collection is no error.
     *
     * @param int|float $id `transaction_id` of the collection
     *
     * @throws NsimbiError
     */
    public function get(int|float $id, ?CallOptions $options = null): CollectionStatus
    {
        $call = Call::read('/api/v1/wallet/collections/' . Path::id($id) . '/status');

        return $this->transport->json($call, fn (array $body) => CollectionStatus::from($body), $options);
    }

    /**
     * Waits until a collection is `completed` or `failed`, by reading its status within the rate limit. For many collections at the same
     * time use webhooks.
     *
     * @param int|float $id `transaction_id` of the collection
     * @param int $timeoutMs milliseconds in all
     *
     * @throws TimeoutError with the code `not_final_in_time`
     * @throws NsimbiError
     */
    public function wait(int|float $id, int $timeoutMs = Waiting::TIMEOUT_MS): CollectionStatus
    {
        return Waiting::until(
            fn (CallOptions $read) => $this->get($id, $read),
            Waiting::isFinal(...),
            $this->transport->clock,
            $timeoutMs,
        );
    }

    /**
     * The transactions of all collections, the newest first.
     *
     * @param TransactionsQuery|null $query its `type` is not used
     *
     * @return \Generator<int, Transaction, void, void>
     *
     * @throws NsimbiError
     */
    public function iterate(?TransactionsQuery $query = null, ?CallOptions $options = null): \Generator
    {
        $values = ['type' => TransactionType::Collection] + get_object_vars($query ?? new TransactionsQuery());

        return (new Transactions($this->transport))->iterate(new TransactionsQuery(...$values), $options);
    }
}
