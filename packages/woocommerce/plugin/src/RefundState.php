<?php

declare(strict_types=1);

namespace NsimbiPayments;

/** What is known of one refund. */
enum RefundState: string
{
    /** The call was begun, and no response to it is known. It is repeated with the same key. */
    case Unanswered = 'unanswered';
    /** The service pays it. */
    case Processing = 'processing';
    case Completed = 'completed';
    /** It was refused or failed: the money is in the wallet. */
    case Failed = 'failed';

    public function isFinal(): bool
    {
        return $this === self::Completed || $this === self::Failed;
    }
}
