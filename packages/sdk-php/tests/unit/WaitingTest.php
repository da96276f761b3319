<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;


use Nsimbi\Error\NotFoundError;
use Nsimbi\Error\TimeoutError;
use Nsimbi\Http\HttpFailure;
use Nsimbi\Http\HttpResponse;
use Nsimbi\Http\Waiting;
use Nsimbi\Tests\Clients;
use Nsimbi\Tests\FakeClock;
use Nsimbi\Tests\ScriptedHttpClient;
use PHPUnit\Framework\TestCase;

final class WaitingTest extends TestCase
{
    public function testReadsUntilTheStatusIsFinalThroughFailuresThatPass(): void
    {
        $http = new ScriptedHttpClient(
            self::reads('processing'),
            HttpFailure::lost('reset'),
            ScriptedHttpClient::fails(429, 'rate_limited', ['retry-after' => '7']),
            self::reads('failed'),
        );
        $clock = new FakeClock();
        self::assertSame('failed', Clients::of($http, $clock)->wallet->transactions->wait(42)->status);
        self::assertSame([750, 1_125, 7_000], $clock->pauses);
    }

    public function testEndsWithATimeoutErrorThatSaysTheLastStatus(): void
    {
        $clock = new FakeClock();
        try {
            Clients::of(new ScriptedHttpClient(self::reads('processing')), $clock)->wallet->transactions->wait(42, 10_000);
            self::fail('it ended');
        } catch (TimeoutError $error) {
            self::assertSame('not_final_in_time', $error->errorCode);
            self::assertSame('The status was still processing after 10000 ms.', $error->getMessage());
            self::assertSame(10_000, array_sum($clock->pauses));
        }
    }

    public function testEndsWithAFailureThatStays(): void
    {
        $http = new ScriptedHttpClient(ScriptedHttpClient::fails(404, 'not_found'));
        $this->expectException(NotFoundError::class);
        Clients::of($http)->collections->wait(42);
    }

    public function testDoesNotWaitLongerThanItsTimeForARateLimit(): void
    {
        $clock = new FakeClock();
        $http = new ScriptedHttpClient(ScriptedHttpClient::fails(429, 'rate_limited', ['retry-after' => '60']));
        try {
            Clients::of($http, $clock)->wallet->transactions->wait(42, 10_000);
            self::fail('it ended');
        } catch (TimeoutError) {
            self::assertSame([], $clock->pauses);
        }
    }

    public function testThePauseGrowsToFiveSeconds(): void
    {
        self::assertSame([750, 1_125, 1_687, 2_531], array_map(fn (int $reads) => Waiting::pauseMs($reads, 0.0), [1, 2, 3, 4]));
        self::assertSame(4_999, Waiting::pauseMs(1_000, 0.999_9));
    }

    private static function reads(string $status): HttpResponse
    {
        return ScriptedHttpClient::succeeds(Clients::transaction($status));
    }
}
