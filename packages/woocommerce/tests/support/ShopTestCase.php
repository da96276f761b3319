<?php

declare(strict_types=1);

namespace NsimbiPayments\Tests;

use NsimbiPayments\OrderStore;
use NsimbiPayments\PaymentAttempt;
use NsimbiPayments\Settings;
use NsimbiPayments\Webhook;
use PHPUnit\Framework\TestCase;

/** A shop of its own for each test, with complete settings for test mode. */
abstract class ShopTestCase extends TestCase
{
    protected const API_KEY = 'nsk_test_abcdefghijkl.0123456789012345678901234567890123456789';
    protected const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
    protected const NEW_SECRET = 'whsec_HxAPDg0MCwoJCAcGBQQDAgEAAAECAwQFBgcICQoLDA0=';

    protected ScriptedService $service;
    protected TestGateway $gateway;
    private string $folder;
    private int $events = 0;

    protected function setUp(): void
    {
        $this->folder = sys_get_temp_dir() . '/nsimbi-shop-' . bin2hex(random_bytes(6));
        mkdir($this->folder);
        Shop::open($this->folder);
        Shop::$lockWaits = true;
        $GLOBALS['wpdb'] = new \wpdb();
        $_POST = [];
        $GLOBALS['shop_notices'] = [];
        $this->newProcess();
        $this->settings([]);
    }

    /** What follows has read nothing from the database yet. */
    protected function newProcess(): void
    {
        $GLOBALS['shop_meta'] = [];
    }

    protected function tearDown(): void
    {
        array_map(unlink(...), glob("$this->folder/*"));
        rmdir($this->folder);
    }

    /** @param array<string, string> $changes */
    protected function settings(array $changes): void
    {
        update_option(Settings::OPTION, $changes + [
            'enabled' => 'yes',
            'title' => 'Mobile money',
            'description' => 'Confirm on your phone.',
            'base_url' => 'https://pay.example.ug',
            'api_key' => self::API_KEY,
            'webhook_secret' => self::SECRET,
            'webhook_secret_new' => '',
        ]);
        $this->service ??= new ScriptedService();
        $this->gateway = new TestGateway($this->service);
        WC()->payment_gateways()->replace($this->gateway);
    }

    /** What the checkout does for one order. */
    protected function pay(\WC_Order $order, string $phone = '0770 000 001'): array
    {
        $_POST = ['nsimbi_phone' => $phone];

        return $this->gateway->validate_fields() ? $this->gateway->process_payment($order->get_id()) : ['result' => 'failure'];
    }

    /** An order whose customer was asked by collection `$id`. */
    protected function asked(int $id = 42, string $total = '50000'): \WC_Order
    {
        $order = shop_create_order(['total' => $total]);
        $this->service->next(ScriptedService::collection($id, (int) $total));
        $this->pay($order);

        return $order;
    }

    /** An order that was paid by collection `$id`. */
    protected function paid(int $id = 42, string $total = '50000'): \WC_Order
    {
        $order = $this->asked($id, $total);
        $this->deliver($this->collectionEvent($order, $id));

        return wc_get_order($order->get_id());
    }

    /** As if everything that was asked for so far had been asked for earlier. */
    protected function makeOlder(\WC_Order $order, int $seconds): void
    {
        Shop::change(function (array $shop) use ($order, $seconds): array {
            $record = &$shop['orders'][$order->get_id()]['meta'][OrderStore::META][0];
            $record = preg_replace_callback('/(?<="askedAt":)\d+/', fn (array $found) => (string) ($found[0] - $seconds), $record);

            return $shop;
        });
        $this->newProcess();
    }

    protected function attempt(\WC_Order $order, int $number = 1): PaymentAttempt
    {
        return OrderStore::recordOf(wc_get_order($order->get_id()))->attempts[$number - 1];
    }

    protected function status(\WC_Order $order): string
    {
        return wc_get_order($order->get_id())->get_status();
    }

    /** @return string all notes of an order */
    protected function notes(\WC_Order $order): string
    {
        return implode("\n", $order->notes());
    }

    /**
     * The end of a collection, as the service reports it.
     *
     * @param array<string, mixed> $changes fields of `data`
     *
     * @return array<string, mixed>
     */
    protected function collectionEvent(\WC_Order $order, int $id, string $status = 'completed', array $changes = [], int $number = 1): array
    {
        $metadata = [
            'customer_phone' => '256770000001',
            'api_triggered' => true,
            'order_id' => (string) $order->get_id(),
            'attempt' => $this->attempt($order, $number)->key,
        ];

        return $this->event($status, $changes + [
            'id' => $id,
            'reference' => "API_COL_1795269970_$id",
            'type' => 'collection',
            'amount' => 50_000,
            'metadata' => $metadata,
        ]);
    }

    /**
     * @param array<string, mixed> $data
     *
     * @return array<string, mixed>
     */
    protected function event(string $status, array $data): array
    {
        $this->events += 1;

        return [
            'id' => "evt_{$data['id']}_$this->events",
            'type' => "transaction.$status",
            'created' => time(),
            'data' => $data + [
                'currency' => 'UGX',
                'status' => $status,
                'mode' => 'test',
                'failure_code' => $status === 'failed' ? 'prompt_expired' : null,
                'failure_reason' => $status === 'failed' ? 'Nobody answered the prompt on the phone in time.' : null,
            ],
            'api_version' => '2026-11',
        ];
    }

    /**
     * Delivers an event, signed as the service signs it.
     *
     * @param array<string, mixed> $event
     *
     * @return array{int, string} the status and the result
     */
    protected function deliver(array $event, string $secret = self::SECRET, ?int $time = null): array
    {
        $body = json_encode($event, \JSON_THROW_ON_ERROR | \JSON_UNESCAPED_SLASHES);
        $time = (string) ($time ?? time());
        $signature = hash_hmac('sha256', "{$event['id']}.$time.$body", base64_decode(substr($secret, 6)), true);

        return $this->post($body, [
            'webhook-id' => $event['id'],
            'webhook-timestamp' => $time,
            'webhook-signature' => 'v1,' . base64_encode($signature),
            'X-Service-Signature' => 'sha256=' . hash_hmac('sha256', $body, $secret),
            'X-Service-Timestamp' => $time,
        ]);
    }

    /**
     * @param array<string, string> $headers
     *
     * @return array{int, string}
     */
    protected function post(string $body, array $headers): array
    {
        $response = Webhook::receive(new \WP_REST_Request($body, $headers));

        return [$response->get_status(), $response->get_data()['result']];
    }
}
