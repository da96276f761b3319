<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

use Nsimbi\Error\ValidationError;
use Nsimbi\Http\WholeNumber;

/** The query of listTransactions. */
final readonly class TransactionsQuery
{
    public ?int $limit;

    /**
     * @param int|null $limit Items on a page.
     * @param string|null $cursor next_cursor of an earlier page.
     * @param TransactionType|string|null $type payment_sent, payment_received, withdrawal, collection, deposit, adjustment, refund
     * @param TransactionStatus|string|null $status pending, processing, completed, failed
     * @param string|null $reference
     * @param string|null $phone The phone of the counterparty.
     * @param \DateTimeInterface|string|null $from Created at or after this moment.
     * @param \DateTimeInterface|string|null $to Created before this moment.
     * @param string|null $client_reference The client's own number or name of it.
     * @param string|null $metadata A pair that the payment must have, written name:value.
     *
     * @throws ValidationError when a number is not whole, or not from 0 to 2^53 - 1
     */
    public function __construct(
        int|float|null $limit = null,
        public string|null $cursor = null,
        public TransactionType|string|null $type = null,
        public TransactionStatus|string|null $status = null,
        public string|null $reference = null,
        public string|null $phone = null,
        public \DateTimeInterface|string|null $from = null,
        public \DateTimeInterface|string|null $to = null,
        public string|null $client_reference = null,
        public string|null $metadata = null,
    ) {
        $this->limit = WholeNumber::orNull('limit', $limit);
    }
}
