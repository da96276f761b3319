<?php

declare(strict_types=1);

namespace Nsimbi\Http;

/** One HTTP request. */
final readonly class HttpRequest
{
    /**
     * @param array<string, string> $headers by their names in lower case
     * @param string|null $body null for none
     * @param int $timeoutMs milliseconds from the start to the end of the response; for a stream, the time in which a first byte must come
     * @param bool $isRepeatable whether the request may arrive twice; where it may not, no kept connection is used, because a client
     *     repeats a request whose kept connection was closed
     */
    public function __construct(
        public string $method,
        public string $url,
        #[\SensitiveParameter]
        public array $headers,
        public ?string $body,
        public int $timeoutMs,
        public bool $isRepeatable,
    ) {
    }
}
