<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;

use Nsimbi\Error\ServerError;
use Nsimbi\Error\TimeoutError;
use Nsimbi\Http\HttpFailure;
use Nsimbi\Http\HttpResponse;
use Nsimbi\Model\BulkPayoutRowsQuery;
use Nsimbi\Nsimbi;
use Nsimbi\Tests\Clients;
use Nsimbi\Tests\FakeClock;
use Nsimbi\Tests\ScriptedHttpClient;
use PHPUnit\Framework\TestCase;

final class BulkPayoutsTest extends TestCase
{
    public function testWaitingEndsWhenEveryPaymentHasItsFinalStatus(): void
    {
        $http = new ScriptedHttpClient(
            self::read('running', null, ['waiting' => 1, 'processing' => 1, 'completed' => 0]),
            HttpFailure::lost('reset'),
            self::read('finished', '2026-11-21T12:02:00.000Z', ['waiting' => 0, 'processing' => 1, 'completed' => 1]),
            self::read('finished', '2026-11-21T12:02:00.000Z', ['waiting' => 0, 'processing' => 0, 'completed' => 2]),
        );
        $ended = Clients::of($http)->bulkPayouts->wait(5);
        self::assertSame(['finished', 2], [$ended->status, $ended->progress->completed]);
        self::assertCount(4, $http->sent);
    }

    public function testWaitingForOneThatAPersonRejectedEnds(): void
    {
        $rejected = self::read('rejected', '2026-11-21T12:02:00.000Z', ['waiting' => 0, 'processing' => 0, 'completed' => 0]);
        self::assertSame('rejected', Clients::of(new ScriptedHttpClient($rejected))->bulkPayouts->wait(5)->status);
    }

    public function testWaitingForOneThatNobodyConfirmedEndsInTime(): void
    {
        $clock = new FakeClock();
        $draft = self::read('draft', null, ['waiting' => 2, 'processing' => 0, 'completed' => 0]);
        $this->expectException(TimeoutError::class);
        $this->expectExceptionMessage('The status was still draft after 10000 ms.');
        Clients::of(new ScriptedHttpClient($draft), $clock)->bulkPayouts->wait(5, 10_000);
    }

    /** @dataProvider changes */
    public function testAChangeIsRepeatedOnlyWhereTheSecondTimeDoesNothing(callable $change, int $requests): void
    {
        $http = new ScriptedHttpClient(HttpFailure::lost('reset'), ScriptedHttpClient::succeeds(Clients::bulkPayout('running')));
        try {
            $change(Clients::of($http));
        } catch (\Nsimbi\Error\ConnectionError $error) {
            self::assertFalse($error->isRetryable);
        }
        self::assertCount($requests, $http->sent);
    }

    public static function changes(): array
    {
        return [
            'confirm' => [fn (Nsimbi $client) => $client->bulkPayouts->confirm(5, 106_000), 2],
            'retry' => [fn (Nsimbi $client) => $client->bulkPayouts->retry(5), 2],
            'cancel' => [fn (Nsimbi $client) => $client->bulkPayouts->cancel(5), 1],
        ];
    }

    public function testTheRowsOfAllPagesHaveTheStatusThatIsAskedFor(): void
    {
        $http = new ScriptedHttpClient(self::rows([1, 4], '4'), self::rows([9], null));
        $rows = Clients::of($http)->bulkPayouts->iterateRows(5, new BulkPayoutRowsQuery(status: 'failed', limit: 2));
        self::assertSame([1, 4, 9], array_column(iterator_to_array($rows), 'row'));
        $queries = array_map(fn ($request) => parse_url($request->url, \PHP_URL_QUERY), $http->sent);
        self::assertSame(['limit=2&status=failed', 'limit=2&status=failed&cursor=4'], $queries);
    }

    public function testAResultThatIsNoCsvIsAnError(): void
    {
        $http = new ScriptedHttpClient(new HttpResponse(200, ['content-type' => 'text/html'], '<p>Sign in</p>'));
        $this->expectException(ServerError::class);
        Clients::of($http)->bulkPayouts->result(5);
    }

    /** @param array<string, int> $progress */
    private static function read(string $status, ?string $endedAt, array $progress): HttpResponse
    {
        $progress += ['failed' => 0, 'cancelled' => 0];

        return ScriptedHttpClient::succeeds(['ended_at' => $endedAt, 'progress' => $progress] + Clients::bulkPayout($status));
    }

    /** @param list<int> $numbers */
    private static function rows(array $numbers, ?string $next): HttpResponse
    {
        $row = ['recipient_phone' => '256770000003', 'amount' => 50_000, 'fee' => 3_000, 'description' => null, 'client_reference' => null];
        $row += ['status' => 'failed', 'transaction_id' => 42, 'code' => 'recipient_not_found', 'reason' => 'Check the number.'];

        return ScriptedHttpClient::responds(200, [
            'success' => true,
            'message' => 'Rows retrieved.',
            'data' => array_map(fn (int $number) => ['row' => $number] + $row, $numbers),
            'pagination' => ['next_cursor' => $next, 'has_more' => $next !== null],
        ]);
    }
}
