<?php

declare(strict_types=1);

namespace NsimbiPayments;

use NsimbiPayments\Sdk\Webhook\SignatureScheme;
use NsimbiPayments\Sdk\Webhook\WebhookVerificationError;
use NsimbiPayments\Sdk\Webhook\WebhookVerifier;

/**
 * Receives the events of the service. Only they advance an order.
 *
 * It answers 200 after what the event means is stored, and for every signed event that is none of the shop's: a wallet can be used for other
 * things than the shop, and an error would be repeated for hours and then disable the webhook. It answers 400 to what is not signed, and 503
 * or 500 when the event must be delivered again.
 */
final class Webhook
{
    public const NAMESPACE = 'nsimbi/v1';
    public const ROUTE = '/webhook';
    /** WooCommerce records a refund after the call to the service: until then its outcome waits for the next delivery. */
    private const REFUND_SETTLES_SECONDS = 60;

    public static function register(): void
    {
        register_rest_route(self::NAMESPACE, self::ROUTE, [
            'methods' => 'POST',
            'callback' => self::receive(...),
            // The signature decides, in the callback: it needs the bytes of the body.
            'permission_callback' => '__return_true',
        ]);
    }

    /** Whatever fails becomes a status with which the service delivers the event again. */
    public static function receive(\WP_REST_Request $request): \WP_REST_Response
    {
        $settings = Settings::load();
        if ($settings->webhookSecrets === [] || $settings->mode() === null) {
            Log::error('An event was received, but the API key or the webhook secret is not set.');

            return self::answer(503, 'not_configured');
        }
        try {
            $event = WebhookVerifier::verify(
                $request->get_body(),
                self::headersOf($request),
                $settings->webhookSecrets,
                // The other signature does not cover the time, so a recording of it could be sent again later.
                schemes: [SignatureScheme::Standard],
            );
        } catch (WebhookVerificationError $error) {
            Log::warning('A webhook request was refused: ' . $error->getMessage(), ['reason' => $error->reason->value]);

            return self::answer(400, $error->reason->value);
        }
        $end = CollectionEvent::from($event);
        if ($end === null) {
            return self::answer(200, 'not_used');
        }
        try {
            [$status, $result] = match ($end->type) {
                'collection' => self::collection($end, $settings),
                'refund' => self::refund($end),
                'adjustment' => self::adjustment($end),
                default => [200, 'not_used'],
            };
        } catch (OrderIsLocked $error) {
            Log::warning($error->getMessage(), ['event' => $end->id]);

            return self::answer(503, 'order_is_locked');
        } catch (\Throwable $error) {
            Log::error('An event could not be handled: ' . $error->getMessage(), ['event' => $end->id]);

            return self::answer(500, 'failed');
        }
        Log::info("Event $end->id: $result.", ['transaction' => $end->reference, 'status' => $end->status]);

        return self::answer($status, $result);
    }

    /** @return array{int, string} the status and a word for the result */
    private static function collection(CollectionEvent $event, Settings $settings): array
    {
        return self::inOrder(
            self::orderIdOf($event, $event->transactionId),
            $event,
            static function (\WC_Order $order, OrderRecord $record) use ($event, $settings): ?array {
                $attempt = $record->attemptOfKey($event->note('attempt') ?? '');
                if ($attempt === null) {
                    return null;
                }
                [$after, $effect] = PaymentEvents::apply($order, $record, $attempt, $event, $settings->mode());
                // Not remembered: when the settings have the mode again, the event can be delivered again.
                return [$effect === PaymentEffect::IgnoreMode ? null : $after, 200, $effect->value];
            },
        );
    }

    /** @return array{int, string} */
    private static function refund(CollectionEvent $event): array
    {
        $collectionId = $event->metadata['refunds'] ?? null;

        return self::inOrder(
            self::orderIdOf($event, is_int($collectionId) ? $collectionId : null),
            $event,
            static function (\WC_Order $order, OrderRecord $record) use ($event, $collectionId): ?array {
                $refund = $record->refundOfKey($event->note('refund') ?? '');
                if ($refund === null) {
                    return self::refundOfElsewhere($order, $record, $event, $collectionId);
                }
                if ($refund->mode === $event->mode && $refund->state === RefundState::Failed && $event->status === 'completed') {
                    return [RefundEvents::completeFailed($order, $record, $refund, $event), 200, 'refunded_after_failure'];
                }
                if ($refund->mode !== $event->mode || $refund->state->isFinal()) {
                    return [$record, 200, PaymentEffect::IgnoreLate->value];
                }
                if ($event->status === 'completed') {
                    return [RefundEvents::complete($order, $record, $refund, $event->transactionId), 200, 'refunded'];
                }
                $recorded = wc_get_order($refund->refundId);
                $isBeingRecorded = $recorded instanceof \WC_Order_Refund && !$recorded->get_refunded_payment();
                if ($isBeingRecorded && time() - $refund->askedAt < self::REFUND_SETTLES_SECONDS) {
                    return [null, 503, 'refund_is_being_recorded'];
                }

                return [RefundEvents::fail($order, $record, $refund, $event->failureReason ?? '', $event->transactionId), 200, 'refund_failed'];
            },
        );
    }

