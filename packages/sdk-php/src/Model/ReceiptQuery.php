<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

/** The query of readReceipt. */
final readonly class ReceiptQuery
{
    /**
     * @param Disclosure|string|null $business full, masked, hidden. How the receipt shows the business of the wallet: `full`, `masked` (`25677*****42`, `A.
     * @param Disclosure|string|null $counterparty full, masked, hidden. How the receipt shows the other side: `full`, `masked` (`25677*****42`, `A.
     * @param bool|null $show_description Whether the receipt shows the description.
     */
    public function __construct(
        public Disclosure|string|null $business = null,
        public Disclosure|string|null $counterparty = null,
        public bool|null $show_description = null,
    ) {
    }
}
