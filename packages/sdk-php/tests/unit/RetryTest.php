<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;


use Nsimbi\Http\AttemptFailure;
use Nsimbi\Http\CallKind;
use Nsimbi\Http\Retry;
use Nsimbi\Tests\Vectors;
use PHPUnit\Framework\TestCase;

final class RetryTest extends TestCase
{
    /** @dataProvider cases */
    public function testDecidesAsTheVectorSays(array $one): void
    {
        $call = CallKind::from($one['call']);
        $failure = self::failureOf($one['failure']);
        $pauseWith = fn (float $random) => Retry::decide($call, $failure, $one['retries_done'], $one['retries_max'], $random);
        if (!$one['retry']) {
            self::assertNull($pauseWith(0.0));
            self::assertNull($pauseWith(0.999_999));

            return;
        }
        self::assertSame($one['delay_ms']['min'], $pauseWith(0.0));
        self::assertSame($one['delay_ms']['below'] - 1, $pauseWith(0.999_999));
    }

    public static function cases(): array
    {
        return Vectors::byName(Vectors::read('retries.json')['cases']);
    }

    /** @dataProvider headers */
    public function testReadsRetryAfter(?string $header, ?int $expectedMs, int $nowMs): void
    {
        self::assertSame($expectedMs, Retry::parseRetryAfter($header, $nowMs));
    }

    public static function headers(): iterable
    {
        ['now_ms' => $nowMs, 'cases' => $cases] = Vectors::read('retries.json')['retry_after'];
        foreach ($cases as ['header' => $header, 'ms' => $ms]) {
            yield json_encode($header) => [$header, $ms, $nowMs];
        }
    }

    public function testThePauseStaysBelowItsLimitHoweverOftenACallFailed(): void
    {
        self::assertSame(7_999, Retry::backoffMs(1_000, 0.999_999));
    }

    private static function failureOf(array $failure): AttemptFailure
    {
        return match ($failure['kind']) {
            'not_sent' => AttemptFailure::notSent(),
            'no_response' => AttemptFailure::noResponse(),
            'response' => AttemptFailure::response(
                $failure['status'],
                $failure['code'],
                $failure['has_transaction'],
                $failure['transaction_status'],
                $failure['retry_after_ms'],
            ),
        };
    }
}
