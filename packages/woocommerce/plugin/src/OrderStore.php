<?php

declare(strict_types=1);

namespace NsimbiPayments;

use Automattic\WooCommerce\Caches\OrderCache;

/**
 * Reads and changes the record of an order, one process at a time.
 *
 * The lock is one of the database's own (MySQL and MariaDB, GET_LOCK): it waits without a loop, and the server releases it when the
 * process or its connection ends, so that a crash leaves nothing locked. `add_option` is no lock, because it overwrites the option of
 * another process that was not in its cache. It is held while the order is read and written, never during a call to the service.
 */
final class OrderStore
{
    public const META = '_nsimbi_payments';
    /** The collections of an order, one row each: an event that names only a collection finds its order by them. */
    public const COLLECTION_META = '_nsimbi_collection';
    /** The same for the transactions of its refunds, which a correction of a refund names. */
    public const REFUND_META = '_nsimbi_refund';
    private const WAIT_SECONDS = 10;

    /**
     * Changes an order and its record under the lock.
     *
     * @template T
     *
     * @param callable(\WC_Order, OrderRecord): array{OrderRecord, T} $change gives the record to store and a result; it may change the
     *     order, which is saved with the record
     *
     * @return T|null null when there is no such order
     *
     * @throws OrderIsLocked when another process does not release the order in time; nothing was changed
     */
    public static function change(int $orderId, callable $change): mixed
    {
        $name = self::lockName($orderId);
        self::lock($name, $orderId);
        try {
            $order = self::fresh($orderId);
            if ($order === null) {
                return null;
            }
            $before = self::recordOf($order);
            [$after, $result] = $change($order, $before);
            self::write($order, $before, $after);

            return $result;
        } finally {
            self::unlock($name);
        }
    }

    public static function recordOf(\WC_Order $order): OrderRecord
    {
        return OrderRecord::fromJson((string) $order->get_meta(self::META));
    }

    /** The record as the database has it now; null when there is no such order. */
    public static function freshRecord(int $orderId): ?OrderRecord
    {
        $order = self::fresh($orderId);

        return $order === null ? null : self::recordOf($order);
    }

    /** The order to which a collection belongs, or null. */
    public static function orderOfCollection(int $collectionId): ?int
    {
        return self::orderWith(self::COLLECTION_META, $collectionId);
    }

    /** The order to which a collection or a refund belongs, or null. */
    public static function orderOfTransaction(int $transactionId): ?int
    {
        return self::orderWith(self::COLLECTION_META, $transactionId) ?? self::orderWith(self::REFUND_META, $transactionId);
    }

    private static function orderWith(string $metaKey, int $transactionId): ?int
    {
        $orders = wc_get_orders(['meta_key' => $metaKey, 'meta_value' => (string) $transactionId, 'limit' => 1, 'return' => 'ids']);

        return $orders === [] ? null : (int) $orders[0];
    }

    private static function write(\WC_Order $order, OrderRecord $before, OrderRecord $after): void
    {
        $collections = fn (OrderRecord $record): array => array_map(fn (PaymentAttempt $one) => $one->collectionId, $record->attempts);
        $refunds = fn (OrderRecord $record): array => array_map(fn (RefundAttempt $one) => $one->transactionId, $record->refunds);
        foreach ([self::COLLECTION_META => $collections, self::REFUND_META => $refunds] as $metaKey => $idsOf) {
            foreach (array_diff(array_filter($idsOf($after)), $idsOf($before)) as $id) {
                $order->add_meta_data($metaKey, (string) $id);
            }
        }
        $order->update_meta_data(self::META, $after->toJson());
        $order->save();
    }

    /** The order as the database has it now: what this process read before it had the lock may be old. */
    private static function fresh(int $orderId): ?\WC_Order
    {
        clean_post_cache($orderId);
        if (class_exists(OrderCache::class)) {
            wc_get_container()->get(OrderCache::class)->remove($orderId);
        }
        $order = wc_get_order($orderId);
        if (!$order instanceof \WC_Order) {
            return null;
        }
        $order->read_meta_data(true);

        return $order;
    }

    private static function lock(string $name, int $orderId): void
    {
        global $wpdb;
        $got = $wpdb->get_var($wpdb->prepare('SELECT GET_LOCK(%s, %d)', $name, self::WAIT_SECONDS));
        if ((string) $got !== '1') {
            throw new OrderIsLocked("Order $orderId is being changed by another process.");
        }
    }

    private static function unlock(string $name): void
    {
        global $wpdb;
        $wpdb->get_var($wpdb->prepare('SELECT RELEASE_LOCK(%s)', $name));
    }

    /** Locks belong to the whole server, so the name has the shop's database and prefix in it; MySQL allows 64 characters. */
    private static function lockName(int $orderId): string
    {
        global $wpdb;

        return 'nsimbi-' . substr(hash('sha256', DB_NAME . ' ' . $wpdb->prefix), 0, 16) . "-$orderId";
    }
}
