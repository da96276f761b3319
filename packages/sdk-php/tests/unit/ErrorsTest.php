<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;


use Nsimbi\Http\CallKind;
use Nsimbi\Http\FailedResponse;
use Nsimbi\Http\HttpResponse;
use Nsimbi\Tests\Vectors;
use PHPUnit\Framework\TestCase;

final class ErrorsTest extends TestCase
{
    /** @dataProvider cases */
    public function testIsTheErrorOfTheVector(array $one): void
    {
        $headers = array_change_key_case($one['headers'], \CASE_LOWER);
        $response = new HttpResponse($one['status'], $headers, $one['body']);
        $error = FailedResponse::of(CallKind::from($one['call']), $response, 'order-1', 1_795_269_991_000)->error;

        self::assertSame('Nsimbi\Error\\' . $one['class'], $error::class);
        $found = [
            'code' => $error->errorCode,
            'is_retryable' => $error->isRetryable,
            'status' => $error->status,
            'message' => $error->getMessage(),
            'fields' => $error->fields,
            'data' => $error->data === null ? null : array_filter((array) $error->data, fn (mixed $value) => $value !== null),
            'request_id' => $error->requestId,
            'retry_after_ms' => $error->retryAfterMs,
        ];
        $expected = array_intersect_key($one, $found);
        self::assertEquals($expected, array_intersect_key($found, $expected));
        self::assertSame('order-1', $error->idempotencyKey);
        self::assertSame($one['status'], $error->getCode());
    }

    public static function cases(): array
    {
        return Vectors::byName(Vectors::read('errors.json')['cases']);
    }
}
