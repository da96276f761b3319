<?php

declare(strict_types=1);

namespace NsimbiPayments;

/** The page after checkout: it asks the shop, never the service, until the order changes. */
final class WaitingPage
{
    public const ROUTE = '/orders/(?P<id>[1-9]\d{0,17})/state';

    public static function register(): void
    {
        register_rest_route(Webhook::NAMESPACE, self::ROUTE, [
            'methods' => 'GET',
            'callback' => self::state(...),
            // The key of the order decides, in the callback: a guest has no other right to see it.
            'permission_callback' => '__return_true',
        ]);
    }

    /** Prints the part of the order-received page that waits. */
    public static function show(int $orderId): void
    {
        $order = wc_get_order($orderId);
        if (!$order instanceof \WC_Order) {
            return;
        }
        ['state' => $state, 'message' => $message] = self::stateOf($order);
        $address = add_query_arg(
            'key',
            rawurlencode($order->get_order_key()),
            rest_url(Webhook::NAMESPACE . '/orders/' . $order->get_id() . '/state'),
        );
        if ($state === 'waiting') {
            wp_enqueue_script('nsimbi-payments-waiting', plugins_url('assets/waiting.js', Plugin::file()), [], NSIMBI_PAYMENTS_VERSION, true);
        }
        printf(
            '<div class="woocommerce-info" role="status" data-nsimbi-state="%s" data-nsimbi-address="%s"><p>%s</p>%s</div>',
            esc_attr($state),
            esc_url($address),
            esc_html($message),
            $order->needs_payment() ? sprintf(
                '<p><a href="%s">%s</a></p>',
                esc_url($order->get_checkout_payment_url()),
                esc_html(match (OrderStore::recordOf($order)->lastAttempt()?->state) {
                    AttemptState::Waiting => __('No request on your phone? Use another number, or wait until this request has ended.', 'nsimbi-payments'),
                    AttemptState::Unanswered => __('No request on your phone? Ask again, or use another number.', 'nsimbi-payments'),
                    default => __('Pay again', 'nsimbi-payments'),
                }),
            ) : '',
        );
    }

    public static function state(\WP_REST_Request $request): \WP_REST_Response
    {
        $order = wc_get_order((int) $request->get_param('id'));
        $key = $request->get_param('key');
        $isAllowed = $order instanceof \WC_Order && is_string($key) && hash_equals($order->get_order_key(), $key)
            && $order->get_payment_method() === Gateway::ID;
        if (!$isAllowed) {
            return new \WP_REST_Response(['message' => __('There is no such order.', 'nsimbi-payments')], 404);
        }
        $response = new \WP_REST_Response(self::stateOf($order), 200);
        $response->header('Cache-Control', 'no-store');

        return $response;
    }

    /** @return array{state: 'waiting'|'paid'|'failed', message: string} */
    public static function stateOf(\WC_Order $order): array
    {
        $record = OrderStore::recordOf($order);
        if ($order->get_date_paid() !== null || $record->paidAttempt() !== null) {
            return ['state' => 'paid', 'message' => __('Payment received. Thank you.', 'nsimbi-payments')];
        }
        $last = $record->lastAttempt();
        if ($last?->state === AttemptState::Waiting) {
            /* translators: %s: last three digits of a phone number */
            $text = __('Confirm the payment on your phone that ends with %s: enter your mobile money PIN there. This page shows when the payment is received.', 'nsimbi-payments');

            return ['state' => 'waiting', 'message' => sprintf($text, substr($last->phone, -3))];
        }
        if ($last?->state === AttemptState::Unanswered) {
            return ['state' => 'waiting', 'message' => __('Your request was sent, and no response has come yet. If your phone asks you to pay, confirm it. You are not asked twice for the same payment.', 'nsimbi-payments')];
        }
        if ($last?->state === AttemptState::Unassigned) {
            return ['state' => 'failed', 'message' => __('A payment was received that could not be used for this order. The shop will contact you.', 'nsimbi-payments')];
        }

        return ['state' => 'failed', 'message' => CustomerSentences::ofFailure($last?->failure) ?? CustomerSentences::notNow()];
    }
}
