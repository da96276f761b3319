<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

enum TransactionType: string
{
    case PaymentSent = 'payment_sent';
    case PaymentReceived = 'payment_received';
    case Withdrawal = 'withdrawal';
    case Collection = 'collection';
    case Deposit = 'deposit';
    case Adjustment = 'adjustment';
    case Refund = 'refund';
}
