<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;

use Nsimbi\Http\HttpFailure;
use Nsimbi\Http\HttpRequest;
use Nsimbi\Http\SigningHttpClient;
use Nsimbi\Model\SendMoneyRequest;
use Nsimbi\Model\TransactionsQuery;
use Nsimbi\Nsimbi;
use Nsimbi\SigningKey;
use Nsimbi\Tests\Clients;
use Nsimbi\Tests\FakeClock;
use Nsimbi\Tests\ScriptedHttpClient;
use Nsimbi\Tests\Vectors;
use PHPUnit\Framework\TestCase;

final class SigningTest extends TestCase
{
    /** @dataProvider signed */
    public function testSignsAsTheVectorsSay(array $one): void
    {
        $headers = ['authorization' => "Bearer {$one['api_key']}"];
        $headers += $one['idempotency_key'] === null ? [] : ['idempotency-key' => $one['idempotency_key']];
        // The path of a base address is not signed.
        $baseUrl = 'https://example.ug/pay';
        $request = new HttpRequest($one['method'], "$baseUrl{$one['target']}", $headers, $one['body'], 500, false);
        $digest = $one['content_digest'] === null ? [] : ['content-digest' => $one['content_digest']];
        self::assertSame(
            $digest + ['signature-input' => $one['signature_input'], 'signature' => $one['signature']],
            SigningHttpClient::headersOf($request, $baseUrl, self::key(), $one['created'], $one['nonce']),
        );
    }

    public static function signed(): array
    {
        return Vectors::byName(Vectors::read('signed-requests.json')['signed']);
    }

    public function testSignsTheExampleOfRfc9421(): void
    {
        $example = Vectors::read('signed-requests.json')['rfc_9421_b_2_6'];
        $key = SigningKey::fromPem(self::pair()['key_id'], $example['private_pem']);
        self::assertSame($example['signature'], base64_encode($key->sign($example['signature_base'])));
    }

    public function testEveryAttemptIsSignedAnewAndPublicOperationsAreNotSigned(): void
    {
        $http = new ScriptedHttpClient(
            HttpFailure::lost('reset'),
            ScriptedHttpClient::succeeds(Clients::payment()),
            ScriptedHttpClient::responds(200, ['status' => 'ok']),
        );
        $client = self::client($http);
        $client->wallet->sendMoney(new SendMoneyRequest('256772000001', 1_000));
        $client->health->alive();
        [$first, $second, $public] = array_column($http->sent, 'headers');
        self::assertSame($first['idempotency-key'], $second['idempotency-key']);
        self::assertSame($first['content-digest'], $second['content-digest']);
        $nonces = array_map(fn (array $one) => preg_replace('/^.*;nonce="([^"]{16,128})";.*$/', '$1', $one['signature-input']), [$first, $second]);
        self::assertMatchesRegularExpression('/^[\x21-\x7e]{16,128}$/D', $nonces[0]);
        self::assertNotSame($nonces[0], $nonces[1]);
        self::assertStringContainsString(';created=1795269991;', $first['signature-input']);
        self::assertArrayNotHasKey('signature', $public);
    }

    public function testAStreamAndAQueryAreSignedAsTheyAreSent(): void
    {
        $http = new ScriptedHttpClient(ScriptedHttpClient::fails(403, 'forbidden'));
        $client = self::client($http);
        foreach ([
            fn () => $client->events->stream(7)->current(),
            fn () => $client->wallet->transactions->list(new TransactionsQuery(client_reference: "it's ü + 1")),
        ] as $call) {
            try {
                $call();
                self::fail('it succeeded');
            } catch (\Nsimbi\Error\PermissionError) {
                $request = $http->sent[count($http->sent) - 1];
                $parts = parse_url($request->url);
                $base = "\"@method\": GET\n\"@path\": {$parts['path']}\n\"@query\": ?{$parts['query']}\n"
                    . "\"authorization\": {$request->headers['authorization']}\n"
                    . '"@signature-params": ' . substr($request->headers['signature-input'], strlen('sig1='));
                $signature = base64_decode(substr($request->headers['signature'], strlen('sig1=:'), -1));
                self::assertTrue(sodium_crypto_sign_verify_detached($signature, $base, self::publicKey()));
            }
        }
    }

    /** @dataProvider wrongKeys */
    public function testAKeyThatCannotBeRightIsRefused(string $keyId, string $privateKey): void
    {
        $this->expectException(\InvalidArgumentException::class);
        SigningKey::fromPem($keyId, $privateKey);
    }

    public static function wrongKeys(): array
    {
        $pair = self::pair();
        $x25519 = "-----BEGIN PRIVATE KEY-----\n" . base64_encode("\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x6e\x04\x22\x04\x20" . str_repeat('k', 32));

        return [
            'no fingerprint' => ['sig1', $pair['private_pem']],
            'a public key' => [$pair['key_id'], $pair['public_pem']],
            'no PEM' => [$pair['key_id'], 'secret'],
            'another kind of key' => [$pair['key_id'], "$x25519\n-----END PRIVATE KEY-----\n"],
            'a key with bytes too many' => [$pair['key_id'], str_replace("HR4f\n", "HR4fAAAA\n", $pair['private_pem'])],
        ];
    }

    public function testAFunctionCanSign(): void
    {
        $key = new SigningKey(self::pair()['key_id'], fn (string $message) => self::key()->sign($message));
        self::assertSame(self::key()->sign('a message'), $key->sign('a message'));
        $this->expectException(\UnexpectedValueException::class);
        (new SigningKey(self::pair()['key_id'], fn () => 'short'))->sign('a message');
    }

    public function testThePrivateKeyIsNotShown(): void
    {
        $client = self::client(new ScriptedHttpClient());
        ob_start();
        var_dump($client, self::key());
        $shown = ob_get_clean() . print_r($client, true) . print_r(self::key(), true) . json_encode(self::key());
        $seed = substr(base64_decode(implode('', array_slice(explode("\n", self::pair()['private_pem']), 1, 1))), -32);
        self::assertStringNotContainsString($seed, $shown);
        self::assertStringContainsString(self::pair()['key_id'], $shown);
    }

    private static function client(ScriptedHttpClient $http): Nsimbi
    {
        return new Nsimbi(Clients::KEY, 'https://pay.example.ug', http: $http, clock: new FakeClock(), signingKey: self::key());
    }

    private static function key(): SigningKey
    {
        return SigningKey::fromPem(self::pair()['key_id'], self::pair()['private_pem']);
    }

    private static function publicKey(): string
    {
        return sodium_base642bin(self::pair()['public_base64url'], \SODIUM_BASE64_VARIANT_URLSAFE_NO_PADDING);
    }

    /** @return array<string, string> */
    private static function pair(): array
    {
        return Vectors::read('signed-requests.json')['keys'][0];
    }
}
