<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;

use Nsimbi\CallOptions;
use Nsimbi\Error\ConnectionError;
use Nsimbi\Error\NsimbiError;
use Nsimbi\Error\PermissionError;
use Nsimbi\Error\TimeoutError;
use Nsimbi\Http\CurlHttpClient;
use Nsimbi\Http\HttpFailure;
use Nsimbi\Http\HttpRequest;
use Nsimbi\Model\SendMoneyRequest;
use Nsimbi\Nsimbi;
use Nsimbi\SigningKey;
use Nsimbi\Tests\Clients;
use Nsimbi\Tests\FakeClock;
use Nsimbi\Tests\ScriptedHttpClient;
use Nsimbi\Tests\SocketServer;
use Nsimbi\Tests\Vectors;
use PHPUnit\Framework\TestCase;

/** Over real sockets. */
final class CurlHttpClientTest extends TestCase
{
    public function testARedirectIsNotFollowedSoThatTheKeyStaysWithTheService(): void
    {
        $server = new SocketServer([["HTTP/1.1 307 Temporary Redirect\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n"]]);
        $error = self::errorOf(fn () => self::client($server)->wallet->sendMoney(new SendMoneyRequest('256772000001', 25_000)));
        self::assertSame([307, 'unexpected_response'], [$error->status, $error->errorCode]);
        $requests = $server->requests();
        self::assertCount(1, $requests);
        self::assertStringStartsWith('POST /api/v1/wallet/send-money HTTP/1.1', $requests[0]['head']);
        self::assertSame('{"amount":25000,"recipient_phone":"256772000001"}', $requests[0]['body']);
    }

    public function testAResponseThatIsCutIsAskedForAgainWithTheSameKey(): void
    {
        $server = new SocketServer([
            ["HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"success\":"],
            [self::success(Clients::payment())],
        ]);
        $payment = self::client($server)->wallet->sendMoney(new SendMoneyRequest('256772000001', 25_000));
        self::assertSame(42, $payment->transaction_id);
        $keys = array_map(self::keyOf(...), $server->requests());
        self::assertCount(2, $keys);
        self::assertSame($keys[0], $keys[1]);
    }

    public function testAConnectionIsKeptForReadsAndPayments(): void
    {
        $server = new SocketServer([[self::success(Clients::balance()), self::success(Clients::payment())]]);
        $client = self::client($server);
        $client->wallet->balance();
        $client->wallet->sendMoney(new SendMoneyRequest('256772000001', 25_000));
        self::assertSame([0, 0], array_column($server->requests(), 'connection'));
    }

    public function testAChangeWithoutAKeyUsesANewConnectionAndArrivesOnce(): void
    {
        // On a kept connection that closes without a response, curl would send the request a second time by itself.
        $server = new SocketServer([[self::success(Clients::balance()), ''], [''], ['']]);
        $client = self::client($server);
        $client->wallet->balance();
        $error = self::errorOf(fn () => $client->webhooks->delete(1));
        self::assertInstanceOf(ConnectionError::class, $error);
        self::assertFalse($error->isRetryable);
        $requests = $server->requests();
        self::assertSame([0, 1], array_column($requests, 'connection'));
        self::assertStringContainsString("content-length: 0\r\n", $requests[1]['head']);
    }

    public function testASignedRequestUsesANewConnectionAndIsNeverSentTwiceWithOneNonce(): void
    {
        // On a kept connection that closes without a response, curl would send the same signature a second time by itself.
        $server = new SocketServer([[self::success(Clients::balance()), ''], [''], [self::success(Clients::payment())]]);
        $pair = Vectors::read('signed-requests.json')['keys'][0];
        $key = SigningKey::fromPem($pair['key_id'], $pair['private_pem']);
        $client = new Nsimbi(Clients::KEY, $server->baseUrl, clock: new FakeClock(), signingKey: $key);
        $client->wallet->balance();
        $payment = $client->wallet->sendMoney(new SendMoneyRequest('256772000001', 25_000));
        self::assertSame(42, $payment->transaction_id);
        $requests = $server->requests();
        self::assertSame([0, 1, 2], array_column($requests, 'connection'));
        self::assertSame(self::keyOf($requests[1]), self::keyOf($requests[2]));
        $signatures = array_map(fn (array $one) => preg_match('/^signature: (\S+)/mi', $one['head'], $found) === 1 ? $found[1] : '', $requests);
        self::assertCount(3, array_unique($signatures));
    }

    public function testACopyOfTheProcessUsesAConnectionOfItsOwn(): void
    {
        $server = new SocketServer([[self::success(Clients::balance()), self::success(Clients::payment())], [self::success(Clients::balance())]]);
        $client = self::client($server);
        $client->wallet->balance();
        $child = pcntl_fork();
        if ($child === 0) {
            try {
                $client->wallet->balance();
            } finally {
                // Ends the copy without what PHPUnit does at the end.
                pcntl_exec(\PHP_BINARY, ['-r', '']);
            }
        }
        pcntl_waitpid($child, $status);
        $client->wallet->sendMoney(new SendMoneyRequest('256772000001', 25_000));
        self::assertSame([0, 1, 0], array_column($server->requests(), 'connection'));
    }

