<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** The body of a request. */
final readonly class CreateBulkPayoutRequest
{
    /**
     * @param string $name For the people who approve it and read its result.
     * @param list<BulkPayoutRowRequest>|null $rows Or `csv`.
     * @param string|null $csv Rows of phone, amount and description, with a header or without; at most 10,000.
     * @param bool|null $ask_approval Require a second person also below the threshold of the wallet.
     */
    public function __construct(
        public string $name,
        public array|null $rows = null,
        public string|null $csv = null,
        public bool|null $ask_approval = null,
    ) {
    }
}
