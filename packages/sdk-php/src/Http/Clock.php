<?php

declare(strict_types=1);

namespace Nsimbi\Http;

/** Time and chance, so that tests need not wait. */
interface Clock
{
    /** @return int milliseconds since 1970 */
    public function nowMs(): int;

    /** @return int milliseconds since some moment, never going back */
    public function elapsedMs(): int;

    public function pause(int $pauseMs): void;

    /** @return float from 0 to below 1 */
    public function random(): float;
}
