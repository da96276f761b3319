<?php

declare(strict_types=1);

namespace NsimbiPayments;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

/** The payment method in the checkout block. The block sends the same fields as the classic checkout, to the same gateway. */
final class BlocksSupport extends AbstractPaymentMethodType
{
    protected $name = Gateway::ID;

    public function initialize(): void
    {
        $this->settings = get_option(Settings::OPTION, []);
    }

    public function is_active(): bool
    {
        return Plugin::gateway()?->is_available() ?? false;
    }

    /** @return list<string> */
    public function get_payment_method_script_handles(): array
    {
        wp_register_script(
            'nsimbi-payments-checkout-block',
            plugins_url('assets/checkout-block.js', Plugin::file()),
            ['wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities'],
            NSIMBI_PAYMENTS_VERSION,
            true,
        );

        return ['nsimbi-payments-checkout-block'];
    }

    /** @return array<string, mixed> what the script gets; nothing of it is secret */
    public function get_payment_method_data(): array
    {
        $gateway = Plugin::gateway();

        return [
            'title' => (string) $gateway?->get_title(),
            'description' => wp_strip_all_tags((string) $gateway?->get_description()),
            'supports' => $gateway === null ? [] : array_values(array_filter($gateway->supports, [$gateway, 'supports'])),
            'phoneLabel' => __('Mobile money number', 'nsimbi-payments'),
            'phoneIsMissing' => CustomerSentences::wrongPhone(),
            'isTest' => Settings::load()->mode() === 'test',
            'testNotice' => Gateway::testNotice(),
        ];
    }
}
