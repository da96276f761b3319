<?php

declare(strict_types=1);

namespace NsimbiPayments;

use Automattic\WooCommerce\Utilities\FeaturesUtil;

/** Connects the plugin with WordPress and WooCommerce. */
final class Plugin
{
    private static string $file = '';
    /** The refund that WooCommerce is making in this request. */
    private static ?\WC_Order_Refund $currentRefund = null;

    /** @param string $file the main file of the plugin */
    public static function start(string $file): void
    {
        self::$file = $file;
        add_action('before_woocommerce_init', static function () use ($file): void {
            if (class_exists(FeaturesUtil::class)) {
                FeaturesUtil::declare_compatibility('custom_order_tables', $file, true);
                FeaturesUtil::declare_compatibility('cart_checkout_blocks', $file, true);
            }
        });
        add_action('plugins_loaded', self::connect(...));
    }

    /** The main file of the plugin, which the addresses of its scripts are made of. */
    public static function file(): string
    {
        return self::$file;
    }

    public static function gateway(): ?Gateway
    {
        $gateway = WC()->payment_gateways()->payment_gateways()[Gateway::ID] ?? null;

        return $gateway instanceof Gateway ? $gateway : null;
    }

    /**
     * The refund of an order that WooCommerce is making, once: it tells a gateway the amount, and not which refund it is.
     *
     * @return \WC_Order_Refund|null null when the gateway is asked in another way
     */
    public static function takeCurrentRefundOf(int $orderId): ?\WC_Order_Refund
    {
        $refund = self::$currentRefund;
        self::$currentRefund = null;

        return $refund?->get_parent_id() === $orderId && $refund->get_id() !== 0 ? $refund : null;
    }

    private static function connect(): void
    {
        if (!class_exists(\WC_Payment_Gateway::class)) {
            return;
        }
        add_filter('woocommerce_payment_gateways', static fn (array $gateways): array => [...$gateways, Gateway::class]);
        add_action('woocommerce_blocks_payment_method_type_registration', static function ($registry): void {
            $registry->register(new BlocksSupport());
        });
        add_action('rest_api_init', static function (): void {
            Webhook::register();
            WaitingPage::register();
        });
        add_action('woocommerce_thankyou_' . Gateway::ID, static fn ($orderId) => WaitingPage::show((int) $orderId));
        add_action('woocommerce_create_refund', static function (\WC_Order_Refund $refund): void {
            self::$currentRefund = $refund;
        });
        add_action(Refunds::REPEAT_HOOK, static function ($orderId, $key): void {
            Refunds::repeat((int) $orderId, (string) $key, static fn (): ?Refunds => self::gateway()?->refunds());
        }, 10, 2);
        add_filter('plugin_action_links_' . plugin_basename(self::$file), static fn (array $links): array => [
            sprintf(
                '<a href="%s">%s</a>',
                esc_url(admin_url('admin.php?page=wc-settings&tab=checkout&section=' . Gateway::ID)),
                esc_html__('Settings', 'nsimbi-payments'),
            ),
            ...$links,
        ]);
    }
}
