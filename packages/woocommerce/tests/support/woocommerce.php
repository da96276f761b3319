<?php

declare(strict_types=1);

/*
 * The parts of WooCommerce that the plugin uses, reduced to what its tests need. What decides about money follows WooCommerce: which statuses
 * payment_complete leaves, that a refund is recorded before the gateway is asked and deleted when it refuses, that an order whose whole amount
 * was refunded becomes "refunded", that an object saves only what was changed in it, and that a process reads the meta of an order once.
 */

use NsimbiPayments\Tests\Shop;

abstract class WC_Settings_API
{
    public $id = '';
    public $settings = [];
    public $form_fields = [];
    /** @var list<string> */
    public array $errors = [];

    public function init_settings()
    {
        $stored = get_option("woocommerce_{$this->id}_settings", []);
        $this->settings = $stored + array_map(fn (array $field) => $field['default'] ?? '', $this->form_fields);
    }

    public function get_option($key, $empty = null)
    {
        return $this->settings[$key] ?? $this->form_fields[$key]['default'] ?? '';
    }

    public function get_field_key($key)
    {
        return "woocommerce_{$this->id}_$key";
    }

    /** Saves the form of the settings. A field whose validation throws keeps its old value. */
    public function process_admin_options()
    {
        $this->init_settings();
        foreach ($this->form_fields as $key => $field) {
            $value = $_POST[$this->get_field_key($key)] ?? null;
            try {
                $validate = "validate_{$key}_field";
                $this->settings[$key] = match (true) {
                    is_callable([$this, $validate]) => $this->$validate($key, $value),
                    $field['type'] === 'checkbox' => $value === null ? 'no' : 'yes',
                    default => (string) $value,
                };
            } catch (Exception $error) {
                $this->errors[] = $error->getMessage();
            }
        }
        update_option("woocommerce_{$this->id}_settings", $this->settings);

        return true;
    }

    public function admin_options()
    {
        foreach ($this->form_fields as $key => $field) {
            $generate = "generate_{$field['type']}_html";
            echo is_callable([$this, $generate]) ? $this->$generate($key, $field) : '';
        }
    }
}

abstract class WC_Payment_Gateway extends WC_Settings_API
{
    public $enabled = 'yes';
    public $title;
    public $description;
    public $method_title = '';
    public $method_description = '';
    public $has_fields;
    public $supports = ['products'];

    public function init_settings()
    {
        parent::init_settings();
        $this->enabled = ($this->settings['enabled'] ?? 'no') === 'yes' ? 'yes' : 'no';
    }

    public function get_title()
    {
        return $this->title;
    }

    public function get_description()
    {
        return $this->description;
    }

    public function supports($feature)
    {
        return in_array($feature, $this->supports, true);
    }

    public function is_available()
    {
        return $this->enabled === 'yes';
    }

    public function needs_setup()
    {
        return false;
    }

    public function payment_fields()
    {
        echo '<p>' . esc_html((string) $this->description) . '</p>';
    }

    public function validate_fields()
    {
        return true;
    }

    public function process_payment($order_id)
    {
        return [];
    }

    public function process_refund($order_id, $amount = null, $reason = '')
    {
        return false;
    }

    public function get_return_url($order = null)
    {
        return $order->get_checkout_order_received_url();
    }
}

abstract class Shop_Order_Data
{
    /** @var array<string, mixed> what was changed in this object */
    private array $changes = [];
    /** @var array<string, list<string>> */
    private array $meta = [];
    /** @var array<string, list<string>> */
    private array $changedMeta = [];
    private string $noteOfStatus = '';

    public function __construct(private int $id, private array $data)
    {
        $this->meta = $id === 0 ? $data['meta'] : $GLOBALS['shop_meta'][$id] ??= $data['meta'];
    }

    public function get_id()
    {
        return $this->id;
    }

    public function get_parent_id()
    {
        return $this->value('parent_id');
    }

    public function get_status()
    {
        return $this->value('status');
    }

    public function get_meta($key)
    {
        return $this->meta[$key][0] ?? '';
    }

    public function update_meta_data($key, $value)
    {
        $this->meta[$key] = $this->changedMeta[$key] = [(string) $value];
    }

    public function add_meta_data($key, $value, $unique = false)
    {
        $this->meta[$key] = $this->changedMeta[$key] = [...$this->meta[$key] ?? [], (string) $value];
    }

    public function read_meta_data($force_read = false)
    {
        $this->meta = $GLOBALS['shop_meta'][$this->id] = Shop::read()['orders'][$this->id]['meta'];
    }

