<?php

declare(strict_types=1);

namespace Nsimbi\Http;

use Nsimbi\CallOptions;
use Nsimbi\Error\NsimbiError;
use Nsimbi\Error\TimeoutError;

/** Waiting for a final status by reading it. */
final class Waiting
{
    /** Ten minutes, twice the time that a customer has to answer a prompt. */
    public const TIMEOUT_MS = 600_000;
    private const READ_MS_MAX = 30_000;
    /** A status may be read 300 times a minute with a key: at five seconds, 25 calls can wait at the same time. */
    private const PAUSE_FIRST_MS = 1_000;
    private const PAUSE_MAX_MS = 5_000;
    private const PAUSE_GROWTH = 1.5;

    /**
     * The pause before the next read, between three quarters of the full pause and the full pause, so that waiting calls spread. Pure.
     *
     * @param int $readsDone from 1
     * @param float $random from 0 to below 1
     *
     * @return int milliseconds
     */
    public static function pauseMs(int $readsDone, float $random): int
    {
        $fullMs = min(self::PAUSE_MAX_MS, self::PAUSE_FIRST_MS * self::PAUSE_GROWTH ** ($readsDone - 1));

        return (int) floor($fullMs * (0.75 + $random / 4));
    }

    /** Whether a transaction or a collection has the status `completed` or `failed`. Pure. */
    public static function isFinal(object $found): bool
    {
        return $found->status === 'completed' || $found->status === 'failed';
    }

    /**
     * Reads until what is read is final. Failures that pass, such as a lost connection or a rate limit, do not end it.
     *
     * @template T of object
     *
     * @param callable(CallOptions): T $read what it gives has a `status`
     * @param callable(T): bool $isFinal
     * @param int $timeoutMs milliseconds in all
     *
     * @return T what was read last
     *
     * @throws TimeoutError with the code `not_final_in_time`
     * @throws NsimbiError when a read fails for good
     */
    public static function until(callable $read, callable $isFinal, Clock $clock, int $timeoutMs): object
    {
        $endMs = $clock->elapsedMs() + $timeoutMs;
        $last = 'unknown';
        for ($readsDone = 1;; $readsDone += 1) {
            $retryAfterMs = 0;
            try {
                $leftMs = max(1, $endMs - $clock->elapsedMs());
                $found = $read(new CallOptions(timeoutMs: min(self::READ_MS_MAX, $leftMs), maxRetries: 0));
                if ($isFinal($found)) {
                    return $found;
                }
                $last = $found->status;
            } catch (NsimbiError $error) {
                if (!$error->isRetryable) {
                    throw $error;
                }
                $retryAfterMs = $error->retryAfterMs ?? 0;
            }
            $leftMs = $endMs - $clock->elapsedMs();
            if ($leftMs <= $retryAfterMs) {
                throw new TimeoutError("The status was still $last after $timeoutMs ms.", 'not_final_in_time', true);
            }
            $clock->pause(min(max($retryAfterMs, self::pauseMs($readsDone, $clock->random())), $leftMs));
        }
    }
}
