<?php

declare(strict_types=1);

namespace Nsimbi\Http;

/** A whole response. */
final readonly class HttpResponse
{
    /** @param array<string, string> $headers by their names in lower case */
    public function __construct(
        public int $status,
        public array $headers,
        public string $body,
    ) {
    }

    public function header(string $name): ?string
    {
        return $this->headers[strtolower($name)] ?? null;
    }
}
