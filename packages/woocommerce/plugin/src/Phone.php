<?php

declare(strict_types=1);

namespace NsimbiPayments;

/** Phone numbers as customers write them. */
final class Phone
{
    /**
     * Gives a number the form of the API: 12 digits that begin with 256. Takes `0772 123 456`, `+256 772-123456`, `00256772123456` and
     * `772123456`. Whether a number of that form is one of a mobile network is decided by the service. Pure.
     *
     * @return string|null null for what cannot be a Ugandan number
     */
    public static function normalise(string $text): ?string
    {
        $digits = preg_replace('/[\s().\-]/', '', trim($text));
        if (preg_match('/^(?:\+256|00256|256|0)?([2-9]\d{8})$/D', $digits, $found) !== 1) {
            return null;
        }

        return '256' . $found[1];
    }
}
