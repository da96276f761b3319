<?php

declare(strict_types=1);

namespace NsimbiPayments;

use NsimbiPayments\Sdk\CallOptions;
use NsimbiPayments\Sdk\Error\NsimbiError;
use NsimbiPayments\Sdk\Model\CollectPaymentRequest;
use NsimbiPayments\Sdk\Nsimbi;

/** Asks a customer to pay for an order. */
final readonly class Checkout
{
    /** The service waits up to 5 seconds for the operator's first response. */
    private const TIMEOUT_MS = 15_000;
    /** Whoever can open an order can enter any number: without limits a stranger's phone could be asked again and again. */
    private const ATTEMPTS_MAX = 20;
    private const ATTEMPTS_PER_MINUTE_MAX = 3;

    public function __construct(private Nsimbi $nsimbi, private string $mode)
    {
    }

    /**
     * Asks the customer on the phone, at most once for the same order, phone and amount while it is open: the attempt with its key is stored
     * before the call, so that a double click, a lost response and a repeat are the same request to the service.
     *
     * @param string $phone 12 digits that begin with 256
     * @param int $amount whole shillings
     *
     * @return string|null null when the customer is asked, or may be; else the sentence that says why not
     *
     * @throws OrderIsLocked
     */
    public function ask(int $orderId, string $phone, int $amount): ?string
    {
        // The first round repeats a request whose response is not known, the second one is for a new number or a new total.
        for ($rounds = 0; $rounds < 2; $rounds += 1) {
            [$attempt, $isRepeat] = OrderStore::change(
                $orderId,
                fn (\WC_Order $order, OrderRecord $record) => $this->begin($order, $record, $phone, $amount),
            ) ?? throw new \RuntimeException("There is no order $orderId.");
            if (is_string($attempt)) {
                return $attempt;
            }
            if ($attempt === null || $attempt->state !== AttemptState::Unanswered) {
                return null;
            }
            $refusal = $this->call($orderId, $attempt, $isRepeat);
            if (($attempt->phone === $phone && $attempt->amount === $amount) || $this->isStillUnanswered($orderId, $attempt)) {
                return $refusal;
            }
        }

        return $refusal;
    }

    /**
     * Decides what comes next for an order. Pure, but for the clock.
     *
     * @return array{OrderRecord, array{PaymentAttempt|string|null, bool}} the attempt, and whether its request may have been sent before; null
     *     when the order is paid; a sentence when nobody may be asked any more
     */
    private function begin(\WC_Order $order, OrderRecord $record, string $phone, int $amount): array
    {
        $last = $record->lastAttempt();
        if ($record->paidAttempt() !== null || $order->is_paid()) {
            return [$record, [null, false]];
        }
        // A key of the other mode would be a new request there.
        if ($last !== null && $last->mode !== $this->mode) {
            $last = null;
        }
        if ($last?->state === AttemptState::Unanswered && time() - $last->askedAt <= Keys::REPEAT_WITHIN_SECONDS) {
            return [$record, [$last, true]];
        }
        if ($last?->state === AttemptState::Waiting && $last->phone === $phone && $last->amount === $amount) {
            return [$record, [$last, true]];
        }
        $refusal = self::limitOf($record, time());
        if ($refusal !== null) {
            return [$record, [$refusal, false]];
        }
        $number = count($record->attempts) + 1;
        $attempt = new PaymentAttempt(
            $number,
            Keys::ofAttempt($order, $number),
            $phone,
            $amount,
            Keys::orderNumber($order),
            $this->mode,
            time(),
            AttemptState::Unanswered,
        );

        return [$record->withAttempt($attempt), [$attempt, false]];
    }

    /**
     * Why there may be no new attempt now; null when there may be one. Pure.
     *
     * @param int $now Unix time in seconds
     */
    private static function limitOf(OrderRecord $record, int $now): ?string
    {
        if (count($record->attempts) >= self::ATTEMPTS_MAX) {
            return CustomerSentences::askedTooOften();
        }
        $recent = array_filter($record->attempts, fn (PaymentAttempt $one) => $now - $one->askedAt < 60);

        return count($recent) >= self::ATTEMPTS_PER_MINUTE_MAX ? CustomerSentences::waitAMinute() : null;
    }

    /** Makes the call, a second time when no response was received, and stores what it says. */
    private function call(int $orderId, PaymentAttempt $attempt, bool $isRepeat): ?string
    {
        for ($calls = 1;; $calls += 1) {
            try {
                $collection = $this->nsimbi->collections->create(
                    $this->requestOf($orderId, $attempt),
                    $attempt->key,
                    // The package must not repeat it: only the error of a first attempt can say that nothing was asked.
                    new CallOptions(timeoutMs: self::TIMEOUT_MS, maxRetries: 0),
                );
                $this->store($orderId, $attempt, AttemptState::Waiting, $collection->transaction_id);

                return null;
            } catch (NsimbiError $error) {
                Log::warning('A collection was not started: ' . $error->getMessage(), [
                    'order_id' => $orderId,
                    'attempt' => $attempt->number,
                    'code' => $error->errorCode,
                    'request_id' => $error->requestId,
                ]);
                if (CallResult::of($error, $isRepeat || $calls > 1) === CallResult::Refused) {
                    $this->store($orderId, $attempt, AttemptState::Refused, $error->data?->transaction_id, $error);

                    return CustomerSentences::ofRefusal($error);
                }
                if ($calls === 2 || $error->status === 409) {
                    return null;
                }
            }
        }
    }

    /** The whole body is made of what the attempt keeps, so that a repeat has the same bytes even when the order was edited. */
    private function requestOf(int $orderId, PaymentAttempt $attempt): CollectPaymentRequest
    {
        return new CollectPaymentRequest(
            customer_phone: $attempt->phone,
            amount: $attempt->amount,
            description: "Order $attempt->orderNumber",
            client_reference: $attempt->reference(),
            metadata: ['order_id' => (string) $orderId, 'attempt' => $attempt->key],
        );
    }

    private function store(int $orderId, PaymentAttempt $attempt, AttemptState $state, ?int $collectionId, ?NsimbiError $error = null): void
    {
        OrderStore::change($orderId, function (\WC_Order $order, OrderRecord $record) use ($attempt, $state, $collectionId, $error): array {
            $current = $record->attemptOfKey($attempt->key) ?? $attempt;
            // A webhook can be faster than this response: then the attempt has moved on, and only its number is added.
            $next = $current->state === AttemptState::Unanswered
                ? $current->with($state, $collectionId, $error?->errorCode)
                : $current->with($current->state, $collectionId);
            if ($next->state === AttemptState::Waiting && $current->state === AttemptState::Unanswered) {
                if ($order->has_status('failed')) {
                    $order->set_status('pending');
                }
                $order->add_order_note(sprintf(
                    /* translators: 1: amount 2: last three digits of a phone number 3: number of a transaction */
                    __('Nsimbi: the customer was asked for %1$s on the phone that ends with %2$s (transaction %3$s).', 'nsimbi-payments'),
                    Amount::text($next->amount),
                    substr($next->phone, -3),
                    (string) $collectionId,
                ));
            }
            if ($error !== null && $next->state === AttemptState::Refused) {
                $order->add_order_note(sprintf(
                    /* translators: 1: sentence of the service 2: error code */
                    __('Nsimbi: the customer could not be asked to pay. %1$s (%2$s)', 'nsimbi-payments'),
                    $error->getMessage(),
                    $error->errorCode,
                ));
            }

            return [$record->withAttempt($next), null];
        });
    }

    private function isStillUnanswered(int $orderId, PaymentAttempt $attempt): bool
    {
        $order = wc_get_order($orderId);

        return !$order instanceof \WC_Order
            || OrderStore::recordOf($order)->attemptOfKey($attempt->key)?->state === AttemptState::Unanswered;
    }
}
