<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

use Nsimbi\Error\ValidationError;
use Nsimbi\Http\WholeNumber;

/** The query of readStatement. */
final readonly class StatementQuery
{
    public ?int $limit;

    /**
     * @param string $from The first day, in Kampala.
     * @param string $to The last day, in Kampala; a statement has at most 366 days.
     * @param int|null $limit Items on a page.
     * @param string|null $cursor next_cursor of an earlier page.
     *
     * @throws ValidationError when a number is not whole, or not from 0 to 2^53 - 1
     */
    public function __construct(
        public string $from,
        public string $to,
        int|float|null $limit = null,
        public string|null $cursor = null,
    ) {
        $this->limit = WholeNumber::orNull('limit', $limit);
    }
}
