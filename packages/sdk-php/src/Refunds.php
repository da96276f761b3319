<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\Call;
use Nsimbi\Http\Path;
use Nsimbi\Http\Transport;
use Nsimbi\Model\Refund;
use Nsimbi\Model\RefundRequest;
use Nsimbi\Model\Transaction;
use Nsimbi\Model\TransactionType;
use Nsimbi\Model\TransactionsQuery;

/** Payments back to customers. */
final readonly class Refunds
{
    public function __construct(private Transport $transport)
    {
    }

    /**
     * Pays a completed collection back to its customer. The same idempotency key never pays twice.
     *
     * @param int|float $collectionId `transaction_id` of the collection
     * @param string|null $idempotencyKey 1 to 255 visible ASCII characters; null for a random one, the same for all attempts of this call
     *
     * @throws NsimbiError with the `idempotencyKey`, to continue with
     */
    public function create(
        int|float $collectionId,
        ?RefundRequest $request = null,
        ?string $idempotencyKey = null,
        ?CallOptions $options = null,
    ): Refund {
        $path = '/api/v1/wallet/collections/' . Path::id($collectionId) . '/refund';

        return $this->transport->data(Call::keyed($path, $request ?? new RefundRequest()), Refund::from(...), $options, $idempotencyKey);
    }

    /**
     * The transactions of all refunds, the newest first.
     *
     * @param TransactionsQuery|null $query its `type` is not used
     *
     * @return \Generator<int, Transaction, void, void>
     *
     * @throws NsimbiError
     */
    public function iterate(?TransactionsQuery $query = null, ?CallOptions $options = null): \Generator
    {
        $values = ['type' => TransactionType::Refund] + get_object_vars($query ?? new TransactionsQuery());

        return (new Transactions($this->transport))->iterate(new TransactionsQuery(...$values), $options);
    }
}
