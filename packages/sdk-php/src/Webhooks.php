<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\Call;
use Nsimbi\Http\Path;
use Nsimbi\Http\Transport;
use Nsimbi\Model\CreatedWebhook;
use Nsimbi\Model\DeletedWebhook;
use Nsimbi\Model\NewWebhook;
use Nsimbi\Model\QueuedRange;
use Nsimbi\Model\RedeliveryRequest;
use Nsimbi\Model\RolledSecret;
use Nsimbi\Model\SecretRoll;
use Nsimbi\Model\TestDelivery;
use Nsimbi\Model\UpdatedWebhook;
use Nsimbi\Model\Webhook;
use Nsimbi\Model\WebhookChanges;

/** The addresses that receive events, in the mode of the key. */
final readonly class Webhooks
{
    private const ROOT = '/api/v1/webhooks';
    /** A receiver has 30 seconds to respond, and the service waits for it. */
    private const TEST_TIMEOUT_MS = 40_000;

    public Deliveries $deliveries;

    public function __construct(private Transport $transport)
    {
        $this->deliveries = new Deliveries($transport);
    }

    /**
     * Registers an address. The response is the only one with the secret. With `ordered: true` the events of each transaction arrive in order.
     *
     * @throws NsimbiError
     */
    public function create(NewWebhook $webhook, ?CallOptions $options = null): CreatedWebhook
    {
        return $this->transport->data(Call::unkeyed('POST', self::ROOT, $webhook), CreatedWebhook::from(...), $options);
    }

    /**
     * All webhooks; there are at most 20, so they have no pages.
     *
     * @return list<Webhook>
     *
     * @throws NsimbiError
     */
    public function list(?CallOptions $options = null): array
    {
        return $this->transport->data(Call::read(self::ROOT), fn (array $all) => array_map(Webhook::from(...), $all), $options);
    }

    /** @throws NsimbiError */
    public function get(int|float $id, ?CallOptions $options = null): Webhook
    {
        return $this->transport->data(Call::read(self::path($id)), Webhook::from(...), $options);
    }

    /**
     * Changes the fields that are given. `is_active: true` enables it again; the response lists what was missed.
     *
     * @throws NsimbiError
     */
    public function update(int|float $id, WebhookChanges $changes, ?CallOptions $options = null): UpdatedWebhook
    {
        return $this->transport->data(Call::unkeyed('PUT', self::path($id), $changes), UpdatedWebhook::from(...), $options);
    }

    /** @throws NsimbiError */
    public function delete(int|float $id, ?CallOptions $options = null): DeletedWebhook
    {
        return $this->transport->data(Call::unkeyed('DELETE', self::path($id)), DeletedWebhook::from(...), $options);
    }

    /**
     * Sends a test event now and waits for the receiver. A receiver that refuses it is no error: see `delivered`. `timeoutMs` is 40,000 here
     * unless it is given.
     *
     * @throws NsimbiError
     */
    public function test(int|float $id, ?CallOptions $options = null): TestDelivery
    {
        $withTime = new CallOptions($options?->timeoutMs ?? self::TEST_TIMEOUT_MS, $options?->maxRetries, $options?->requestId);

        return $this->transport->data(Call::unkeyed('POST', self::path($id, '/test')), TestDelivery::from(...), $withTime);
    }

    /**
     * Makes a new secret. For `overlap_seconds` deliveries are signed with both.
     *
     * @throws NsimbiError
     */
    public function rollSecret(int|float $id, ?SecretRoll $roll = null, ?CallOptions $options = null): RolledSecret
    {
        $call = Call::unkeyed('POST', self::path($id, '/roll-secret'), $roll ?? new SecretRoll());

        return $this->transport->data($call, RolledSecret::from(...), $options);
    }

    /**
     * Sends failed, cancelled and missed events of a period again. While `has_more` is true, call it with `next_from` as `from`.
     *
     * @throws NsimbiError
     */
    public function redeliver(int|float $id, RedeliveryRequest $range, ?CallOptions $options = null): QueuedRange
    {
        return $this->transport->data(Call::unkeyed('POST', self::path($id, '/redeliver'), $range), QueuedRange::from(...), $options);
    }

    private static function path(int|float $id, string $rest = ''): string
    {
        return self::ROOT . '/' . Path::id($id) . $rest;
    }
}
