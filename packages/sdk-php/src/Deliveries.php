<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\Call;
use Nsimbi\Http\Path;
use Nsimbi\Http\Transport;
use Nsimbi\Model\DeliveriesQuery;
use Nsimbi\Model\Delivery;
use Nsimbi\Model\QueuedDelivery;

/** What was sent to a webhook. */
final readonly class Deliveries
{
    public function __construct(private Transport $transport)
    {
    }

    /**
     * One page, the newest delivery first.
     *
     * @return Page<Delivery>
     *
     * @throws NsimbiError
     */
    public function list(int|float $webhookId, ?DeliveriesQuery $query = null, ?CallOptions $options = null): Page
    {
        $call = Call::read(self::path($webhookId), $query ?? new DeliveriesQuery());

        return Page::read($this->transport, $call, Delivery::from(...), $options);
    }

    /**
     * All deliveries that are still kept, the newest first.
     *
     * @return \Generator<int, Delivery, void, void>
     *
     * @throws NsimbiError
     */
    public function iterate(int|float $webhookId, ?DeliveriesQuery $query = null, ?CallOptions $options = null): \Generator
    {
        return Page::items(fn (?string $cursor) => $this->list(
            $webhookId,
            new DeliveriesQuery(limit: $query?->limit, cursor: $cursor ?? $query?->cursor),
            $options,
        ));
    }

    /**
     * Sends one delivery again, also one that was delivered.
     *
     * @throws NsimbiError
     */
    public function redeliver(int|float $webhookId, int|float $deliveryId, ?CallOptions $options = null): QueuedDelivery
    {
        $call = Call::unkeyed('POST', self::path($webhookId) . '/' . Path::id($deliveryId) . '/redeliver');

        return $this->transport->data($call, QueuedDelivery::from(...), $options);
    }

    private static function path(int|float $webhookId): string
    {
        return '/api/v1/webhooks/' . Path::id($webhookId) . '/deliveries';
    }
}
