<?php

declare(strict_types=1);

namespace Nsimbi\Tests;

use Nsimbi\Http\Clock;

/** A clock that waits without waiting, and keeps how long. */
final class FakeClock implements Clock
{
    /** @var list<int> milliseconds */
    public array $pauses = [];
    public int $elapsed = 0;

    /** @param float $random what every draw gives; 0 makes the shortest pauses */
    public function __construct(private readonly float $random = 0.0)
    {
    }

    public function nowMs(): int
    {
        return 1_795_269_991_000 + $this->elapsed;
    }

    public function elapsedMs(): int
    {
        return $this->elapsed;
    }

    public function pause(int $pauseMs): void
    {
        $this->pauses[] = $pauseMs;
        $this->elapsed += $pauseMs;
    }

    public function random(): float
    {
        return $this->random;
    }
}
