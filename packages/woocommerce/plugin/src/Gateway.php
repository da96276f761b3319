<?php

declare(strict_types=1);

namespace NsimbiPayments;

use NsimbiPayments\Sdk\Nsimbi;

/** The payment method: its settings, its field at checkout, payments and refunds. */
class Gateway extends \WC_Payment_Gateway
{
    public const ID = 'nsimbi';
    private const PHONE_FIELD = 'nsimbi_phone';

    public function __construct()
    {
        $this->id = self::ID;
        $this->has_fields = true;
        $this->method_title = __('Nsimbi: mobile money', 'nsimbi-payments');
        $this->method_description = __('MTN and Airtel: the customer confirms the payment on the phone. Orders in Ugandan shillings (UGX) only.', 'nsimbi-payments');
        $this->supports = ['products', 'refunds'];
        $this->init_form_fields();
        $this->init_settings();
        $this->title = $this->get_option('title');
        $this->description = $this->get_option('description');
        add_action('woocommerce_update_options_payment_gateways_' . $this->id, [$this, 'process_admin_options']);
    }

    public static function testNotice(): string
    {
        return __('Test mode: no real money moves.', 'nsimbi-payments');
    }

    public function init_form_fields(): void
    {
        $this->form_fields = [
            'enabled' => [
                'title' => __('Enable', 'nsimbi-payments'),
                'type' => 'checkbox',
                'label' => __('Take mobile money at checkout', 'nsimbi-payments'),
                'default' => 'no',
            ],
            'title' => [
                'title' => __('Title', 'nsimbi-payments'),
                'type' => 'text',
                'description' => __('The name of the payment method at checkout.', 'nsimbi-payments'),
                'default' => __('Mobile money (MTN, Airtel)', 'nsimbi-payments'),
            ],
            'description' => [
                'title' => __('Description', 'nsimbi-payments'),
                'type' => 'textarea',
                'default' => __('You confirm the payment on your phone with your mobile money PIN.', 'nsimbi-payments'),
            ],
            'base_url' => [
                'title' => __('Address of Nsimbi', 'nsimbi-payments'),
                'type' => 'text',
                'description' => __('For example https://pay.example.ug, without /api/v1.', 'nsimbi-payments'),
                'default' => '',
            ],
            'api_key' => [
                'title' => __('API key', 'nsimbi-payments'),
                'type' => 'nsimbi_secret',
                'constant' => 'NSIMBI_API_KEY',
                'description' => __('It begins with nsk_test_ (no real money) or nsk_live_, and needs the permission wallet:collect, and wallet:send for refunds. It is stored in the database, where other plugins and backups can read it: write it into wp-config.php as NSIMBI_API_KEY instead if you can.', 'nsimbi-payments'),
                'default' => '',
            ],
            'webhook_secret' => [
                'title' => __('Webhook secret', 'nsimbi-payments'),
                'type' => 'nsimbi_secret',
                'constant' => 'NSIMBI_WEBHOOK_SECRET',
                // With the address of this shop, which is not known yet when other plugins make payment methods early.
                'description' => '',
                'default' => '',
            ],
            'webhook_secret_new' => [
                'title' => __('Second webhook secret', 'nsimbi-payments'),
                'type' => 'nsimbi_secret',
                'constant' => 'NSIMBI_WEBHOOK_SECRET',
                'description' => __('While you roll the secret: the new one. Both are accepted.', 'nsimbi-payments'),
                'default' => '',
            ],
        ];
    }

    /** Prints the settings, after what keeps the payment method from being offered. */
    public function admin_options(): void
    {
        foreach ($this->obstacles() as $obstacle) {
            printf('<div class="notice notice-warning inline"><p>%s</p></div>', esc_html($obstacle));
        }
        if (Settings::load()->mode() === 'test') {
            printf('<div class="notice notice-info inline"><p>%s</p></div>', esc_html(self::testNotice()));
        }
        $this->form_fields['webhook_secret']['description'] = sprintf(
            /* translators: %s: address */
            __('Register a webhook in the dashboard of Nsimbi for transaction.completed and transaction.failed, in the mode of the API key, with the address %s. Nsimbi then shows this secret once. Without it no order is ever paid.', 'nsimbi-payments'),
            rest_url(Webhook::NAMESPACE . Webhook::ROUTE),
        );
        parent::admin_options();
    }

