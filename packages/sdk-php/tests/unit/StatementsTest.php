<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;

use Nsimbi\Error\ServerError;
use Nsimbi\Http\HttpResponse;
use Nsimbi\Model\StatementQuery;
use Nsimbi\StatementFileFormat;
use Nsimbi\Tests\Clients;
use Nsimbi\Tests\ScriptedHttpClient;
use PHPUnit\Framework\TestCase;

final class StatementsTest extends TestCase
{
    public function testTheRowsOfAllPagesAreOfTheSameDays(): void
    {
        $http = new ScriptedHttpClient(self::page([41, 42], '2.9'), self::page([43], null));
        $rows = Clients::of($http)->wallet->statements->iterateRows(new StatementQuery('2026-11-01', '2026-11-30', limit: 2));
        self::assertSame([41, 42, 43], array_column(iterator_to_array($rows), 'id'));
        $queries = array_map(fn ($request) => parse_url($request->url, \PHP_URL_QUERY), $http->sent);
        self::assertSame([
            'format=json&limit=2&from=2026-11-01&to=2026-11-30',
            'format=json&cursor=2.9&limit=2&from=2026-11-01&to=2026-11-30',
        ], array_map(self::sorted(...), $queries));
    }

    public function testAPageOfAStandbySaysOfWhichMomentItIs(): void
    {
        $page = self::page([41], null, ['x-as-of' => '2026-11-21T12:00:00.000Z']);
        $read = Clients::of(new ScriptedHttpClient($page))->wallet->statements->get(new StatementQuery('2026-11-01', '2026-11-30'));
        self::assertSame(['2026-11-21T12:00:00.000Z', 20_000], [$read->asOf, $read->statement->opening_balance]);
        self::assertFalse($read->pagination->has_more);
    }

    public function testAFileIsAskedForAndGivenAsItsBytes(): void
    {
        foreach (StatementFileFormat::cases() as $format) {
            $http = new ScriptedHttpClient(new HttpResponse(200, ['content-type' => $format->contentType()], "\x00\xffbytes"));
            self::assertSame("\x00\xffbytes", Clients::of($http)->wallet->statements->file($format, '2026-11-01', '2026-11-30'));
            self::assertSame("from=2026-11-01&to=2026-11-30&format=$format->value", parse_url($http->sent[0]->url, \PHP_URL_QUERY));
            self::assertSame("{$format->contentType()}, application/json", $http->sent[0]->headers['accept']);
        }
    }

    public function testAFileOfAnotherFormIsAnError(): void
    {
        $http = new ScriptedHttpClient(new HttpResponse(200, ['content-type' => 'text/csv'], 'date,reference'));
        $this->expectException(ServerError::class);
        Clients::of($http)->wallet->statements->file(StatementFileFormat::Pdf, '2026-11-01', '2026-11-30');
    }

    /** A query with its values in one order. */
    private static function sorted(string $query): string
    {
        parse_str($query, $values);
        $order = ['format' => 0, 'cursor' => 0, 'limit' => 0, 'from' => 0, 'to' => 0];

        return http_build_query(array_intersect_key(array_replace($order, $values), $values));
    }

    /**
     * @param list<int> $ids
     * @param array<string, string> $headers
     */
    private static function page(array $ids, ?string $next, array $headers = []): HttpResponse
    {
        $row = ['reference' => 'API_COL_1795269970_42', 'completed_at' => '2026-11-21T14:06:31.407Z', 'type' => 'collection'];
        $row += ['direction' => 'in', 'money_in' => 47_500, 'money_out' => 0, 'fee_amount' => 2_500, 'balance' => 67_500];
        $row += array_fill_keys(['description', 'counterparty_phone', 'counterparty_name', 'operator'], null);
        $row += array_fill_keys(['external_reference', 'operator_receipt', 'client_reference'], null);
        $sums = ['mode' => 'test', 'currency' => 'UGX', 'opening_balance' => 20_000, 'money_in' => 47_500, 'money_out' => 0];
        $sums += ['fees' => 2_500, 'closing_balance' => 67_500, 'closing_held' => 0, 'row_count' => 3];

        return ScriptedHttpClient::responds(200, [
            'success' => true,
            'message' => 'Statement added up.',
            'data' => ['from' => '2026-11-01', 'to' => '2026-11-30', 'rows' => array_map(fn (int $id) => ['id' => $id] + $row, $ids)] + $sums,
            'pagination' => ['next_cursor' => $next, 'has_more' => $next !== null],
        ], $headers);
    }
}
