<?php

declare(strict_types=1);

// Loads the built plugin, whose folder is NSIMBI_PLUGIN, into a shop that consists of the stubs in support.
require __DIR__ . '/support/Shop.php';
require __DIR__ . '/support/wordpress.php';
require __DIR__ . '/support/woocommerce.php';
require __DIR__ . '/support/woocommerce-namespaces.php';
require getenv('NSIMBI_PLUGIN') . '/nsimbi-payments.php';
foreach (['before_woocommerce_init', 'plugins_loaded', 'init', 'rest_api_init'] as $moment) {
    do_action($moment);
}