    /** @return list<string> why customers cannot choose this payment method; empty when they can */
    public function obstacles(): array
    {
        $settings = Settings::load();

        return array_values(array_filter([
            get_woocommerce_currency() === 'UGX' ? null
                : __('The currency of the shop is not the Ugandan shilling (UGX), so this payment method is not offered.', 'nsimbi-payments'),
            \PHP_INT_SIZE === 8 && function_exists('curl_init') ? null
                : __('This payment method needs PHP with 64 bits and its extension curl.', 'nsimbi-payments'),
            Settings::isAddress($settings->baseUrl) ? null
                : __('The address of Nsimbi is missing.', 'nsimbi-payments'),
            $settings->mode() !== null ? null : __('The API key is missing.', 'nsimbi-payments'),
            $settings->webhookSecrets !== [] ? null
                : __('The webhook secret is missing. Without it no order would be paid.', 'nsimbi-payments'),
        ]));
    }

    public function needs_setup(): bool
    {
        return $this->obstacles() !== [];
    }

    public function is_available(): bool
    {
        return parent::is_available() && $this->obstacles() === [];
    }

    /** A field whose stored value is never shown: empty leaves it as it is. */
    public function generate_nsimbi_secret_html(string $key, array $data): string
    {
        $isInFile = defined($data['constant']);
        $shown = $isInFile ? __('set in wp-config.php', 'nsimbi-payments')
            : ($this->get_option($key) === '' ? '' : __('stored; leave empty to keep it', 'nsimbi-payments'));

        return sprintf(
            '<tr valign="top"><th scope="row" class="titledesc"><label for="%1$s">%2$s</label></th><td class="forminp">'
                . '<input class="input-text regular-input" type="password" name="%1$s" id="%1$s" value="" placeholder="%3$s" autocomplete="off"%4$s>'
                . '<p class="description">%5$s</p></td></tr>',
            esc_attr($this->get_field_key($key)),
            esc_html($data['title']),
            esc_attr($shown),
            $isInFile ? ' disabled' : '',
            esc_html($data['description']),
        );
    }

    /** @throws \Exception with what the address must be; WooCommerce shows it and keeps the old one */
    public function validate_base_url_field(string $key, ?string $value): string
    {
        $address = rtrim(trim((string) $value), '/');
        if ($address !== '' && !Settings::isAddress($address)) {
            throw new \Exception(__('The address of Nsimbi must begin with https:// and have no user name and no question mark.', 'nsimbi-payments'));
        }

        return $address;
    }

    /** @throws \Exception with what the key must be */
    public function validate_api_key_field(string $key, ?string $value): string
    {
        return $this->newSecret($key, $value, Settings::KEY_PATTERN, __('The API key must be the whole text that begins with nsk_test_ or nsk_live_.', 'nsimbi-payments'));
    }

    /** @throws \Exception with what the secret must be */
    public function validate_webhook_secret_field(string $key, ?string $value): string
    {
        return $this->newSecret($key, $value, Settings::SECRET_PATTERN, __('The webhook secret must be the whole text that begins with whsec_.', 'nsimbi-payments'));
    }

    /** @throws \Exception with what the secret must be */
    public function validate_webhook_secret_new_field(string $key, ?string $value): string
    {
        return $this->validate_webhook_secret_field($key, $value);
    }

    public function payment_fields(): void
    {
        if (Settings::load()->mode() === 'test') {
            printf('<p><strong>%s</strong></p>', esc_html(self::testNotice()));
        }
        parent::payment_fields();
        printf(
            '<p class="form-row form-row-wide"><label for="%1$s">%2$s&nbsp;<span class="required">*</span></label>'
                . '<input class="input-text" type="tel" id="%1$s" name="%1$s" autocomplete="tel" placeholder="0772 123 456" value=""></p>',
            esc_attr(self::PHONE_FIELD),
            esc_html__('Mobile money number', 'nsimbi-payments'),
        );
    }

