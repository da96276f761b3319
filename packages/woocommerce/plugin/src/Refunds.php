<?php

declare(strict_types=1);

namespace NsimbiPayments;

use NsimbiPayments\Sdk\CallOptions;
use NsimbiPayments\Sdk\Error\NsimbiError;
use NsimbiPayments\Sdk\Model\RefundRequest;
use NsimbiPayments\Sdk\Nsimbi;

/** Pays customers back. */
final readonly class Refunds
{
    public const REPEAT_HOOK = 'nsimbi_payments_repeat_refund';
    private const TIMEOUT_MS = 15_000;
    private const REPEAT_AFTER_SECONDS = 300;

    public function __construct(private Nsimbi $nsimbi, private string $mode)
    {
    }

    /**
     * Asks the service to pay a part of an order, or all of it, back. While it is not known whether the request arrived, it counts as asked
     * for, and is repeated later with the same key.
     *
     * @param int $refundId the refund in WooCommerce
     * @param int $amount whole shillings
     *
     * @return string|null null when the refund is on its way, or may be; else the sentence that says why not
     *
     * @throws OrderIsLocked before the request is sent; after that nothing is thrown, and a response that could not be stored is an unknown one
     */
    public function ask(int $orderId, int $refundId, int $amount): ?string
    {
        $refund = OrderStore::change($orderId, function (\WC_Order $order, OrderRecord $record) use ($refundId, $amount): array {
            $paid = $record->paidAttempt();
            if ($paid?->collectionId === null) {
                return [$record, __('This order has no payment that Nsimbi can pay back.', 'nsimbi-payments')];
            }
            if ($paid->mode !== $this->mode) {
                return [$record, __('This order was paid in the other mode (test or live) than that of the API key in the settings.', 'nsimbi-payments')];
            }
            $key = Keys::ofRefund($order, $refundId);
            $refund = $record->refundOfKey($key) ?? new RefundAttempt(
                $refundId,
                $key,
                $paid->collectionId,
                $amount,
                Keys::orderNumber($order),
                $this->mode,
                $order->get_status(),
                time(),
                RefundState::Unanswered,
            );

            return [$record->withRefund($refund), $refund];
        });
        if (!$refund instanceof RefundAttempt) {
            return $refund ?? __('This order does not exist any more.', 'nsimbi-payments');
        }
        // Before the call: a process that stops in it leaves a refund that is repeated all the same.
        self::repeatLater($orderId, $refund);
        $refusal = null;
        try {
            $refusal = $this->call($orderId, $refund, false);
            if ($refusal !== null) {
                $this->store($orderId, $refund, RefundState::Failed, $refusal->data?->transaction_id);
            }
        } catch (\Throwable $error) {
            // After an exception WooCommerce would delete its refund and the merchant refund again with a new key, though this one may be paid.
            Log::error('The response to a refund could not be stored: ' . $error->getMessage(), [
                'order_id' => $orderId,
                'refund_id' => $refund->refundId,
            ]);
            if (OrderStore::freshRecord($orderId)?->refundOfKey($refund->key)?->state !== RefundState::Failed) {
                return null;
            }
        }

        return $refusal?->getMessage();
    }

    /**
     * Repeats a refund whose response is not known, now and later until it is known, or too old. Does nothing for one that is known.
     *
     * @param \Closure(): (self|null) $withSettings gives null while the settings are not complete
     *
     * @throws OrderIsLocked when the response could not be stored; the next repeat is scheduled
     */
    public static function repeat(int $orderId, string $key, \Closure $withSettings): void
    {
        $order = wc_get_order($orderId);
        $refund = $order instanceof \WC_Order ? OrderStore::recordOf($order)->refundOfKey($key) : null;
        if ($refund?->state !== RefundState::Unanswered) {
            return;
        }
        if (time() - $refund->askedAt > Keys::REPEAT_WITHIN_SECONDS) {
            MerchantAlert::send($order, sprintf(
                /* translators: 1: amount 2: reference of the refund */
                __('Nsimbi: it is still not known whether the refund of %1$s was made. Look for %2$s among the transactions of your wallet. If it is not there, delete the refund in this order and refund again.', 'nsimbi-payments'),
                Amount::text($refund->amount),
                $refund->reference(),
            ));

            return;
        }
        // Before everything that can fail: WooCommerce runs an action once, also when it ends with an exception or its process stops.
        self::repeatLater($orderId, $refund);
        $refunds = $withSettings();
        if ($refunds === null || $refunds->mode !== $refund->mode) {
            return;
        }
        $refusal = $refunds->call($orderId, $refund, true);
        if ($refusal !== null) {
            OrderStore::change($orderId, static function (\WC_Order $fresh, OrderRecord $record) use ($key, $refusal): array {
                $current = $record->refundOfKey($key);
                $isOpen = $current?->state === RefundState::Unanswered;

                return [
                    $isOpen ? RefundEvents::fail($fresh, $record, $current, $refusal->getMessage(), $refusal->data?->transaction_id) : $record,
                    null,
                ];
            });
        }
    }

    /**
     * Makes the call, a second time when no response was received, and stores a success.
     *
     * @return NsimbiError|null a refusal; null for a success, and when the request will be repeated
     */
    private function call(int $orderId, RefundAttempt $refund, bool $isRepeat): ?NsimbiError
    {
        for ($calls = 1;; $calls += 1) {
            try {
                $paid = $this->nsimbi->refunds->create(
                    $refund->collectionId,
                    new RefundRequest(
                        amount: $refund->amount,
                        description: "Refund of order $refund->orderNumber",
                        client_reference: $refund->reference(),
                        metadata: ['order_id' => (string) $orderId, 'refund' => $refund->key],
                    ),
                    $refund->key,
                    new CallOptions(timeoutMs: self::TIMEOUT_MS, maxRetries: 0),
                );
                $this->store($orderId, $refund, RefundState::Processing, $paid->transaction_id);

                return null;
            } catch (NsimbiError $error) {
                Log::warning('A refund was not started: ' . $error->getMessage(), [
                    'order_id' => $orderId,
                    'refund_id' => $refund->refundId,
                    'code' => $error->errorCode,
                    'request_id' => $error->requestId,
                ]);
                if (CallResult::of($error, $isRepeat || $calls > 1) === CallResult::Refused) {
                    return $error;
                }
                if ($calls === 2 || $error->status === 409) {
                    if (!$isRepeat) {
                        self::noteUnknown($orderId, $refund);
                    }

                    return null;
                }
            }
        }
    }

    private static function repeatLater(int $orderId, RefundAttempt $refund): void
    {
        as_schedule_single_action(time() + self::REPEAT_AFTER_SECONDS, self::REPEAT_HOOK, [$orderId, $refund->key], 'nsimbi-payments');
    }

    private static function noteUnknown(int $orderId, RefundAttempt $refund): void
    {
        wc_get_order($orderId)->add_order_note(sprintf(
            /* translators: %s: amount */
            __('Nsimbi: it is not known yet whether the refund of %s was received. The same request is repeated until that is known. Do not pay the customer in another way.', 'nsimbi-payments'),
            Amount::text($refund->amount),
        ));
    }

    private function store(int $orderId, RefundAttempt $refund, RefundState $state, ?int $transactionId): void
    {
        OrderStore::change($orderId, function (\WC_Order $order, OrderRecord $record) use ($refund, $state, $transactionId): array {
            $current = $record->refundOfKey($refund->key) ?? $refund;
            $isFirst = $current->state === RefundState::Unanswered;
            if ($isFirst && $state === RefundState::Processing) {
                $order->add_order_note(sprintf(
                    /* translators: 1: amount 2: number of a transaction */
                    __('Nsimbi: a refund of %1$s is on its way (transaction %2$s). A note follows when the customer has it.', 'nsimbi-payments'),
                    Amount::text($refund->amount),
                    (string) $transactionId,
                ));
            }

            return [$record->withRefund($current->with($isFirst ? $state : $current->state, $transactionId)), null];
        });
    }
}
