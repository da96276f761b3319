<?php

declare(strict_types=1);

namespace Nsimbi\Http;

/** The HTTP client of PHP's curl extension. Its connections are kept for the next request. */
final class CurlHttpClient implements HttpClient
{
    /** The steps before there is a connection: finding the address of a name, and connecting to it. */
    private const ERRORS_BEFORE_SENDING = [
        \CURLE_COULDNT_RESOLVE_PROXY,
        \CURLE_COULDNT_RESOLVE_HOST,
        \CURLE_COULDNT_CONNECT,
    ];

    private \CurlHandle $handle;
    private int $processId;

    public function __construct()
    {
        $this->handle = curl_init();
        $this->processId = getmypid();
    }

    public function send(#[\SensitiveParameter] HttpRequest $request): HttpResponse
    {
        $headers = [];
        $handle = $this->handleOfThisProcess();
        curl_reset($handle);
        curl_setopt_array($handle, self::optionsOf($request, $headers) + [
            \CURLOPT_RETURNTRANSFER => true,
            \CURLOPT_TIMEOUT_MS => $request->timeoutMs,
        ]);
        $body = curl_exec($handle);
        if (!is_string($body)) {
            throw self::failureOf(curl_errno($handle), curl_error($handle));
        }

        return new HttpResponse(curl_getinfo($handle, \CURLINFO_RESPONSE_CODE), $headers, $body);
    }

    public function open(#[\SensitiveParameter] HttpRequest $request, int $silenceMs): HttpResponse|iterable
    {
        $headers = [];
        $pieces = $this->pieces($request, $silenceMs, $headers);
        $status = $pieces->current();
        if ($status === 200) {
            return self::afterFirst($pieces);
        }
        $body = '';
        foreach (self::afterFirst($pieces) as $piece) {
            $body .= $piece;
        }

        return new HttpResponse($status, $headers, $body);
    }

    /** A copy of the process, as pcntl_fork makes it, has the same sockets: both would read the responses of the other. */
    private function handleOfThisProcess(): \CurlHandle
    {
        if ($this->processId !== getmypid()) {
            [$this->handle, $this->processId] = [curl_init(), getmypid()];
        }

        return $this->handle;
    }

    /** What a generator gives after its first value: a loop over the generator itself would try to begin again. */
    private static function afterFirst(\Generator $values): \Generator
    {
        for ($values->next(); $values->valid(); $values->next()) {
            yield $values->current();
        }
    }

    /**
     * @param array<string, string> $headers receives the headers of the response
     *
     * @return \Generator<int, int|string, void, void> first the status, then the pieces of the body
     */
    private function pieces(#[\SensitiveParameter] HttpRequest $request, int $silenceMs, array &$headers): \Generator
    {
        $handle = curl_init();
        $multi = curl_multi_init();
        $received = '';
        curl_setopt_array($handle, self::optionsOf($request, $headers) + [
            \CURLOPT_CONNECTTIMEOUT_MS => $request->timeoutMs,
            \CURLOPT_WRITEFUNCTION => function (\CurlHandle $_, string $bytes) use (&$received): int {
                $received .= $bytes;

                return strlen($bytes);
            },
        ]);
        curl_multi_add_handle($multi, $handle);
        $isOpen = false;
        $lastMs = self::clockMs();
        try {
            do {
                curl_multi_exec($multi, $running);
                $ended = curl_multi_info_read($multi);
                $failure = $ended !== false && $ended['result'] !== \CURLE_OK
                    ? self::failureOf($ended['result'], curl_error($handle))
                    : null;
                if (!$isOpen && ($received !== '' || ($running === 0 && $failure === null))) {
                    $isOpen = true;

                    yield curl_getinfo($handle, \CURLINFO_RESPONSE_CODE);
                }
                if ($received !== '') {
                    $lastMs = self::clockMs();
                    [$piece, $received] = [$received, ''];

                    yield $piece;
                } elseif (self::clockMs() - $lastMs > ($isOpen ? $silenceMs : $request->timeoutMs)) {
                    throw HttpFailure::timeout('nothing arrived in time');
                } elseif ($isOpen) {
                    // Gives the reader a moment to leave.
                    yield '';
                }
                if ($failure !== null) {
                    // After what arrived before it: a reader without these pieces would have a gap.
                    throw $failure;
                }
                if ($running > 0) {
                    curl_multi_select($multi, 1.0);
                }
            } while ($running > 0 || $received !== '');
        } finally {
            curl_multi_remove_handle($multi, $handle);
            curl_multi_close($multi);
        }
    }

    /**
     * @param array<string, string> $headers receives the headers of the response
     *
     * @return array<int, mixed>
     */
    private static function optionsOf(HttpRequest $request, array &$headers): array
    {
        // Some proxies refuse a POST that does not say how long its body is.
        $lines = $request->body === null && $request->method !== 'GET' ? ['content-length: 0'] : [];
        foreach ($request->headers as $name => $value) {
            $lines[] = "$name: $value";
        }

        return [
            \CURLOPT_URL => $request->url,
            \CURLOPT_CUSTOMREQUEST => $request->method,
            \CURLOPT_HTTPHEADER => $lines,
            \CURLOPT_PROTOCOLS => \CURLPROTO_HTTP | \CURLPROTO_HTTPS,
            \CURLOPT_FOLLOWLOCATION => false,
            \CURLOPT_NOSIGNAL => true,
            \CURLOPT_FRESH_CONNECT => !$request->isRepeatable,
            \CURLOPT_HEADERFUNCTION => function (\CurlHandle $_, string $line) use (&$headers): int {
                if (str_starts_with($line, 'HTTP/')) {
                    // A new head: what came before was only an interim response.
                    $headers = [];
                } elseif (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $headers[strtolower(trim($name))] = trim($value);
                }

                return strlen($line);
            },
        ] + ($request->body === null ? [] : [\CURLOPT_POSTFIELDS => $request->body]);
    }

    private static function failureOf(int $error, string $message): HttpFailure
    {
        $text = $message === '' ? curl_strerror($error) ?? 'an unknown failure' : $message;
        if ($error === \CURLE_OPERATION_TIMEDOUT) {
            return HttpFailure::timeout($text);
        }

        return in_array($error, self::ERRORS_BEFORE_SENDING, true) ? HttpFailure::notSent($text) : HttpFailure::lost($text);
    }

    private static function clockMs(): int
    {
        return intdiv(hrtime(true), 1_000_000);
    }
}
