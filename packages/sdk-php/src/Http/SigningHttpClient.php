<?php

declare(strict_types=1);

namespace Nsimbi\Http;

use Nsimbi\SigningKey;

/** Signs each attempt that has the API key, with a nonce of its own, as docs/signed-requests.md of the service says (RFC 9421, RFC 9530). */
final readonly class SigningHttpClient implements HttpClient
{
    /** @param string $baseUrl without a slash at its end */
    public function __construct(
        private HttpClient $http,
        private string $baseUrl,
        private SigningKey $key,
        private Clock $clock,
    ) {
    }

    public function send(#[\SensitiveParameter] HttpRequest $request): HttpResponse
    {
        return $this->http->send($this->signed($request));
    }

    public function open(#[\SensitiveParameter] HttpRequest $request, int $silenceMs): HttpResponse|iterable
    {
        return $this->http->open($this->signed($request), $silenceMs);
    }

    /**
     * The headers that sign one attempt of a request. Pure.
     *
     * @param string $baseUrl its path, under which a proxy may have the service, is not signed: the service does not receive it
     * @param int $created now, in seconds since 1970
     * @param string $nonce 16 to 128 visible ASCII characters that no other attempt has
     *
     * @return array<string, string> by their names in lower case
     */
    public static function headersOf(
        #[\SensitiveParameter]
        HttpRequest $request,
        string $baseUrl,
        SigningKey $key,
        int $created,
        string $nonce,
    ): array {
        [$path, $query] = explode('?', substr($request->url, strlen($baseUrl)), 2) + [1 => ''];
        $digest = $request->body === null ? [] : ['content-digest' => 'sha-256=:' . base64_encode(hash('sha256', $request->body, true)) . ':'];
        $covered = ['@method' => $request->method, '@path' => $path, '@query' => "?$query"]
            + array_intersect_key($request->headers, ['authorization' => true])
            + $digest
            + array_intersect_key($request->headers, ['idempotency-key' => true]);
        $names = implode(' ', array_map(fn (string $name) => "\"$name\"", array_keys($covered)));
        $parameters = "($names);created=$created;nonce=\"$nonce\";keyid=\"$key->keyId\";alg=\"ed25519\"";
        $lines = [];
        foreach ($covered + ['@signature-params' => $parameters] as $name => $value) {
            $lines[] = "\"$name\": $value";
        }
        $signature = base64_encode($key->sign(implode("\n", $lines)));

        return $digest + ['signature-input' => "sig1=$parameters", 'signature' => "sig1=:$signature:"];
    }

    private function signed(#[\SensitiveParameter] HttpRequest $request): HttpRequest
    {
        if (!isset($request->headers['authorization'])) {
            return $request;
        }
        $created = intdiv($this->clock->nowMs(), 1_000);
        $headers = self::headersOf($request, $this->baseUrl, $this->key, $created, bin2hex(random_bytes(16)));

        return new HttpRequest(
            $request->method,
            $request->url,
            $headers + $request->headers,
            $request->body,
            $request->timeoutMs,
            // Its nonce is accepted once: the service would refuse a second copy, although it may have done what the first one asks for.
            false,
        );
    }
}
