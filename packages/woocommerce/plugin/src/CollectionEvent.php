<?php

declare(strict_types=1);

namespace NsimbiPayments;

use NsimbiPayments\Sdk\Webhook\WebhookEvent;

/** The parts of an event about a transaction that the shop decides by. All of them are covered by the signature. */
final readonly class CollectionEvent
{
    /**
     * @param string $id `evt_…`
     * @param string $type of the transaction: `collection`, `refund`, `adjustment`, …
     * @param string $status `completed` or `failed`
     * @param int $amount whole shillings that the payer paid
     * @param string $mode `live` or `test`
     * @param array<string, mixed> $metadata
     */
    public function __construct(
        public string $id,
        public int $transactionId,
        public string $reference,
        public string $type,
        public string $status,
        public int $amount,
        public string $currency,
        public string $mode,
        public array $metadata,
        public ?string $failureCode,
        public ?string $failureReason,
    ) {
    }

    /** @return self|null null for an event that is not the end of a transaction, or has another form */
    public static function from(WebhookEvent $event): ?self
    {
        $data = $event->data;
        if (!in_array($event->type, ['transaction.completed', 'transaction.failed'], true)) {
            return null;
        }
        if (!is_int($data['id'] ?? null) || !is_int($data['amount'] ?? null) || !is_array($data['metadata'] ?? null)) {
            return null;
        }
        foreach (['reference', 'type', 'status', 'currency', 'mode'] as $name) {
            if (!is_string($data[$name] ?? null)) {
                return null;
            }
        }
        if ($event->type !== 'transaction.' . $data['status']) {
            return null;
        }
        $text = static fn (string $name): ?string => is_string($data[$name] ?? null) ? $data[$name] : null;

        return new self(
            $event->id,
            $data['id'],
            $data['reference'],
            $data['type'],
            $data['status'],
            $data['amount'],
            $data['currency'],
            $data['mode'],
            $data['metadata'],
            $text('failure_code'),
            $text('failure_reason'),
        );
    }

    /** A name of the shop's own metadata, or null. */
    public function note(string $name): ?string
    {
        return is_string($this->metadata[$name] ?? null) ? $this->metadata[$name] : null;
    }
}
