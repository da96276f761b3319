<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;


use Nsimbi\Error\ValidationError;
use Nsimbi\Http\HttpResponse;
use Nsimbi\Model\FundTestWalletRequest;
use Nsimbi\Model\SendMoneyRequest;
use Nsimbi\Tests\Clients;
use Nsimbi\Tests\ScriptedHttpClient;
use Nsimbi\Tests\Vectors;
use PHPUnit\Framework\TestCase;

final class AmountsTest extends TestCase
{
    /** @dataProvider accepted */
    public function testIsSentAndReadAsItIs(string $text): void
    {
        $body = '{"success":true,"data":{"transaction_id":1,"reference":"T","amount":' . $text . ',"new_balance":null,"created_at":"C"}}';
        $http = new ScriptedHttpClient(new HttpResponse(200, [], $body));
        $funding = Clients::of($http)->testMode->fund(new FundTestWalletRequest((int) $text));

        self::assertSame('{"amount":' . $text . '}', $http->sent[0]->body);
        self::assertSame($text, (string) $funding->amount);
    }

    public static function accepted(): array
    {
        return self::rows('accepted');
    }

    /** @dataProvider refused */
    public function testIsRefusedBeforeAnythingIsSent(string $text): void
    {
        $number = match ($text) {
            'NaN' => \NAN,
            'Infinity' => \INF,
            '-Infinity' => -\INF,
            default => json_decode($text, flags: \JSON_THROW_ON_ERROR),
        };
        try {
            new SendMoneyRequest('256772000001', $number);
            self::fail('it was accepted');
        } catch (ValidationError $error) {
            self::assertSame('invalid_request', $error->errorCode);
            self::assertSame(['amount'], array_keys($error->fields));
        }
    }

    public static function refused(): array
    {
        return self::rows('refused');
    }

    public function testWithoutStrictTypesAFractionIsNotCutOff(): void
    {
        $pay = eval('return static fn () => new Nsimbi\Model\SendMoneyRequest("256772000001", "25000.5");');
        $this->expectException(ValidationError::class);
        $pay();
    }

    private static function rows(string $name): array
    {
        $all = Vectors::read('amounts.json')[$name];

        return array_combine($all, array_map(fn (string $text) => [$text], $all));
    }
}
