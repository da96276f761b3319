<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;

use PHPUnit\Framework\TestCase;

final class FilesTest extends TestCase
{
    public function testEveryFileCompilesAndHasTheTypeThatAutoloadersLookForInIt(): void
    {
        $folder = dirname(__DIR__, 2) . '/src/';
        $files = new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($folder, \FilesystemIterator::SKIP_DOTS));
        foreach ($files as $file) {
            $name = 'Nsimbi\\' . strtr(substr((string) $file, strlen($folder), -4), '/', '\\');
            self::assertTrue(class_exists($name) || interface_exists($name), $name);
        }
    }
}
