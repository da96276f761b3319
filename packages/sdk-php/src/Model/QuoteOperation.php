<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

enum QuoteOperation: string
{
    case SendMoney = 'send_money';
    case Withdrawal = 'withdrawal';
}
