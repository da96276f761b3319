<?php

declare(strict_types=1);

// The classes of WooCommerce with a namespace that the plugin uses, reduced as those of woocommerce.php.

namespace Automattic\WooCommerce\Utilities {
    final class FeaturesUtil
    {
        /** @var array<string, bool> */
        public static array $declared = [];

        public static function declare_compatibility(string $feature, string $file, bool $isCompatible = true): bool
        {
            self::$declared[$feature] = $isCompatible;

            return true;
        }
    }
}

namespace Automattic\WooCommerce\Blocks\Payments\Integrations {
    abstract class AbstractPaymentMethodType
    {
        protected $name = '';
        protected $settings = [];

        abstract public function initialize();

        public function is_active()
        {
            return true;
        }

        public function get_name()
        {
            return $this->name;
        }

        public function get_payment_method_script_handles()
        {
            return [];
        }

        public function get_payment_method_data()
        {
            return [];
        }
    }
}
