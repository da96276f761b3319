<?php

declare(strict_types=1);

require __DIR__ . '/bootstrap.php';
require __DIR__ . '/support/ScriptedService.php';
require __DIR__ . '/support/TestGateway.php';
require __DIR__ . '/support/ShopTestCase.php';
