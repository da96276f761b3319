<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\Call;
use Nsimbi\Http\Path;
use Nsimbi\Http\Transport;
use Nsimbi\Model\Receipt;
use Nsimbi\Model\ReceiptQuery;

/** Receipts that can be verified without the service. */
final readonly class Receipts
{
    public function __construct(private Transport $transport)
    {
    }

    /**
     * The receipt of a transaction. `round` is null until the transaction is proven, some seconds after its end.
     *
     * @throws NsimbiError
     */
    public function get(int|float $transactionId, ?ReceiptQuery $query = null, ?CallOptions $options = null): Receipt
    {
        return $this->transport->data(Call::read(self::path($transactionId), $query ?? []), Receipt::from(...), $options);
    }

    /**
     * The receipt as the bytes of a PDF, with the JSON attached.
     *
     * @throws NsimbiError
     */
    public function pdf(int|float $transactionId, ?ReceiptQuery $query = null, ?CallOptions $options = null): string
    {
        $values = ['format' => 'pdf'] + ($query === null ? [] : get_object_vars($query));
        $call = Call::file(self::path($transactionId), 'application/pdf', $values);

        return $this->transport->bytes($call, 'application/pdf', $options);
    }

    private static function path(int|float $transactionId): string
    {
        return '/api/v1/wallet/transactions/' . Path::id($transactionId) . '/receipt';
    }
}
