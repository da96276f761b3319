<?php

declare(strict_types=1);

namespace NsimbiPayments;

/** Does to an order what the end of a collection means. The caller holds the order's lock, and saves the order and its record. */
final class PaymentEvents
{
    /**
     * @return array{OrderRecord, PaymentEffect}
     *
     * @throws \RuntimeException when WooCommerce could not complete the payment: the event must be delivered again
     */
    public static function apply(
        \WC_Order $order,
        OrderRecord $record,
        PaymentAttempt $attempt,
        CollectionEvent $event,
        string $mode,
    ): array {
        // A process that stopped between the payment and the record left an order that this very collection has paid.
        $isPaidByThis = $order->get_transaction_id() === $event->reference;
        $effect = PaymentEffect::of(
            $event,
            $attempt,
            $record,
            $order->get_status(),
            $order->get_date_paid() !== null && !$isPaidByThis,
            $order->get_currency() === 'UGX' ? Amount::shillings($order->get_total()) : null,
            $mode,
        );
        // The record is saved last: a process that stops before that leaves an event that is delivered again, and what follows may be done twice.
        if ($effect === PaymentEffect::Pay && !self::pay($order, $event)) {
            $effect = PaymentEffect::Overpay;
        }
        $state = match ($effect) {
            PaymentEffect::Pay, PaymentEffect::PayCancelled => AttemptState::Paid,
            PaymentEffect::Overpay, PaymentEffect::PayOtherAmount => AttemptState::Unassigned,
            PaymentEffect::Fail, PaymentEffect::NoteFailure => AttemptState::Failed,
            default => null,
        };
        if ($state === null) {
            if ($effect === PaymentEffect::IgnoreMode && $event->mode === $attempt->mode && $event->status === 'completed') {
                self::noteOtherMode($order, $event);
            }
            if ($effect === PaymentEffect::IgnoreCollection && $event->status === 'completed') {
                self::noteOtherCollection($order, $event, $attempt);
            }

            return [$record, $effect];
        }
        match ($effect) {
            PaymentEffect::Pay => $order->add_order_note(self::sentenceOfPayment($event)),
            PaymentEffect::PayCancelled => self::payCancelled($order, $event),
            PaymentEffect::Overpay => self::overpay($order, $event),
            PaymentEffect::PayOtherAmount => self::payOtherAmount($order, $event),
            default => self::fail($order, $event, $effect),
        };

        return [$record->withAttempt($attempt->with($state, $event->transactionId, $event->failureCode)), $effect];
    }

    /**
     * @return bool whether this collection has paid the order: WooCommerce leaves an order alone whose status takes no payment, such as that
     *     of an order with cash on delivery, which has no date of payment either
     */
    private static function pay(\WC_Order $order, CollectionEvent $event): bool
    {
        if (!$order->payment_complete($event->reference)) {
            throw new \RuntimeException("WooCommerce could not complete the payment of order {$order->get_id()}.");
        }

        return $order->get_transaction_id() === $event->reference;
    }

    private static function payCancelled(\WC_Order $order, CollectionEvent $event): void
    {
        $order->set_transaction_id($event->reference);
        $order->set_date_paid(time());
        $order->set_status('on-hold');
        MerchantAlert::send($order, self::sentenceOfPayment($event) . ' '
            . __('The order had been cancelled before. Deliver it, or refund it.', 'nsimbi-payments'));
    }

    private static function overpay(\WC_Order $order, CollectionEvent $event): void
    {
        MerchantAlert::send($order, sprintf(
            /* translators: 1: amount 2: reference of a transaction */
            __('Nsimbi: OVERPAYMENT. The customer paid %1$s for this order by confirming an older request (%2$s), but the order was paid already, or is handled as if it were. Refund that transaction in the dashboard of Nsimbi, unless nothing else pays for the order. A refund in this order does not pay it back.', 'nsimbi-payments'),
            Amount::text($event->amount),
            $event->reference,
        ));
    }

    private static function payOtherAmount(\WC_Order $order, CollectionEvent $event): void
    {
        if ($order->has_status(['pending', 'failed', 'cancelled'])) {
            $order->set_status('on-hold');
        }
        MerchantAlert::send($order, sprintf(
            /* translators: 1: amount 2: reference of a transaction 3: total of the order */
            __('Nsimbi: the customer paid %1$s (%2$s), which is not the total of this order (%3$s). The order is not paid. Agree with the customer, or refund that transaction in the dashboard of Nsimbi.', 'nsimbi-payments'),
            Amount::text($event->amount),
            $event->reference,
            $order->get_currency() . ' ' . $order->get_total(),
        ));
    }

    private static function noteOtherMode(\WC_Order $order, CollectionEvent $event): void
    {
        MerchantAlert::send($order, self::sentenceOfPayment($event) . ' ' . sprintf(
            /* translators: %s: live or test */
            __('The order was not changed, because the API key in the settings is of the other mode. Set the key of %s mode again, and deliver the event again in the dashboard of Nsimbi.', 'nsimbi-payments'),
            $event->mode,
        ));
    }

    private static function noteOtherCollection(\WC_Order $order, CollectionEvent $event, PaymentAttempt $attempt): void
    {
        MerchantAlert::send($order, self::sentenceOfPayment($event) . ' ' . sprintf(
            /* translators: %s: number of a transaction */
            __('The order was not changed, because the same request belongs to another transaction (%s). Look at both in the dashboard of Nsimbi. If both were paid, refund one of them there.', 'nsimbi-payments'),
            (string) $attempt->collectionId,
        ));
    }

    private static function fail(\WC_Order $order, CollectionEvent $event, PaymentEffect $effect): void
    {
        $note = sprintf(
            /* translators: 1: reference of a transaction 2: sentence that says why */
            __('Nsimbi: the payment failed (%1$s). %2$s', 'nsimbi-payments'),
            $event->reference,
            $event->failureReason ?? '',
        );
        if ($effect === PaymentEffect::Fail) {
            $order->set_status('failed', $note);
        } else {
            $order->add_order_note($note);
        }
    }

    private static function sentenceOfPayment(CollectionEvent $event): string
    {
        return sprintf(
            /* translators: 1: amount 2: reference of a transaction */
            __('Nsimbi: the customer paid %1$s (%2$s).', 'nsimbi-payments'),
            Amount::text($event->amount),
            $event->reference,
        );
    }
}
