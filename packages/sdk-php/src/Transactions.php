<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Error\TimeoutError;
use Nsimbi\Http\Call;
use Nsimbi\Http\Path;
use Nsimbi\Http\Transport;
use Nsimbi\Http\Waiting;
use Nsimbi\Model\Transaction;
use Nsimbi\Model\TransactionsQuery;

/** The transactions of the wallet. */
final readonly class Transactions
{
    public function __construct(private Transport $transport)
    {
    }

    /**
     * One page, the newest transaction first.
     *
     * @return Page<Transaction>
     *
     * @throws NsimbiError
     */
    public function list(?TransactionsQuery $query = null, ?CallOptions $options = null): Page
    {
        return $this->page(get_object_vars($query ?? new TransactionsQuery()), $options);
    }

    /**
     * All transactions, the newest first. `limit` is the size of a page, `cursor` the page to begin with.
     *
     * @return \Generator<int, Transaction, void, void>
     *
     * @throws NsimbiError
     */
    public function iterate(?TransactionsQuery $query = null, ?CallOptions $options = null): \Generator
    {
        $values = get_object_vars($query ?? new TransactionsQuery());

        return Page::items(fn (?string $cursor) => $this->page(['cursor' => $cursor ?? $values['cursor']] + $values, $options));
    }

    /** @throws NsimbiError */
    public function get(int|float $id, ?CallOptions $options = null): Transaction
    {
        return $this->transport->data(Call::read('/api/v1/wallet/transactions/' . Path::id($id)), Transaction::from(...), $options);
    }

    /**
     * Waits until a transaction is `completed` or `failed`.
     *
     * @param int $timeoutMs milliseconds in all
     *
     * @throws TimeoutError with the code `not_final_in_time`
     * @throws NsimbiError
     */
    public function wait(int|float $id, int $timeoutMs = Waiting::TIMEOUT_MS): Transaction
    {
        return Waiting::until(
            fn (CallOptions $read) => $this->get($id, $read),
            Waiting::isFinal(...),
            $this->transport->clock,
            $timeoutMs,
        );
    }

    /**
     * @param array<string, mixed> $query
     *
     * @return Page<Transaction>
     */
    private function page(array $query, ?CallOptions $options): Page
    {
        return Page::read($this->transport, Call::read('/api/v1/wallet/transactions', $query), Transaction::from(...), $options);
    }
}
