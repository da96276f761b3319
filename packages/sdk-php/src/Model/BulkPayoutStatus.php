<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

enum BulkPayoutStatus: string
{
    case Draft = 'draft';
    case AwaitingApproval = 'awaiting_approval';
    case Running = 'running';
    case Finished = 'finished';
    case Cancelled = 'cancelled';
    case Rejected = 'rejected';
    case Expired = 'expired';
}
