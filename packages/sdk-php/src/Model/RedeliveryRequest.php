<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** The body of a request. */
final readonly class RedeliveryRequest
{
    /**
     * @param \DateTimeInterface|string $from Events that happened at or after this moment.
     * @param \DateTimeInterface|string|null $to Events that happened before this moment; left out: until now.
     */
    public function __construct(
        public \DateTimeInterface|string $from,
        public \DateTimeInterface|string|null $to = null,
    ) {
    }
}
