<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

use Nsimbi\Error\ValidationError;
use Nsimbi\Http\WholeNumber;

/** The body of a request. */
final readonly class SecretRoll
{
    public ?int $overlap_seconds;

    /**
     * @param int|null $overlap_seconds How long the old secret also signs; 0 ends it at once.
     *
     * @throws ValidationError when a number is not whole, or not from 0 to 2^53 - 1
     */
    public function __construct(
        int|float|null $overlap_seconds = null,
    ) {
        $this->overlap_seconds = WholeNumber::orNull('overlap_seconds', $overlap_seconds);
    }
}
