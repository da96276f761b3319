<?php

declare(strict_types=1);

namespace NsimbiPayments;

/** Amounts of WooCommerce as whole shillings. */
final class Amount
{
    /**
     * Reads a total or an amount of WooCommerce, such as `50000`, `50000.00` or 50000.0. Pure.
     *
     * @return int|null whole shillings above 0; null for anything else, because an amount is never rounded
     */
    public static function shillings(string|int|float|null $amount): ?int
    {
        // A float is written without an exponent, and with the digits that it has.
        $text = is_float($amount) ? rtrim(sprintf('%.6F', $amount), '0') : trim((string) $amount);
        if (preg_match('/^(\d{1,15})(?:\.0*)?$/D', $text, $found) !== 1) {
            return null;
        }

        return (int) $found[1] > 0 ? (int) $found[1] : null;
    }

    /** An amount for people: `UGX 50,000`. Pure. */
    public static function text(int $shillings): string
    {
        return 'UGX ' . number_format($shillings);
    }
}
