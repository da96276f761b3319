<?php

declare(strict_types=1);

if (!defined('WP_UNINSTALL_PLUGIN')) {
    exit;
}

// The settings have the API key and the secrets. What is noted in the orders is part of the shop's records and stays.
delete_option('woocommerce_nsimbi_settings');
