<?php

declare(strict_types=1);

namespace NsimbiPayments\Tests;

/** The data of the shop, in a file, so that several processes share it as they share a database. */
final class Shop
{
    /** Whether a process waits for a lock as long as it asks for. */
    public static bool $lockWaits = true;
    private static string $folder = '';
    private static string $address = 'https://shop.example.ug';

    public static function open(string $folder, ?string $address = null): void
    {
        self::$folder = $folder;
        self::$address = $address ?? self::$address;
    }

    public static function folder(): string
    {
        return self::$folder;
    }

    public static function address(): string
    {
        return self::$address;
    }

    /** @return array<string, mixed> */
    public static function read(): array
    {
        $file = self::$folder . '/shop.data';

        return is_file($file) ? unserialize(file_get_contents($file)) : self::empty();
    }

    /** @param callable(array<string, mixed>): array<string, mixed> $change */
    public static function change(callable $change): void
    {
        $lock = fopen(self::$folder . '/shop.lock', 'c');
        flock($lock, LOCK_EX);
        $file = self::$folder . '/shop.data';
        $new = "$file." . getmypid();
        file_put_contents($new, serialize($change(self::read())));
        rename($new, $file);
    }

    /** @return list<array{to: string, subject: string, message: string}> */
    public static function mails(): array
    {
        return self::read()['mails'];
    }

    /** @return list<string> every line of the log, with its context */
    public static function log(): array
    {
        return self::read()['log'];
    }

    /** @return list<string> the errors that a customer sees */
    public static function notices(): array
    {
        return array_column($GLOBALS['shop_notices'] ?? [], 0);
    }

    /** @return array<string, mixed> */
    private static function empty(): array
    {
        return ['options' => ['admin_email' => 'owner@shop.example.ug'], 'orders' => [], 'mails' => [], 'log' => [], 'actions' => [], 'last_id' => 100];
    }
}
