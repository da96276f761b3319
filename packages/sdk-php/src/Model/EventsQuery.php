<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

use Nsimbi\Error\ValidationError;
use Nsimbi\Http\WholeNumber;

/** The query of readEvents. */
final readonly class EventsQuery
{
    public ?int $after;
    public ?int $limit;

    /**
     * @param int|null $after Events after this sequence: next_cursor of the page before, also of an empty one.
     * @param int|null $limit Items on a page.
     *
     * @throws ValidationError when a number is not whole, or not from 0 to 2^53 - 1
     */
    public function __construct(
        int|float|null $after = null,
        int|float|null $limit = null,
    ) {
        $this->after = WholeNumber::orNull('after', $after);
        $this->limit = WholeNumber::orNull('limit', $limit);
    }
}
