<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;


use Nsimbi\Model\Receipt;
use Nsimbi\Receipt\ReceiptResult;
use Nsimbi\Receipt\ReceiptVerifier;
use Nsimbi\Receipt\UnreadableReceiptError;
use PHPUnit\Framework\TestCase;

final class ReceiptVerifierTest extends TestCase
{
    /** @dataProvider vectors */
    public function testFindsWhatTheVectorSays(object|string $input, string $result, ?array $altered, array $trustedKeys): void
    {
        if ($result === 'unreadable') {
            $this->expectException(UnreadableReceiptError::class);
        }
        $verdict = ReceiptVerifier::verify($input, $trustedKeys);
        self::assertSame($result, $verdict->result->value);
        self::assertSame($altered ?? [], $verdict->altered);
        // The same receipt as decoded with arrays, and as JSON.
        if (!is_string($input)) {
            $json = json_encode($input);
            self::assertEquals($verdict, ReceiptVerifier::verify(json_decode($json, true), $trustedKeys));
            self::assertEquals($verdict, ReceiptVerifier::verify($json, $trustedKeys));
        }
    }

    public static function vectors(): iterable
    {
        foreach (self::file()->vectors as $one) {
            yield $one->name => [$one->input, $one->result, $one->altered ?? null, self::file()->trusted_keys];
        }
    }

    public function testAValidReceiptGivesItsValuesAndItsRound(): void
    {
        $input = self::file()->vectors[0]->input;
        $verdict = ReceiptVerifier::verify($input, self::file()->trusted_keys);
        foreach (get_object_vars($input->transaction) as $name => $value) {
            self::assertSame($value, $verdict->values[$name]);
        }
        self::assertSame($input->round->number, $verdict->round->number);
        self::assertSame($input->round->installation_id, $verdict->round->installation_id);
    }

    public function testTakesTheObjectOfTheClientAndTheResponseOfTheApi(): void
    {
        $input = self::file()->vectors[0]->input;
        $receipt = Receipt::from(json_decode(json_encode($input), true));
        $keys = self::file()->trusted_keys;
        self::assertSame(ReceiptResult::Valid, ReceiptVerifier::verify($receipt, $keys)->result);
        $response = json_encode(['success' => true, 'message' => 'Receipt.', 'data' => $input]);
        self::assertSame(ReceiptResult::Valid, ReceiptVerifier::verify($response, $keys)->result);
        self::assertSame(ReceiptResult::UnknownKey, ReceiptVerifier::verify($receipt, [])->result);
    }

    /** @dataProvider unreadable */
    public function testIsUnreadable(array|string $input): void
    {
        $this->expectException(UnreadableReceiptError::class);
        ReceiptVerifier::verify($input, []);
    }

    public static function unreadable(): array
    {
        return [
            'nothing' => ['null'],
            'a list' => [[]],
            'another text' => ['hello'],
            'digits that are no QR code' => ['12345678901234567'],
            'digits that are too many' => [str_repeat('1', 7_106)],
        ];
    }

    private static function file(): \stdClass
    {
        return json_decode(file_get_contents(__DIR__ . '/../../../receipt-verifier/vectors/vectors.json'));
    }
}
