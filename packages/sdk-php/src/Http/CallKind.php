<?php

declare(strict_types=1);

namespace Nsimbi\Http;

/** What a repeat of a call can do. */
enum CallKind: string
{
    /** Nothing, it only reads. */
    case Read = 'read';
    /** Nothing twice, because every attempt has the same Idempotency-Key. */
    case Keyed = 'keyed';
    /** It can happen twice, for example a second webhook is created. */
    case Unkeyed = 'unkeyed';
}
