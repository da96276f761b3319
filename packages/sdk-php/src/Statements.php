<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\Call;
use Nsimbi\Http\HttpResponse;
use Nsimbi\Http\Transport;
use Nsimbi\Model\Pagination;
use Nsimbi\Model\Statement;
use Nsimbi\Model\StatementQuery;
use Nsimbi\Model\StatementRow;

/** Statements of the wallet: what was completed in whole days of Kampala, with the balances before and after. */
final readonly class Statements
{
    private const PATH = '/api/v1/wallet/statements';

    public function __construct(private Transport $transport)
    {
    }

    /**
     * A statement with one page of its rows, the oldest first. Its sums are of all rows. Amounts in shillings.
     *
     * @throws NsimbiError
     */
    public function get(StatementQuery $query, ?CallOptions $options = null): StatementPage
    {
        $call = Call::read(self::PATH, ['format' => 'json'] + get_object_vars($query));

        return $this->transport->json($call, fn (array $body, HttpResponse $response) => new StatementPage(
            Statement::from($body['data'] ?? null),
            Pagination::from($body['pagination'] ?? null),
            $response->header('x-as-of'),
        ), $options);
    }

    /**
     * All rows of a statement, the oldest first. Payments that are made meanwhile change nothing.
     *
     * @param StatementQuery $query `limit` is the size of a page, `cursor` the page to begin with
     *
     * @return \Generator<int, StatementRow, void, void>
     *
     * @throws NsimbiError
     */
    public function iterateRows(StatementQuery $query, ?CallOptions $options = null): \Generator
    {
        return Page::items(function (?string $cursor) use ($query, $options): Page {
            $values = ['cursor' => $cursor ?? $query->cursor] + get_object_vars($query);
            $page = $this->get(new StatementQuery(...$values), $options);

            return new Page($page->statement->rows, $page->pagination, $page->asOf);
        });
    }

    /**
     * A statement as the bytes of one file with all rows.
     *
     * @param string $from the first day in Kampala, such as `2026-11-01`
     * @param string $to the last day
     *
     * @throws NsimbiError
     */
    public function file(StatementFileFormat $format, string $from, string $to, ?CallOptions $options = null): string
    {
        $query = ['from' => $from, 'to' => $to, 'format' => $format];

        return $this->transport->bytes(Call::file(self::PATH, $format->contentType(), $query), $format->contentType(), $options);
    }
}
