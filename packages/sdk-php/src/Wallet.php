<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\Call;
use Nsimbi\Http\Transport;
use Nsimbi\Model\Balance;
use Nsimbi\Model\Batch;
use Nsimbi\Model\BatchRequest;
use Nsimbi\Model\Fee;
use Nsimbi\Model\FeeQuery;
use Nsimbi\Model\Limits;
use Nsimbi\Model\Payment;
use Nsimbi\Model\PhoneLookup;
use Nsimbi\Model\SendMoneyRequest;
use Nsimbi\Model\WithdrawToMobileRequest;
use Nsimbi\Model\Withdrawal;

/** The wallet of the key. */
final readonly class Wallet
{
    public Transactions $transactions;
    public Statements $statements;

    public function __construct(private Transport $transport)
    {
        $this->transactions = new Transactions($transport);
        $this->statements = new Statements($transport);
    }

    /**
     * The balance now, or the one after everything before `at`. Amounts in shillings.
     *
     * @throws NsimbiError
     */
    public function balance(\DateTimeInterface|string|null $at = null, ?CallOptions $options = null): Balance
    {
        return $this->transport->data(Call::read('/api/v1/wallet/balance', ['at' => $at]), Balance::from(...), $options);
    }

    /**
     * What applies to the next payment: the most of one payment and of a day, the approval threshold, and the fees in force.
     *
     * @throws NsimbiError
     */
    public function limits(?CallOptions $options = null): Limits
    {
        return $this->transport->data(Call::read('/api/v1/wallet/limits'), Limits::from(...), $options);
    }

    /**
     * Sends money to a phone. The same idempotency key never pays twice.
     *
     * @param SendMoneyRequest $request `amount` in whole shillings
     * @param string|null $idempotencyKey 1 to 255 visible ASCII characters; null for a random one, the same for all attempts of this call
     *
     * @return Payment as it was accepted; `status` is `processing` until the operator's final answer
     *
     * @throws NsimbiError with the `idempotencyKey`, to continue with
     */
    public function sendMoney(SendMoneyRequest $request, ?string $idempotencyKey = null, ?CallOptions $options = null): Payment
    {
        return $this->transport->data(Call::keyed('/api/v1/wallet/send-money', $request), Payment::from(...), $options, $idempotencyKey);
    }

    /**
     * Makes up to 256 payments to wallets of the service, all or none. The same idempotency key never pays twice.
     *
     * @param BatchRequest $request each payment as of `sendMoney`
     * @param string|null $idempotencyKey as of `sendMoney`
     *
     * @return Batch the sums, and each payment in the order of the request
     *
     * @throws NsimbiError with the `idempotencyKey`; where one payment is the cause, `fields` names it, such as `payments[2].amount`
     */
    public function sendBatch(BatchRequest $request, ?string $idempotencyKey = null, ?CallOptions $options = null): Batch
    {
        return $this->transport->data(Call::keyed('/api/v1/wallet/batches', $request), Batch::from(...), $options, $idempotencyKey);
    }

    /**
     * Withdraws money to a mobile-money account. The same idempotency key never pays twice.
     *
     * @param WithdrawToMobileRequest $request `amount` in whole shillings; the fee comes on top
     * @param string|null $idempotencyKey as of `sendMoney`
     *
     * @throws NsimbiError with the `idempotencyKey`, to continue with
     */
    public function withdraw(
        WithdrawToMobileRequest $request,
        ?string $idempotencyKey = null,
        ?CallOptions $options = null,
    ): Withdrawal {
        $call = Call::keyed('/api/v1/wallet/withdraw/mobile', $request);

        return $this->transport->data($call, Withdrawal::from(...), $options, $idempotencyKey);
    }

    /**
     * The fee that an operation would have now. Amounts in shillings.
     *
     * @throws NsimbiError
     */
    public function quoteFee(FeeQuery $query, ?CallOptions $options = null): Fee
    {
        return $this->transport->data(Call::read('/api/v1/wallet/fees', $query), Fee::from(...), $options);
    }

    /**
     * Whom a payment to this phone would reach.
     *
     * @param string $phone 12 digits that begin with 256
     *
     * @throws NsimbiError
     */
    public function lookup(string $phone, ?CallOptions $options = null): PhoneLookup
    {
        return $this->transport->data(Call::read('/api/v1/wallet/lookup', ['phone' => $phone]), PhoneLookup::from(...), $options);
    }
}