    public function testAServiceThatDoesNotListenWasSentNothing(): void
    {
        $server = new SocketServer([]);
        $server->requests();
        $error = self::errorOf(fn () => self::client($server)->webhooks->delete(1, new CallOptions(maxRetries: 0)));
        self::assertInstanceOf(ConnectionError::class, $error);
        self::assertTrue($error->isRetryable);
    }

    public function testAServiceThatIsSilentIsATimeoutError(): void
    {
        $server = new SocketServer([[null]]);
        $options = new CallOptions(timeoutMs: 200, maxRetries: 0);
        $error = self::errorOf(fn () => self::client($server)->wallet->balance(options: $options));
        self::assertInstanceOf(TimeoutError::class, $error);
        self::assertSame('timeout', $error->errorCode);
        self::assertCount(1, $server->requests());
    }

    public function testHeadersOfInterimResponsesAreNotThoseOfTheResponse(): void
    {
        $failure = self::response('429 Too Many Requests', '{"success":false,"message":"Wait.","code":"rate_limited"}', "Retry-After: 90\r\n");
        $server = new SocketServer([["HTTP/1.1 103 Early Hints\r\nX-Request-Id: early\r\n\r\n$failure"]]);
        $error = self::errorOf(fn () => self::client($server)->wallet->balance());
        self::assertSame([90_000, null], [$error->retryAfterMs, $error->requestId]);
        $server->requests();
    }

    public function testAStreamIsReadAndOpenedAgainWhenItIsCut(): void
    {
        $head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
        $chunk = function (int $sequence): string {
            $block = "id: $sequence\ndata: " . json_encode(Clients::event($sequence)) . "\n\n";

            return dechex(strlen($block)) . "\r\n$block\r\n";
        };
        $server = new SocketServer([[$head . $chunk(5) . dechex(9)], [$head . $chunk(6), null]]);
        $sequences = [];
        $stream = self::client($server)->events->stream();
        foreach ($stream as $event) {
            $sequences[] = $event->sequence;
            if ($event->sequence === 6) {
                break;
            }
        }
        unset($stream);
        self::assertSame([5, 6], $sequences);
        self::assertStringContainsString('?after=5 ', $server->requests()[1]['head']);
    }

    public function testAStreamThatIsRefusedGivesTheErrorOfTheService(): void
    {
        $body = '{"success":false,"message":"No.","code":"forbidden","request_id":"req-1"}';
        $server = new SocketServer([[self::response('403 Forbidden', $body, "Content-Type: application/json\r\n")]]);
        $error = self::errorOf(fn () => self::client($server)->events->stream()->current());
        self::assertInstanceOf(PermissionError::class, $error);
        self::assertSame('No.', $error->getMessage());
        $server->requests();
    }

    public function testAStreamOfAServiceThatDoesNotListenFailsAfterSomeTries(): void
    {
        $server = new SocketServer([]);
        $server->requests();
        $error = self::errorOf(fn () => self::client($server)->events->stream()->current());
        self::assertInstanceOf(ConnectionError::class, $error);
    }

    public function testAStreamOnWhichNothingArrivesAnyMoreEndsWithAFailure(): void
    {
        $server = new SocketServer([["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n: a\r\n", null]]);
        $request = new HttpRequest('GET', "$server->baseUrl/api/v1/events/stream", [], null, 5_000, true);
        $received = '';
        try {
            foreach ((new CurlHttpClient())->open($request, silenceMs: 50) as $piece) {
                $received .= $piece;
            }
            self::fail('it ended as if it were whole');
        } catch (HttpFailure $failure) {
            self::assertTrue($failure->isTimeout);
            self::assertSame(': a', $received);
        }
    }

    private static function client(SocketServer $server): Nsimbi
    {
        return new Nsimbi(Clients::KEY, $server->baseUrl, clock: new FakeClock());
    }

    private static function success(mixed $data): string
    {
        return self::response('200 OK', ScriptedHttpClient::succeeds($data)->body);
    }

    private static function response(string $status, string $body, string $headers = ''): string
    {
        return "HTTP/1.1 $status\r\n{$headers}Content-Length: " . strlen($body) . "\r\n\r\n$body";
    }

    private static function keyOf(array $request): string
    {
        preg_match('/^idempotency-key: (\S+)/mi', $request['head'], $found);

        return $found[1];
    }

    private static function errorOf(callable $call): NsimbiError
    {
        try {
            $call();
        } catch (NsimbiError $error) {
            return $error;
        }
        self::fail('it succeeded');
    }
}