    public function validate_fields(): bool
    {
        if (self::givenPhone() !== null) {
            return true;
        }
        wc_add_notice(CustomerSentences::wrongPhone(), 'error');

        return false;
    }

    /**
     * Asks the customer to pay. The order stays pending until an event says that it is paid.
     *
     * @param int $order_id
     *
     * @return array{result: string, redirect?: string}
     */
    public function process_payment($order_id): array
    {
        $order = wc_get_order($order_id);
        $phone = self::givenPhone();
        $amount = $order instanceof \WC_Order && $order->get_currency() === 'UGX' ? Amount::shillings($order->get_total()) : null;
        $checkout = $this->checkout();
        if ($phone === null) {
            return self::failure(CustomerSentences::wrongPhone());
        }
        if (!$order instanceof \WC_Order || $checkout === null) {
            return self::failure(CustomerSentences::notNow());
        }
        if ($amount === null) {
            return self::failure(__('Mobile money is for whole amounts in Ugandan shillings (UGX) only.', 'nsimbi-payments'));
        }
        try {
            $refusal = $checkout->ask($order->get_id(), $phone, $amount);
        } catch (OrderIsLocked $error) {
            Log::warning($error->getMessage());

            return self::failure(__('This order is being paid in another window. Try again in a moment.', 'nsimbi-payments'));
        }
        if ($refusal !== null) {
            return self::failure($refusal);
        }
        WC()->cart?->empty_cart();

        return ['result' => 'success', 'redirect' => $this->get_return_url($order)];
    }

    /**
     * Pays an order or a part of it back. WooCommerce records the refund at once; an event says later whether it was paid.
     *
     * @param int $order_id
     * @param string|float|null $amount
     * @param string $reason
     */
    public function process_refund($order_id, $amount = null, $reason = ''): bool|\WP_Error
    {
        $shillings = Amount::shillings($amount);
        $refund = Plugin::takeCurrentRefundOf((int) $order_id);
        $refunds = $this->refunds();
        if ($refunds === null) {
            return new \WP_Error('nsimbi_not_configured', __('The address of Nsimbi or the API key is missing in the settings.', 'nsimbi-payments'));
        }
        if ($shillings === null) {
            return new \WP_Error('nsimbi_amount', __('The amount must be whole shillings above 0.', 'nsimbi-payments'));
        }
        if ($refund === null) {
            return new \WP_Error('nsimbi_no_refund', __('Make the refund on the page of the order: without its record in WooCommerce it could be paid twice.', 'nsimbi-payments'));
        }
        try {
            $refusal = $refunds->ask((int) $order_id, $refund->get_id(), $shillings);
        } catch (OrderIsLocked $error) {
            return new \WP_Error('nsimbi_order_is_locked', __('This order is being changed at the moment. Try again.', 'nsimbi-payments'));
        }

        return $refusal === null ? true : new \WP_Error('nsimbi_refused', $refusal);
    }

    /** Null when the settings are not complete. */
    public function refunds(): ?Refunds
    {
        $settings = Settings::load();

        return $settings->areComplete() ? new Refunds($this->client($settings), $settings->mode()) : null;
    }

    protected function client(Settings $settings): Nsimbi
    {
        return new Nsimbi($settings->apiKey, $settings->baseUrl);
    }

    private function checkout(): ?Checkout
    {
        $settings = Settings::load();

        return $settings->areComplete() ? new Checkout($this->client($settings), $settings->mode()) : null;
    }

    /** @throws \Exception */
    private function newSecret(string $key, ?string $value, string $pattern, string $sentence): string
    {
        $text = trim((string) $value);
        if ($text === '') {
            return $this->get_option($key);
        }
        if (preg_match($pattern, $text) !== 1) {
            throw new \Exception($sentence);
        }

        return $text;
    }

    /** The number of the form of this request, or null. The form belongs to WooCommerce, which has checked its nonce. */
    private static function givenPhone(): ?string
    {
        $given = $_POST[self::PHONE_FIELD] ?? null;

        return is_string($given) ? Phone::normalise(sanitize_text_field(wp_unslash($given))) : null;
    }

    /** @return array{result: string} */
    private static function failure(string $sentence): array
    {
        wc_add_notice($sentence, 'error');

        return ['result' => 'failure'];
    }
}
