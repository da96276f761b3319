<?php

declare(strict_types=1);

namespace Nsimbi\Webhook;

/** A request that must not be handled. Respond 400. */
final class WebhookVerificationError extends \RuntimeException
{
    public function __construct(public readonly WebhookRefusal $reason, string $message)
    {
        parent::__construct($message);
    }
}
