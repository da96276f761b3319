<?php

declare(strict_types=1);

namespace NsimbiPayments;

use NsimbiPayments\Sdk\Error\NsimbiError;

/** What a failed call that moves money says about the money. */
enum CallResult
{
    /** Nothing moves: a new attempt takes a new key. */
    case Refused;
    /** The request may have been done: only the same request with the same key may follow. */
    case Unknown;

    /** Codes of the service that say that nothing was written, besides those of status 422 (docs/api.md, "A response"). */
    private const NOTHING_HAPPENED = ['operator_unavailable', 'database_unavailable'];

    /**
     * Decides it from an error of one attempt: the client package must not have repeated the call itself. Pure.
     *
     * @param bool $isRepeat whether the same request was sent before. A response that is given before the key is looked up (a wrong API key,
     *     too many requests, no database) then says nothing about the first one
     */
    public static function of(NsimbiError $error, bool $isRepeat): self
    {
        if ($error->data !== null) {
            // The transaction exists. Only a failed one has ended.
            return $error->data->status === 'failed' ? self::Refused : self::Unknown;
        }
        if ($error->errorCode === 'idempotency_key_reused') {
            // Something was done with this key, and only the service knows what.
            return self::Unknown;
        }
        if ($error->status === 422) {
            return self::Refused;
        }
        if ($isRepeat || $error->status === null || $error->status === 408 || $error->status === 409) {
            return self::Unknown;
        }
        if ($error->status >= 400 && $error->status < 500) {
            return self::Refused;
        }

        return $error->status === 503 && in_array($error->errorCode, self::NOTHING_HAPPENED, true) ? self::Refused : self::Unknown;
    }
}
