<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

use Nsimbi\Error\ValidationError;
use Nsimbi\Http\WholeNumber;

/** The query of listDeliveries. */
final readonly class DeliveriesQuery
{
    public ?int $limit;

    /**
     * @param int|null $limit Items on a page.
     * @param string|null $cursor next_cursor of an earlier page.
     *
     * @throws ValidationError when a number is not whole, or not from 0 to 2^53 - 1
     */
    public function __construct(
        int|float|null $limit = null,
        public string|null $cursor = null,
    ) {
        $this->limit = WholeNumber::orNull('limit', $limit);
    }
}
