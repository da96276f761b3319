<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

enum EventName: string
{
    case TransactionCreated = 'transaction.created';
    case TransactionCompleted = 'transaction.completed';
    case TransactionFailed = 'transaction.failed';
    case TransactionPending = 'transaction.pending';
    case WalletCredited = 'wallet.credited';
    case WalletDebited = 'wallet.debited';
    case DepositCompleted = 'deposit.completed';
    case DepositFailed = 'deposit.failed';
    case WithdrawalCompleted = 'withdrawal.completed';
    case WithdrawalFailed = 'withdrawal.failed';
    case SendMoneyCompleted = 'send_money.completed';
    case SendMoneyFailed = 'send_money.failed';
}
