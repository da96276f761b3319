<?php

declare(strict_types=1);

namespace NsimbiPayments;

/** The names under which the service knows what the shop asked for. They are stored with the attempt, and never computed again. */
final class Keys
{
    /** The service keeps a key for at least 24 hours; after that the same request would be a second payment. */
    public const REPEAT_WITHIN_SECONDS = 20 * 3600;

    /**
     * The Idempotency-Key of an attempt. Besides the order it names the address of the shop and the random key of the order, so that a second
     * shop of the same client, a copy of the shop, and a shop that was emptied do not repeat each other's requests.
     */
    public static function ofAttempt(\WC_Order $order, int $number): string
    {
        return self::base($order) . "-$number";
    }

    /** The Idempotency-Key of a refund. */
    public static function ofRefund(\WC_Order $order, int $refundId): string
    {
        return self::base($order) . "-refund-$refundId";
    }

    /** The number that shop and customer know, short enough for a `client_reference`, which has 64 characters at most. */
    public static function orderNumber(\WC_Order $order): string
    {
        return substr(trim(preg_replace('/[^\x21-\x7e]+/', ' ', (string) $order->get_order_number())), 0, 32);
    }

    private static function base(\WC_Order $order): string
    {
        $shop = substr(hash('sha256', home_url() . ' ' . $order->get_order_key()), 0, 16);

        return "woocommerce-$shop-{$order->get_id()}";
    }
}
