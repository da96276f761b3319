<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

use Nsimbi\Error\ValidationError;
use Nsimbi\Http\WholeNumber;

/** The query of listBulkPayoutRows. */
final readonly class BulkPayoutRowsQuery
{
    public ?int $limit;

    /**
     * @param BulkPayoutRowStatus|string|null $status waiting, processing, completed, failed, cancelled
     * @param int|null $limit Items on a page.
     * @param string|null $cursor next_cursor of the page before.
     *
     * @throws ValidationError when a number is not whole, or not from 0 to 2^53 - 1
     */
    public function __construct(
        public BulkPayoutRowStatus|string|null $status = null,
        int|float|null $limit = null,
        public string|null $cursor = null,
    ) {
        $this->limit = WholeNumber::orNull('limit', $limit);
    }
}
