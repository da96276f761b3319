<?php

declare(strict_types=1);

namespace Nsimbi\Http;

/**
 * The decision whether a failed call is repeated. It follows docs/api.md of the service: a call is repeated only where that cannot do the
 * same thing twice.
 */
final class Retry
{
    /** The upper bound of the first pause; each later one has twice the bound of the one before. */
    private const BACKOFF_FIRST_MS = 500;
    private const BACKOFF_MAX_MS = 8_000;
    /** The windows of the rate limits are minutes. Whoever asks for more time gets it from the program, not from a call that hangs. */
    private const RETRY_AFTER_MAX_MS = 60_000;

    /**
     * Decides whether to repeat a call, and after which pause: exponential with full jitter, added to `Retry-After` where there is one, so
     * that many clients do not return in the same moment. Pure.
     *
     * @param int $retriesDone 0 after the first attempt
     * @param float $random from 0 to below 1
     *
     * @return int|null the pause in milliseconds; null when the call must not be repeated
     */
    public static function decide(CallKind $call, AttemptFailure $failure, int $retriesDone, int $retriesMax, float $random): ?int
    {
        if ($retriesDone >= $retriesMax) {
            return null;
        }
        if (!self::isRepeatable($call, $failure)) {
            return null;
        }
        $jitterMs = self::backoffMs($retriesDone, $random);
        if ($failure->retryAfterMs === null) {
            return $jitterMs;
        }

        return $failure->retryAfterMs > self::RETRY_AFTER_MAX_MS ? null : $failure->retryAfterMs + $jitterMs;
    }

    /**
     * A pause that grows with the number of repeats and has a limit. Pure.
     *
     * @param float $random from 0 to below 1
     *
     * @return int milliseconds
     */
    public static function backoffMs(int $retriesDone, float $random): int
    {
        // The limit is reached after four doublings; more of them would leave the range of integers.
        return (int) floor($random * min(self::BACKOFF_MAX_MS, self::BACKOFF_FIRST_MS * 2 ** min($retriesDone, 4)));
    }

    /**
     * Whether the same call, with the same Idempotency-Key where it has one, may be sent again without doing the same thing twice, and can
     * then have another result. Pure.
     */
    public static function isRepeatable(CallKind $call, AttemptFailure $failure): bool
    {
        if ($failure->wasNotSent) {
            return true;
        }
        if ($failure->status === null) {
            return $call !== CallKind::Unkeyed;
        }
        // The transaction ended and its money is back: the same key would repeat this response for ever.
        if ($failure->transactionStatus === 'failed') {
            return false;
        }
        if ($failure->status === 409) {
            return $failure->code === 'request_in_progress';
        }
        if ($call === CallKind::Unkeyed) {
            return self::saysThatNothingHappened($failure);
        }
        if ($failure->status === 408 || $failure->status === 429) {
            return true;
        }
        // A success that cannot be read, for example a page of a proxy: the same key gives the first response again.
        if ($failure->status >= 200 && $failure->status < 300) {
            return true;
        }

        return $failure->status >= 500;
    }

    /**
     * Reads a `Retry-After` header (RFC 9110 section 10.2.3): whole seconds, or an HTTP date. Pure.
     *
     * @param int $nowMs milliseconds since 1970, for a date
     *
     * @return int|null milliseconds from 0; null when the header is absent or cannot be read
     */
    public static function parseRetryAfter(?string $header, int $nowMs): ?int
    {
        $text = trim($header ?? '');
        if (preg_match('/^\d{1,9}$/D', $text) === 1) {
            return (int) $text * 1_000;
        }
        // The three forms of RFC 9110 section 5.6.7; the last two are obsolete and must still be read.
        foreach (['!D, d M Y H:i:s \G\M\T', '!l, d-M-y H:i:s \G\M\T', '!D M j H:i:s Y'] as $form) {
            $date = \DateTimeImmutable::createFromFormat($form, $text, new \DateTimeZone('UTC'));
            if ($date !== false) {
                return max(0, $date->getTimestamp() * 1_000 - $nowMs);
            }
        }

        return null;
    }

    /** Whether a response excludes that the request did anything. */
    private static function saysThatNothingHappened(AttemptFailure $failure): bool
    {
        if ($failure->status === 408) {
            return $failure->code === 'request_timeout';
        }
        if ($failure->retryAfterMs === null) {
            return false;
        }
        if ($failure->status === 429) {
            return true;
        }

        return $failure->status === 503 && $failure->code !== null && $failure->code !== 'outcome_unknown' && !$failure->hasTransaction;
    }
}
