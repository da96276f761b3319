<?php

declare(strict_types=1);

namespace Nsimbi\Http;

/** No whole response arrived. */
final class HttpFailure extends \RuntimeException
{
    private function __construct(
        string $message,
        /** Whether the connection was not made, so that no byte of the request left. */
        public readonly bool $wasNotSent,
        public readonly bool $isTimeout,
    ) {
        parent::__construct($message);
    }

    public static function notSent(string $message): self
    {
        return new self($message, true, false);
    }

    /** The connection ended too early. */
    public static function lost(string $message): self
    {
        return new self($message, false, false);
    }

    public static function timeout(string $message): self
    {
        return new self($message, false, true);
    }
}