    public function set_status($status, $note = '')
    {
        $this->changes['status'] = $status;
        $this->noteOfStatus = $note;
    }

    public function save()
    {
        Shop::change(function (array $shop): array {
            if ($this->id === 0) {
                $shop['last_id'] += 1;
                $this->id = $shop['last_id'];
            }
            $stored = $shop['orders'][$this->id] ?? $this->data;
            $old = $stored['status'];
            $stored = array_replace($stored, $this->changes);
            $stored['meta'] = array_replace($stored['meta'], $this->changedMeta);
            if ($stored['status'] !== $old) {
                $stored['statuses'][] = $stored['status'];
                if ($this->noteOfStatus !== '') {
                    $stored['notes'][] = $this->noteOfStatus;
                }
            }
            $shop['orders'][$this->id] = $stored;
            $this->data = $stored;
            $GLOBALS['shop_meta'][$this->id] = array_replace($GLOBALS['shop_meta'][$this->id] ?? [], $this->changedMeta);
            $this->changes = $this->changedMeta = [];

            return $shop;
        });

        return $this->id;
    }

    public function delete($force_delete = false)
    {
        Shop::change(function (array $shop): array {
            unset($shop['orders'][$this->id]);

            return $shop;
        });

        return true;
    }

    protected function value(string $name): mixed
    {
        return $this->changes[$name] ?? $this->data[$name];
    }

    protected function set(string $name, mixed $value): void
    {
        $this->changes[$name] = $value;
    }
}

class WC_Order extends Shop_Order_Data
{
    public function get_order_number()
    {
        return $this->value('number') ?? (string) $this->get_id();
    }

    public function get_order_key()
    {
        return $this->value('order_key');
    }

    public function get_total()
    {
        return $this->value('total');
    }

    public function get_currency()
    {
        return $this->value('currency');
    }

    public function get_payment_method()
    {
        return $this->value('payment_method');
    }

    public function get_transaction_id()
    {
        return $this->value('transaction_id');
    }

    public function set_transaction_id($value)
    {
        $this->set('transaction_id', $value);
    }

    public function get_date_paid()
    {
        return $this->value('date_paid');
    }

    public function set_date_paid($date)
    {
        $this->set('date_paid', $date);
    }

    public function has_status($status)
    {
        return in_array($this->get_status(), (array) $status, true);
    }

    public function is_paid()
    {
        return $this->has_status(['processing', 'completed']);
    }

    public function needs_payment()
    {
        return $this->has_status(['pending', 'failed']);
    }

    public function get_checkout_order_received_url()
    {
        return home_url("/checkout/order-received/{$this->get_id()}/?key={$this->get_order_key()}");
    }

    public function get_checkout_payment_url()
    {
        return home_url("/checkout/order-pay/{$this->get_id()}/?pay_for_order=true&key={$this->get_order_key()}");
    }

    public function get_edit_order_url()
    {
        return admin_url("admin.php?page=wc-orders&action=edit&id={$this->get_id()}");
    }

    public function add_order_note($note)
    {
        Shop::change(function (array $shop) use ($note): array {
            $shop['orders'][$this->get_id()]['notes'][] = $note;

            return $shop;
        });

        return 1;
    }

    /** @return list<string> */
    public function notes(): array
    {
        return Shop::read()['orders'][$this->get_id()]['notes'];
    }

    /** @return list<string> every status that was saved */
    public function statuses(): array
    {
        return Shop::read()['orders'][$this->get_id()]['statuses'];
    }

    public function update_status($status, $note = '')
    {
        $this->set_status($status, $note);
        $this->save();

        return true;
    }

    public function payment_complete($transaction_id = '')
    {
        if (Shop::read()['options']['payment_complete_fails'] ?? false) {
            return false;
        }
        if ($this->has_status(['on-hold', 'pending', 'failed', 'cancelled'])) {
            $this->set_transaction_id($transaction_id);
            if ($this->get_date_paid() === null) {
                $this->set_date_paid(time());
            }
            $this->set_status('processing');
            $this->save();
            do_action('woocommerce_payment_complete', $this->get_id(), $transaction_id);
        }

        return true;
    }
}

class WC_Order_Refund extends Shop_Order_Data
{
    public function get_amount()
    {
        return $this->value('amount');
    }

    public function get_refunded_payment()
    {
        return $this->value('refunded_payment');
    }

    public function set_refunded_payment($value)
    {
        $this->set('refunded_payment', $value);
    }
}

