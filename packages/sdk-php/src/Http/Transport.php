<?php

declare(strict_types=1);

namespace Nsimbi\Http;

use Nsimbi\CallOptions;
use Nsimbi\Error\ConnectionError;
use Nsimbi\Error\NsimbiError;
use Nsimbi\Error\ServerError;
use Nsimbi\Error\TimeoutError;
use Nsimbi\Error\ValidationError;
use Nsimbi\Version;

/** Sends calls, and repeats them where that is safe. */
final class Transport
{
    /** A closure, because var_export shows private properties, and the key must not be shown. */
    private readonly \Closure $authorization;

    /**
     * @param string $baseUrl without a slash at its end
     * @param int $timeoutMs milliseconds for one attempt
     */
    public function __construct(
        #[\SensitiveParameter]
        string $apiKey,
        private readonly string $baseUrl,
        private readonly int $timeoutMs,
        private readonly int $maxRetries,
        private readonly HttpClient $http,
        public readonly Clock $clock,
    ) {
        $this->authorization = static fn (): string => "Bearer $apiKey";
    }

    /** @return array<string, mixed> what var_dump and print_r may show, which is not the key */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl, 'timeoutMs' => $this->timeoutMs, 'maxRetries' => $this->maxRetries];
    }

    /**
     * Sends a call and reads the body of its success.
     *
     * @template T
     *
     * @param callable(array<string, mixed>, HttpResponse): T $read throws TypeError when the body is not what it must be
     *
     * @return T
     *
     * @throws NsimbiError
     */
    public function json(Call $call, callable $read, ?CallOptions $options = null, ?string $idempotencyKey = null): mixed
    {
        return $this->send($call, $options ?? new CallOptions(), $idempotencyKey, function (HttpResponse $response) use ($call, $read) {
            $body = self::successIn($response->body, $call);

            return $body === null ? null : $read($body, $response);
        });
    }

    /**
     * As `json`, for a body with the object in `data`.
     *
     * @template T
     *
     * @param callable(array<mixed>): T $read
     *
     * @return T
     *
     * @throws NsimbiError
     */
    public function data(Call $call, callable $read, ?CallOptions $options = null, ?string $idempotencyKey = null): mixed
    {
        return $this->json($call, fn (array $body) => $read($body['data'] ?? null), $options, $idempotencyKey);
    }

    /**
     * Sends a call and gives the bytes of the response's body.
     *
     * @param string $contentType which the response must have
     *
     * @throws NsimbiError
     */
    public function bytes(Call $call, string $contentType, ?CallOptions $options = null): string
    {
        return $this->send($call, $options ?? new CallOptions(), null, fn (HttpResponse $response) => str_starts_with(
            $response->header('content-type') ?? '',
            $contentType,
        ) ? $response->body : null);
    }

    /**
     * Opens a response whose body is read while it arrives. One attempt: whoever reads a stream decides when to open it again.
     *
     * @param int $silenceMs milliseconds without a byte after which the connection is dead
     *
     * @return iterable<string> pieces; an empty one at least every second
     *
     * @throws NsimbiError
     * @throws HttpFailure while it is read, when the response is cut
     */
    public function open(Call $call, int $silenceMs): iterable
    {
        try {
            $opened = $this->http->open($this->requestOf($call, new CallOptions(), null), $silenceMs);
        } catch (HttpFailure $failure) {
            throw self::errorOfFailure($call, $failure, null, $this->timeoutMs)[0];
        }
        if ($opened instanceof HttpResponse) {
            throw FailedResponse::of($call->kind, $opened, null, $this->clock->nowMs())->error;
        }

        return $opened;
    }

    /**
     * @template T
     *
     * @param callable(HttpResponse): (T|null) $read null for a response that is not what the call expects
     *
     * @return T
     */
    private function send(Call $call, CallOptions $options, ?string $givenKey, callable $read): mixed
    {
        // Chosen once, before the first attempt: every repeat is the same request to the service.
        $idempotencyKey = $call->kind === CallKind::Keyed ? $givenKey ?? self::newKey() : null;
        self::checkKey($idempotencyKey);
        $request = $this->requestOf($call, $options, $idempotencyKey);
        for ($retriesDone = 0;; $retriesDone += 1) {
            try {
                $response = $this->http->send($request);
                $result = $response->status === 200 || $response->status === $call->alsoAnswers ? self::resultOf($read, $response) : null;
                if ($result !== null) {
                    return $result;
                }
                $failed = FailedResponse::of($call->kind, $response, $idempotencyKey, $this->clock->nowMs());
                [$error, $failure] = [$failed->error, $failed->failure];
            } catch (HttpFailure $cause) {
                [$error, $failure] = self::errorOfFailure($call, $cause, $idempotencyKey, $request->timeoutMs);
            }
            $retriesMax = $options->maxRetries ?? $this->maxRetries;
            $pauseMs = Retry::decide($call->kind, $failure, $retriesDone, $retriesMax, $this->clock->random());
            if ($pauseMs === null) {
                throw $error;
            }
            $this->clock->pause($pauseMs);
        }
    }

    private function requestOf(Call $call, CallOptions $options, ?string $idempotencyKey): HttpRequest
    {
        $body = $call->bodyText();
        $headers = ['accept' => $call->accept, 'user-agent' => 'nsimbi-sdk-php/' . Version::VERSION];
        if (!$call->isPublic) {
            $headers['authorization'] = ($this->authorization)();
        }
        if ($body !== null) {
            $headers['content-type'] = 'application/json';
        }
        if ($idempotencyKey !== null) {
            $headers['idempotency-key'] = $idempotencyKey;
        }
        if ($options->requestId !== null) {
            $headers['x-request-id'] = $options->requestId;
        }
        $url = $this->baseUrl . $call->pathAndQuery();

        return new HttpRequest($call->method, $url, $headers, $body, $options->timeoutMs ?? $this->timeoutMs, $call->kind !== CallKind::Unkeyed);
    }

    /**
     * @template T
     *
     * @param callable(HttpResponse): (T|null) $read
     *
     * @return T|null
     */
    private static function resultOf(callable $read, HttpResponse $response): mixed
    {
        try {
            return $read($response);
        } catch (\TypeError) {
            // The constructors of src/Model refuse a field that is missing or has another type.
            return null;
        }
    }

    /**
     * The object of a success, or null. The public operations respond without `success`.
     *
     * @return array<string, mixed>|null
     */
    private static function successIn(string $text, Call $call): ?array
    {
        $value = json_decode($text, true);
        if (!is_array($value) || array_is_list($value)) {
            return null;
        }
        $success = $value['success'] ?? null;

        return $success === true || ($call->isPublic && $success === null) ? $value : null;
    }

    /** @return array{NsimbiError, AttemptFailure} */
    private static function errorOfFailure(Call $call, HttpFailure $cause, ?string $idempotencyKey, int $timeoutMs): array
    {
        $failure = $cause->wasNotSent ? AttemptFailure::notSent() : AttemptFailure::noResponse();
        $isRetryable = Retry::isRepeatable($call->kind, $failure);
        $error = $cause->isTimeout
            ? new TimeoutError(
                "{$call->name()} had no response within $timeoutMs ms.",
                'timeout',
                $isRetryable,
                idempotencyKey: $idempotencyKey,
                previous: $cause,
            )
            : new ConnectionError(
                "{$call->name()}: {$cause->getMessage()}.",
                'connection_failed',
                $isRetryable,
                idempotencyKey: $idempotencyKey,
                previous: $cause,
            );

        return [$error, $failure];
    }

    /** A random UUID (RFC 9562 section 5.4). */
    private static function newKey(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);

        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    private static function checkKey(?string $idempotencyKey): void
    {
        if ($idempotencyKey === null || preg_match('/^[\x21-\x7e]{1,255}$/D', $idempotencyKey) === 1) {
            return;
        }
        $rule = 'must be 1 to 255 visible ASCII characters.';

        throw new ValidationError("idempotencyKey $rule", 'invalid_request', false, fields: ['idempotencyKey' => [$rule]]);
    }

    /** The error for a response with HTTP 200 that does not keep to the contract. */
    public static function unexpectedResponse(string $message): ServerError
    {
        return new ServerError($message, 'unexpected_response', false, 200);
    }
}
