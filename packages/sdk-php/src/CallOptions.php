<?php

declare(strict_types=1);

namespace Nsimbi;

/** Options of every call. */
final readonly class CallOptions
{
    /**
     * @param int|null $timeoutMs milliseconds for one attempt, from its start to the end of the response; null for the client's
     * @param int|null $maxRetries how often the call is repeated after a failure; null for the client's
     * @param string|null $requestId your own id of the request, sent as `X-Request-Id`
     *
     * @throws \InvalidArgumentException when a value cannot be right
     */
    public function __construct(
        public ?int $timeoutMs = null,
        public ?int $maxRetries = null,
        public ?string $requestId = null,
    ) {
        if ($timeoutMs !== null && $timeoutMs < 1) {
            throw new \InvalidArgumentException('timeoutMs must be a number of milliseconds above 0.');
        }
        if ($maxRetries !== null && $maxRetries < 0) {
            throw new \InvalidArgumentException('maxRetries must be 0 or more.');
        }
        if ($requestId !== null && preg_match('/^[\x21-\x7e]{1,255}$/D', $requestId) !== 1) {
            throw new \InvalidArgumentException('requestId must be 1 to 255 visible ASCII characters.');
        }
    }
}
