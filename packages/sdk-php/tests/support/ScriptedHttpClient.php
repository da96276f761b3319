<?php

declare(strict_types=1);

namespace Nsimbi\Tests;

use Nsimbi\Http\HttpClient;
use Nsimbi\Http\HttpFailure;
use Nsimbi\Http\HttpRequest;
use Nsimbi\Http\HttpResponse;

/** Does one step for each request, the last one again and again, and keeps what it received. */
final class ScriptedHttpClient implements HttpClient
{
    /** @var list<HttpRequest> */
    public array $sent = [];

    /** @var list<HttpResponse|HttpFailure|list<string|HttpFailure>> */
    private array $steps;

    /** @param HttpResponse|HttpFailure|list<string|HttpFailure> ...$steps a list is what a stream gives, piece by piece */
    public function __construct(HttpResponse|HttpFailure|array ...$steps)
    {
        $this->steps = $steps;
    }

    public function send(HttpRequest $request): HttpResponse
    {
        $step = $this->next($request);

        return $step instanceof HttpFailure ? throw $step : $step;
    }

    public function open(HttpRequest $request, int $silenceMs): HttpResponse|iterable
    {
        $step = $this->next($request);
        if ($step instanceof HttpFailure) {
            throw $step;
        }

        return $step instanceof HttpResponse ? $step : (static function () use ($step): \Generator {
            foreach ($step as $piece) {
                yield $piece instanceof HttpFailure ? throw $piece : $piece;
            }
        })();
    }

    /** A response of the service after a success. */
    public static function succeeds(mixed $data): HttpResponse
    {
        return self::responds(200, ['success' => true, 'message' => 'Done.', 'data' => $data]);
    }

    /**
     * A response of the service after a failure.
     *
     * @param array<string, string> $headers
     */
    public static function fails(int $status, string $code, array $headers = [], ?array $data = null): HttpResponse
    {
        $body = ['success' => false, 'message' => 'What to do.', 'code' => $code, 'request_id' => 'req-1'];

        return self::responds($status, $body + ($data === null ? [] : ['data' => $data]), $headers);
    }

    /** @param array<string, string> $headers */
    public static function responds(int $status, mixed $body, array $headers = []): HttpResponse
    {
        return new HttpResponse($status, $headers + ['content-type' => 'application/json'], json_encode($body));
    }

    private function next(HttpRequest $request): HttpResponse|HttpFailure|array
    {
        $this->sent[] = $request;

        return $this->steps[min(count($this->sent), count($this->steps)) - 1];
    }
}