/** @param array<string, mixed> $values */
function shop_create_order(array $values = []): WC_Order
{
    $order = new WC_Order(0, $values + [
        'kind' => 'order', 'parent_id' => 0, 'status' => 'pending', 'statuses' => [], 'meta' => [], 'notes' => [], 'number' => null,
        'order_key' => 'wc_order_' . bin2hex(random_bytes(7)), 'total' => '50000', 'currency' => 'UGX', 'payment_method' => 'nsimbi',
        'transaction_id' => '', 'date_paid' => null,
    ]);
    $order->save();

    return $order;
}

function wc_get_order($id)
{
    $data = Shop::read()['orders'][$id] ?? null;

    return $data === null ? false : ($data['kind'] === 'refund' ? new WC_Order_Refund($id, $data) : new WC_Order($id, $data));
}

/** @return list<int> */
function wc_get_orders(array $query): array
{
    $found = array_filter(
        Shop::read()['orders'],
        fn (array $order) => in_array($query['meta_value'], $order['meta'][$query['meta_key']] ?? [], true),
    );

    return array_slice(array_keys($found), 0, $query['limit']);
}

function wc_create_refund(array $arguments): WC_Order_Refund|WP_Error
{
    $order = wc_get_order($arguments['order_id']);
    $refunds = array_filter(Shop::read()['orders'], fn (array $one) => $one['parent_id'] === $order->get_id());
    $remaining = (float) $order->get_total() - array_sum(array_column($refunds, 'amount'));
    if ($arguments['amount'] > $remaining) {
        return new WP_Error('error', 'Invalid refund amount.');
    }
    $refund = new WC_Order_Refund(0, [
        'kind' => 'refund', 'parent_id' => $order->get_id(), 'status' => 'completed', 'statuses' => [], 'meta' => [], 'notes' => [],
        'amount' => $arguments['amount'], 'refunded_payment' => false,
    ]);
    do_action('woocommerce_create_refund', $refund, $arguments);
    $refund->save();
    $result = WC()->payment_gateways()->payment_gateways()[$order->get_payment_method()]
        ->process_refund($order->get_id(), $refund->get_amount(), $arguments['reason'] ?? '');
    if (is_wp_error($result) || !$result) {
        $refund->delete();

        return is_wp_error($result) ? $result : new WP_Error('error', 'An error occurred.');
    }
    $refund->set_refunded_payment(true);
    $refund->save();
    if ((float) $arguments['amount'] === $remaining) {
        $order->update_status('refunded');
    }

    return $refund;
}

function get_woocommerce_currency(): string
{
    return get_option('woocommerce_currency', 'UGX');
}

function wc_add_notice(string $message, string $type = 'success'): void
{
    $GLOBALS['shop_notices'][] = [$message, $type];
}

function wc_get_logger(): object
{
    return new class () {
        public function __call(string $level, array $arguments): void
        {
            Shop::change(function (array $shop) use ($level, $arguments): array {
                $shop['log'][] = "$level $arguments[0] " . json_encode($arguments[1]);

                return $shop;
            });
        }
    };
}

function as_schedule_single_action(int $timestamp, string $hook, array $args = [], string $group = ''): int
{
    Shop::change(function (array $shop) use ($timestamp, $hook, $args): array {
        $shop['actions'][] = ['at' => $timestamp, 'hook' => $hook, 'args' => $args];

        return $shop;
    });

    return 1;
}

/** The payment methods of the shop, which every request makes once. */
class WC_Payment_Gateways
{
    /** @var array<string, WC_Payment_Gateway>|null */
    private ?array $gateways = null;

    /** @return array<string, WC_Payment_Gateway> */
    public function payment_gateways()
    {
        if ($this->gateways === null) {
            $this->gateways = [];
            foreach (apply_filters('woocommerce_payment_gateways', []) as $class) {
                $this->replace(new $class());
            }
        }

        return $this->gateways;
    }

    public function replace(WC_Payment_Gateway $gateway): void
    {
        $this->gateways[$gateway->id] = $gateway;
    }
}

final class WooCommerce
{
    public ?object $cart = null;
    private WC_Payment_Gateways $gateways;

    public function __construct()
    {
        $this->gateways = new WC_Payment_Gateways();
    }

    public function payment_gateways(): WC_Payment_Gateways
    {
        return $this->gateways;
    }
}

function WC(): WooCommerce
{
    return $GLOBALS['woocommerce'] ??= new WooCommerce();
}
