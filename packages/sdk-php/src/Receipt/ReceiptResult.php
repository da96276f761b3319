<?php

declare(strict_types=1);

namespace Nsimbi\Receipt;

/** What a verification finds. */
enum ReceiptResult: string
{
    /** The values are those of the signed ledger. */
    case Valid = 'valid';
    /** As `Valid`, but signed with a key that is not among the trusted ones. */
    case UnknownKey = 'unknown_key';
    /** Not in a signed round yet: the values are only what its issuer wrote. */
    case NotProven = 'not_proven';
    /** Something in it does not fit; see `altered`. */
    case Altered = 'altered';
}
