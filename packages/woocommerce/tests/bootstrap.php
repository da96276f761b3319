<?php

declare(strict_types=1);

/*
 * Loads the built plugin into a shop that consists of the stubs in support. NSIMBI_PLUGIN is the folder of the built plugin;
 * NSIMBI_WORDPRESS, where it is set, the folder of a WordPress whose own hooks are used.
 */
if (getenv('NSIMBI_WORDPRESS')) {
    define('WP_PLUGIN_DIR', dirname(getenv('NSIMBI_PLUGIN')));
    define('WPMU_PLUGIN_DIR', WP_PLUGIN_DIR . '/mu');
    require getenv('NSIMBI_WORDPRESS') . '/wp-includes/functions.php';
    require getenv('NSIMBI_WORDPRESS') . '/wp-includes/plugin.php';
}
require __DIR__ . '/support/Shop.php';
require __DIR__ . '/support/wordpress.php';
require __DIR__ . '/support/woocommerce.php';
require __DIR__ . '/support/woocommerce-namespaces.php';
require getenv('NSIMBI_PLUGIN') . '/nsimbi-payments.php';
foreach (['before_woocommerce_init', 'plugins_loaded', 'init', 'rest_api_init'] as $moment) {
    do_action($moment);
}
