<?php

declare(strict_types=1);

// Finds the classes of the package and of its tests, so that the tests need no installed packages.
spl_autoload_register(static function (string $class): void {
    $folders = ['Nsimbi\\Tests\\' => __DIR__ . '/support/', 'Nsimbi\\' => __DIR__ . '/../src/'];
    foreach ($folders as $prefix => $folder) {
        $file = $folder . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;

            return;
        }
    }
});
