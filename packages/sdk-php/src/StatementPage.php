<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Model\Pagination;
use Nsimbi\Model\Statement;

/** A statement with one page of its rows. */
final readonly class StatementPage
{
    /** @param string|null $asOf as of `Page` */
    public function __construct(
        public Statement $statement,
        public Pagination $pagination,
        public ?string $asOf = null,
    ) {
    }
}
