<?php
/**
 * Plugin Name: Nsimbi Payments for WooCommerce
 * Description: MTN and Airtel mobile money at checkout: the customer confirms the payment on the phone.
 * Version: 0.2.0
 * Requires at least: 6.5
 * Requires PHP: 8.2
 * Requires Plugins: woocommerce
 * WC requires at least: 8.2
 * License: Apache-2.0
 * License URI: https://www.apache.org/licenses/LICENSE-2.0
 * Text Domain: nsimbi-payments
 */

declare(strict_types=1);

if (!defined('ABSPATH')) {
    exit;
}

define('NSIMBI_PAYMENTS_VERSION', '0.2.0');

// The client package is part of the plugin under a namespace of its own, so two plugins with two versions of it do not meet.
spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'NsimbiPayments\\')) {
        return;
    }
    $path = str_replace('\\', '/', substr($class, strlen('NsimbiPayments\\')));
    $file = str_starts_with($path, 'Sdk/') ? __DIR__ . '/sdk/' . substr($path, 4) . '.php' : __DIR__ . "/src/$path.php";
    if (is_file($file)) {
        require $file;
    }
});

NsimbiPayments\Plugin::start(__FILE__);