    /** A refund that was made in the dashboard of the service or by another program: WooCommerce does not know it. */
    private static function refundOfElsewhere(\WC_Order $order, OrderRecord $record, CollectionEvent $event, mixed $collectionId): ?array
    {
        $isOfThisOrder = array_filter($record->attempts, fn (PaymentAttempt $one) => $one->collectionId === $collectionId) !== [];
        if (!$isOfThisOrder || $event->status !== 'completed') {
            return null;
        }
        $order->add_order_note(sprintf(
            /* translators: 1: amount 2: reference of a transaction */
            __('Nsimbi: %1$s was paid back to the customer outside of this shop (%2$s). If it was for the payment of this order, record it with "Refund manually".', 'nsimbi-payments'),
            Amount::text($event->amount),
            $event->reference,
        ));

        return [$record, 200, 'refunded_elsewhere'];
    }

    /** The people of the service book an adjustment when a collection or a refund ended otherwise than had been reported. */
    private static function adjustment(CollectionEvent $event): array
    {
        $resolvedId = $event->metadata['resolves'] ?? null;
        if (!is_int($resolvedId) || $event->status !== 'completed') {
            return [200, 'not_used'];
        }

        return self::inOrder(
            OrderStore::orderOfTransaction($resolvedId),
            $event,
            static function (\WC_Order $order, OrderRecord $record) use ($event, $resolvedId): array {
                MerchantAlert::send($order, sprintf(
                    /* translators: 1: number of a transaction 2: amount 3: reference of a transaction */
                    __('Nsimbi: the outcome of transaction %1$s of this order was corrected by %2$s (%3$s). Look at both in the dashboard of Nsimbi, and decide about the order.', 'nsimbi-payments'),
                    (string) $resolvedId,
                    Amount::text($event->amount),
                    $event->reference,
                ));

                return [$record, 200, 'corrected'];
            },
        );
    }

    /**
     * Handles an event once, under the lock of its order. The event's id is stored together with what it did.
     *
     * @param callable(\WC_Order, OrderRecord): (array{OrderRecord|null, int, string}|null) $handle null for an event that is not of this
     *     order; a record of null for one that is not to be remembered
     *
     * @return array{int, string}
     */
    private static function inOrder(?int $orderId, CollectionEvent $event, callable $handle): array
    {
        if ($orderId === null) {
            return [200, 'not_of_this_shop'];
        }

        return OrderStore::change($orderId, static function (\WC_Order $order, OrderRecord $record) use ($event, $handle): array {
            if (in_array($event->id, $record->events, true)) {
                return [$record, [200, 'handled_before']];
            }
            $handled = $handle($order, $record);
            if ($handled === null) {
                return [$record, [200, 'not_of_this_shop']];
            }
            [$after, $status, $result] = $handled;

            return [$after?->withEvent($event->id) ?? $record, [$status, $result]];
        }) ?? [200, 'not_of_this_shop'];
    }

    /** The order that the shop noted on the transaction, or else the one to which its collection belongs. */
    private static function orderIdOf(CollectionEvent $event, ?int $collectionId): ?int
    {
        $noted = $event->note('order_id');
        if ($noted !== null && preg_match('/^[1-9]\d{0,17}$/D', $noted) === 1) {
            return (int) $noted;
        }

        return $collectionId === null ? null : OrderStore::orderOfCollection($collectionId);
    }

    /** @return array<string, string> the headers of the signature; WordPress writes their names in another way */
    private static function headersOf(\WP_REST_Request $request): array
    {
        $headers = [];
        foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
            $value = $request->get_header($name);
            if ($value !== null) {
                $headers[$name] = $value;
            }
        }

        return $headers;
    }

    private static function answer(int $status, string $result): \WP_REST_Response
    {
        return new \WP_REST_Response(['result' => $result], $status);
    }
}
