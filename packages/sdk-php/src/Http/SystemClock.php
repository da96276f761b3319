<?php

declare(strict_types=1);

namespace Nsimbi\Http;

/** The clock of the machine. */
final class SystemClock implements Clock
{
    public function nowMs(): int
    {
        return (int) floor(microtime(true) * 1_000);
    }

    public function elapsedMs(): int
    {
        return intdiv(hrtime(true), 1_000_000);
    }

    public function pause(int $pauseMs): void
    {
        // A signal ends usleep early, so the rest of the time is waited for.
        $endMs = $this->elapsedMs() + $pauseMs;
        while (($leftMs = $endMs - $this->elapsedMs()) > 0) {
            usleep($leftMs * 1_000);
        }
    }

    public function random(): float
    {
        return random_int(0, 2 ** 53 - 1) / 2 ** 53;
    }
}
