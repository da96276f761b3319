<?php

declare(strict_types=1);

namespace NsimbiPayments;

/** What the outcome of a refund does to its order. The caller holds the order's lock and saves the record. */
final class RefundEvents
{
    public static function complete(\WC_Order $order, OrderRecord $record, RefundAttempt $refund, int $transactionId): OrderRecord
    {
        $order->add_order_note(sprintf(
            /* translators: 1: amount 2: number of a transaction */
            __('Nsimbi: the customer has received the refund of %1$s (transaction %2$s).', 'nsimbi-payments'),
            Amount::text($refund->amount),
            (string) $transactionId,
        ));

        return $record->withRefund($refund->with(RefundState::Completed, $transactionId));
    }

    /** WooCommerce has no record any more of a refund that had failed: a person decides about one that was paid after all. */
    public static function completeFailed(\WC_Order $order, OrderRecord $record, RefundAttempt $refund, CollectionEvent $event): OrderRecord
    {
        MerchantAlert::send($order, sprintf(
            /* translators: 1: amount 2: reference of a transaction */
            __('Nsimbi: the refund of %1$s, which had failed, was paid after all (%2$s): the customer has the money. Do not pay it again, and record it with "Refund manually". If it was refunded a second time, the customer was paid twice.', 'nsimbi-payments'),
            Amount::text($refund->amount),
            $event->reference,
        ));

        return $record->withRefund($refund->with(RefundState::Failed, $event->transactionId));
    }

    /**
     * Takes a refund back that WooCommerce has recorded and that was not paid: its record is deleted, so that the amount can be refunded
     * again, and an order that became "refunded" by it gets the status that it had before.
     *
     * @param int|null $transactionId null for a refund that the service refused before it wrote a transaction
     */
    public static function fail(\WC_Order $order, OrderRecord $record, RefundAttempt $refund, string $reason, ?int $transactionId): OrderRecord
    {
        $recorded = wc_get_order($refund->refundId);
        if ($recorded instanceof \WC_Order_Refund && $recorded->get_parent_id() === $order->get_id()) {
            $recorded->delete(true);
            do_action('woocommerce_refund_deleted', $refund->refundId, $order->get_id());
        }
        if ($order->has_status('refunded')) {
            $order->set_status($refund->statusBefore);
        }
        MerchantAlert::send($order, sprintf(
            /* translators: 1: amount 2: sentence that says why */
            __('Nsimbi: the refund of %1$s failed, and the customer has not received it. %2$s The money is in your wallet, and the refund was removed from this order. Refund again, or pay the customer in another way. Check the stock if items were put back.', 'nsimbi-payments'),
            Amount::text($refund->amount),
            $reason,
        ));

        return $record->withRefund($refund->with(RefundState::Failed, $transactionId));
    }
}
