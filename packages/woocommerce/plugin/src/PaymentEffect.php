<?php

declare(strict_types=1);

namespace NsimbiPayments;

/** What the end of a collection does to its order. */
enum PaymentEffect: string
{
    /** The order is paid. */
    case Pay = 'paid';
    /** The order was cancelled before its payment arrived: a person decides whether it is delivered. */
    case PayCancelled = 'paid_after_cancellation';
    /** The order was paid already, or takes no payment: the money must go back, or a person decides. */
    case Overpay = 'overpaid';
    /** The amount is not the total of the order: a person decides. */
    case PayOtherAmount = 'other_amount';
    /** The attempt failed, and no other one is open: the order is failed, and the customer can pay again. */
    case Fail = 'failed';
    /** The attempt failed; the order stays as it is. */
    case NoteFailure = 'attempt_failed';
    /** The event is of a mode other than that of the attempt or of the settings. */
    case IgnoreMode = 'other_mode';
    /** The attempt belongs to another collection. */
    case IgnoreCollection = 'other_collection';
    /** The attempt has ended: nothing changes. */
    case IgnoreLate = 'nothing_new';

    /**
     * Decides what an event does. An order only moves forward: nothing takes a payment away from it, and money that was received is never
     * left without a trace. Pure.
     *
     * @param string $orderStatus as of WC_Order::get_status()
     * @param bool $isPaid whether the order has been paid, in whatever way
     * @param int|null $orderTotal whole shillings; null for a total that is none, or has another currency
     * @param string $mode that of the settings
     */
    public static function of(
        CollectionEvent $event,
        PaymentAttempt $attempt,
        OrderRecord $record,
        string $orderStatus,
        bool $isPaid,
        ?int $orderTotal,
        string $mode,
    ): self {
        if ($event->mode !== $mode || $event->mode !== $attempt->mode) {
            return self::IgnoreMode;
        }
        if ($attempt->collectionId !== null && $attempt->collectionId !== $event->transactionId) {
            return self::IgnoreCollection;
        }
        if ($attempt->state->hasMoney()) {
            return self::IgnoreLate;
        }
        if ($event->status === 'completed') {
            if ($isPaid || $record->paidAttempt() !== null || in_array($orderStatus, ['refunded', 'trash'], true)) {
                return self::Overpay;
            }
            if ($event->currency !== 'UGX' || $event->amount !== $attempt->amount || $event->amount !== $orderTotal) {
                return self::PayOtherAmount;
            }

            return $orderStatus === 'cancelled' ? self::PayCancelled : self::Pay;
        }
        if ($attempt->state === AttemptState::Failed) {
            return self::IgnoreLate;
        }
        $isLastOpen = !$record->withAttempt($attempt->with(AttemptState::Failed))->hasOpenAttempt();

        return !$isPaid && $isLastOpen && $orderStatus === 'pending' ? self::Fail : self::NoteFailure;
    }
}
