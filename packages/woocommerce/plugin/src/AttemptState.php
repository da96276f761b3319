<?php

declare(strict_types=1);

namespace NsimbiPayments;

/** What is known of one request to a customer to pay. */
enum AttemptState: string
{
    /** The call was begun, and no response to it is known: it may have reached the service. It is repeated with the same key only. */
    case Unanswered = 'unanswered';
    /** The customer is asked on the phone. */
    case Waiting = 'waiting';
    /** The service refused it, or the operator did so at once. */
    case Refused = 'refused';
    /** It ended without a payment. */
    case Failed = 'failed';
    /** It paid for the order. */
    case Paid = 'paid';
    /** Money was received that does not pay for the order, such as a second payment: a person decides about it. */
    case Unassigned = 'unassigned';

    public function isOpen(): bool
    {
        return $this === self::Unanswered || $this === self::Waiting;
    }

    /** Whether the customer's money was received: nothing leaves such a state. */
    public function hasMoney(): bool
    {
        return $this === self::Paid || $this === self::Unassigned;
    }
}
