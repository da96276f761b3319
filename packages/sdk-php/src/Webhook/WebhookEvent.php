<?php

declare(strict_types=1);

namespace Nsimbi\Webhook;

use Nsimbi\Model\Transaction;

/** An event that was delivered to a webhook. */
final readonly class WebhookEvent
{
    /**
     * @param string $id the same for every attempt: handle each once
     * @param string $type one of `EventName`, or a name that a later version of the service adds
     * @param array<string, mixed> $data the transaction, as decoded JSON
     * @param array<string, mixed> $body the whole event, as decoded JSON
     */
    public function __construct(
        public string $id,
        public string $type,
        public array $data,
        public array $body,
    ) {
    }

    /**
     * `data` as an object.
     *
     * @throws \UnexpectedValueException when it has another form, for example that of another `api_version`
     */
    public function transaction(): Transaction
    {
        try {
            return Transaction::from($this->data);
        } catch (\TypeError $cause) {
            throw new \UnexpectedValueException("The data of event $this->id is not a transaction of this version.", 0, $cause);
        }
    }
}
