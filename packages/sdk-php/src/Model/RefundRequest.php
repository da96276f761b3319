<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** The body of a request. */
final readonly class RefundRequest
{
    /**
     * @param string|null $description Free text.
     */
    public function __construct(
        public string|null $description = null,
    ) {
    }
}
