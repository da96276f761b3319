<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;


use Nsimbi\Tests\Clients;
use Nsimbi\Tests\Vectors;
use Nsimbi\Webhook\SignatureScheme;
use Nsimbi\Webhook\WebhookEvent;
use Nsimbi\Webhook\WebhookVerificationError;
use Nsimbi\Webhook\WebhookVerifier;
use PHPUnit\Framework\TestCase;

final class WebhookVerifierTest extends TestCase
{
    private const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

    /** @dataProvider cases */
    public function testDecidesAsTheVectorSays(array $one, array $all): void
    {
        $schemes = array_map(SignatureScheme::from(...), $one['schemes'] ?? ['standard', 'service']);
        try {
            $event = WebhookVerifier::verify(
                $one['payload'],
                $one['headers'],
                $one['secrets'],
                $one['tolerance_seconds'] ?? $all['tolerance_seconds'],
                new \DateTimeImmutable("@{$all['now']}"),
                $schemes,
                $one['brand'] ?? 'Service',
            );
            self::assertSame('valid', $one['result']);
            self::assertSame($all['event_id'], $event->id);
        } catch (WebhookVerificationError $error) {
            self::assertSame($one['result'], $error->reason->value);
        }
    }

    public static function cases(): iterable
    {
        $all = Vectors::read('webhook-signatures.json');
        foreach ($all['cases'] as $one) {
            yield $one['name'] => [$one, $all];
        }
    }

    public function testTakesTheHeadersOfPsr7(): void
    {
        $all = Vectors::read('webhook-signatures.json');
        $one = $all['cases'][0];
        $headers = array_map(fn (string $value) => [$value], $one['headers']);
        $event = WebhookVerifier::verify($one['payload'], $headers, $one['secrets'][0], now: new \DateTimeImmutable("@{$all['now']}"));
        self::assertSame('deposit.completed', $event->type);
        self::assertSame(50_000, $event->data['amount']);
    }

    /** @dataProvider wrongSecrets */
    public function testASecretThatIsNoneIsAMistakeOfTheReceiver(string|array $secrets): void
    {
        $this->expectException(\InvalidArgumentException::class);
        WebhookVerifier::verify('{}', [], $secrets);
    }

    public static function wrongSecrets(): array
    {
        return [
            'an empty text' => [''],
            'none' => [[]],
            'a prefix alone' => ['whsec_'],
            'a right one and an empty one' => [[self::SECRET, '']],
            'a line end after it' => [self::SECRET . "\n"],
        ];
    }

    public function testAnEventGivesItsTransaction(): void
    {
        $data = Clients::transaction('completed');
        self::assertSame(50_000, (new WebhookEvent('evt_1', 'deposit.completed', $data, []))->transaction()->amount);
        $this->expectException(\UnexpectedValueException::class);
        (new WebhookEvent('evt_1', 'deposit.completed', ['id' => 'text'], []))->transaction();
    }
}
