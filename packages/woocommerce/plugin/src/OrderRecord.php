<?php

declare(strict_types=1);

namespace NsimbiPayments;

/** What the plugin keeps of one order: every attempt to collect, every refund, and the ids of the events that were handled. */
final readonly class OrderRecord
{
    /**
     * @param list<PaymentAttempt> $attempts by their numbers
     * @param list<RefundAttempt> $refunds in the order in which they were asked for
     * @param list<string> $events ids
     */
    public function __construct(
        public array $attempts = [],
        public array $refunds = [],
        public array $events = [],
    ) {
    }

    public function lastAttempt(): ?PaymentAttempt
    {
        return $this->attempts === [] ? null : $this->attempts[count($this->attempts) - 1];
    }

    public function attemptOfKey(string $key): ?PaymentAttempt
    {
        return self::first($this->attempts, fn (PaymentAttempt $one) => $one->key === $key);
    }

    public function refundOfKey(string $key): ?RefundAttempt
    {
        return self::first($this->refunds, fn (RefundAttempt $one) => $one->key === $key);
    }

    public function paidAttempt(): ?PaymentAttempt
    {
        return self::first($this->attempts, fn (PaymentAttempt $one) => $one->state === AttemptState::Paid);
    }

    public function hasOpenAttempt(): bool
    {
        return self::first($this->attempts, fn (PaymentAttempt $one) => $one->state->isOpen()) !== null;
    }

    /** The record with an attempt added, or in the place of the one with the same key. */
    public function withAttempt(PaymentAttempt $attempt): self
    {
        return new self(self::replaced($this->attempts, $attempt), $this->refunds, $this->events);
    }

    /** The record with a refund added, or in the place of the one with the same key. */
    public function withRefund(RefundAttempt $refund): self
    {
        return new self($this->attempts, self::replaced($this->refunds, $refund), $this->events);
    }

    public function withEvent(string $eventId): self
    {
        return new self($this->attempts, $this->refunds, [...$this->events, $eventId]);
    }

    public function toJson(): string
    {
        return json_encode([
            'attempts' => array_map(fn (PaymentAttempt $one) => $one->toArray(), $this->attempts),
            'refunds' => array_map(fn (RefundAttempt $one) => $one->toArray(), $this->refunds),
            'events' => $this->events,
        ], \JSON_THROW_ON_ERROR | \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES);
    }

    /**
     * @param string $json as `toJson` gives it; empty for an order without one
     *
     * @throws \JsonException when the order's note is damaged: the order must not be taken for one that was never asked to pay
     */
    public static function fromJson(string $json): self
    {
        if ($json === '') {
            return new self();
        }
        $fields = json_decode($json, true, flags: \JSON_THROW_ON_ERROR);

        return new self(
            array_map(PaymentAttempt::from(...), $fields['attempts']),
            array_map(RefundAttempt::from(...), $fields['refunds']),
            $fields['events'],
        );
    }

    /**
     * @template T of PaymentAttempt|RefundAttempt
     *
     * @param list<T> $all
     * @param T $one
     *
     * @return list<T>
     */
    private static function replaced(array $all, PaymentAttempt|RefundAttempt $one): array
    {
        foreach ($all as $index => $other) {
            if ($other->key === $one->key) {
                return array_replace($all, [$index => $one]);
            }
        }

        return [...$all, $one];
    }

    /**
     * @template T
     *
     * @param list<T> $all
     *
     * @return T|null
     */
    private static function first(array $all, callable $isIt): mixed
    {
        foreach ($all as $one) {
            if ($isIt($one)) {
                return $one;
            }
        }

        return null;
    }
}
