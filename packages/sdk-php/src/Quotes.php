<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\Call;
use Nsimbi\Http\Path;
use Nsimbi\Http\Transport;
use Nsimbi\Model\Quote;
use Nsimbi\Model\QuoteRequest;

/** What payments cost, held for ten minutes. */
final readonly class Quotes
{
    private const PATH = '/api/v1/wallet/quotes';

    public function __construct(private Transport $transport)
    {
    }

    /**
     * Holds the fee and total of a payment or withdrawal for ten minutes. A payment that names the `quote_id` costs exactly that, or is
     * refused (`quote_expired`, `quote_differs`). Nothing is reserved: funds, limits and approval are decided at payment.
     *
     * @param QuoteRequest $request `amount` in whole shillings; `expected_name` is compared with the registered name, at most 10 times a minute
     *
     * @throws NsimbiError
     */
    public function create(QuoteRequest $request, ?CallOptions $options = null): Quote
    {
        return $this->transport->data(Call::unkeyed('POST', self::PATH, $request), Quote::from(...), $options);
    }

    /**
     * A quote, until a day after it expired. Its limits and approval are those of now.
     *
     * @throws NsimbiError
     */
    public function get(int|float $quoteId, ?CallOptions $options = null): Quote
    {
        return $this->transport->data(Call::read(self::PATH . '/' . Path::id($quoteId)), Quote::from(...), $options);
    }
}
