<?php

declare(strict_types=1);

namespace NsimbiPayments;

/** Something about an order that a person of the shop must decide. */
final class MerchantAlert
{
    /** Notes it in the order, logs it, and sends it to the address of the shop's administrator: a note alone is easily missed. */
    public static function send(\WC_Order $order, string $text): void
    {
        $order->add_order_note($text);
        Log::warning($text, ['order_id' => $order->get_id()]);
        /* translators: %s: number of the order */
        $subject = sprintf(__('Order %s needs your decision', 'nsimbi-payments'), $order->get_order_number());
        wp_mail((string) get_option('admin_email'), $subject, $text . "\n\n" . $order->get_edit_order_url());
    }
}
