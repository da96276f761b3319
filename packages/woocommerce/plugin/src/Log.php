<?php

declare(strict_types=1);

namespace NsimbiPayments;

/** The log of the plugin: WooCommerce, Status, Logs, source `nsimbi-payments`. It is never given a key, a secret or a whole phone number. */
final class Log
{
    /** @param array<string, string|int|null> $context */
    public static function info(string $message, array $context = []): void
    {
        wc_get_logger()->info($message, ['source' => 'nsimbi-payments'] + $context);
    }

    /** @param array<string, string|int|null> $context */
    public static function warning(string $message, array $context = []): void
    {
        wc_get_logger()->warning($message, ['source' => 'nsimbi-payments'] + $context);
    }

    /** @param array<string, string|int|null> $context */
    public static function error(string $message, array $context = []): void
    {
        wc_get_logger()->error($message, ['source' => 'nsimbi-payments'] + $context);
    }
}
