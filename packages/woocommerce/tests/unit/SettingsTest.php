<?php

declare(strict_types=1);

namespace NsimbiPayments\Tests;

use Automattic\WooCommerce\Utilities\FeaturesUtil;
use NsimbiPayments\Amount;
use NsimbiPayments\BlocksSupport;
use NsimbiPayments\Gateway;
use NsimbiPayments\Phone;
use NsimbiPayments\Settings;
use NsimbiPayments\WaitingPage;

final class SettingsTest extends ShopTestCase
{
    public function testItIsOfferedWithCompleteSettings(): void
    {
        self::assertTrue($this->gateway->is_available());
        self::assertSame([], $this->gateway->obstacles());
    }

    /** @dataProvider obstacles */
    public function testItIsNotOfferedWithoutWhatItNeeds(array $settings, string $obstacle): void
    {
        $this->settings($settings);
        self::assertFalse($this->gateway->is_available());
        self::assertTrue($this->gateway->needs_setup());
        self::assertStringContainsString($obstacle, implode("\n", $this->gateway->obstacles()));
    }

    public static function obstacles(): iterable
    {
        yield 'no address' => [['base_url' => ''], 'address'];
        yield 'an address without TLS' => [['base_url' => 'http://pay.example.ug'], 'address'];
        yield 'no key' => [['api_key' => ''], 'API key'];
        yield 'a part of a key' => [['api_key' => '0123456789'], 'API key'];
        yield 'no secret' => [['webhook_secret' => ''], 'webhook secret'];
    }

    public function testItIsOfferedInShillingsOnlyAndSaysSo(): void
    {
        update_option('woocommerce_currency', 'KES');
        self::assertFalse($this->gateway->is_available());
        self::assertStringContainsString('Ugandan shilling', $this->gateway->obstacles()[0]);
    }

    public function testItIsNotOfferedWhileItIsSwitchedOff(): void
    {
        $this->settings(['enabled' => 'no']);
        self::assertFalse($this->gateway->is_available());
    }

    public function testNoPageShowsTheKeyOrASecret(): void
    {
        $this->settings(['webhook_secret_new' => self::NEW_SECRET]);
        ob_start();
        $this->gateway->admin_options();
        $this->gateway->payment_fields();
        $html = ob_get_clean();
        self::assertStringContainsString('stored; leave empty to keep it', $html);
        self::assertStringContainsString('https://shop.example.ug/wp-json/nsimbi/v1/webhook', $html);
        self::assertStringContainsString('Test mode: no real money moves.', $html);
        $written = $html . json_encode((new BlocksSupport())->get_payment_method_data()) . print_r(Settings::load(), true);
        foreach ([self::API_KEY, self::SECRET, self::NEW_SECRET] as $secret) {
            self::assertStringNotContainsString($secret, $written);
        }
    }

    public function testAnEmptySecretFieldKeepsWhatIsStored(): void
    {
        $this->save(['base_url' => 'https://other.example.ug/', 'api_key' => '', 'webhook_secret' => '', 'webhook_secret_new' => self::NEW_SECRET]);
        $settings = Settings::load();
        self::assertSame('https://other.example.ug', $settings->baseUrl);
        self::assertSame(self::API_KEY, $settings->apiKey);
        self::assertSame([self::SECRET, self::NEW_SECRET], $settings->webhookSecrets);
    }

    public function testWrongValuesAreRefusedWithASentenceAndTheOldOnesStay(): void
    {
        $this->save(['base_url' => 'http://pay.example.ug', 'api_key' => 'sk_live_1', 'webhook_secret' => 'secret', 'webhook_secret_new' => '']);
        self::assertCount(3, $this->gateway->errors);
        self::assertSame([self::API_KEY, [self::SECRET]], [Settings::load()->apiKey, Settings::load()->webhookSecrets]);
        self::assertSame('https://pay.example.ug', Settings::load()->baseUrl);
    }

    /**
     * @runInSeparateProcess
     * @preserveGlobalState disabled
     */
    public function testConstantsOfWpConfigComeBeforeTheOptions(): void
    {
        define('NSIMBI_API_KEY', 'nsk_live_zzzzzzzzzzzz.0123456789012345678901234567890123456789');
        define('NSIMBI_WEBHOOK_SECRET', self::NEW_SECRET . ' ' . self::SECRET);
        $settings = Settings::load();
        self::assertSame('live', $settings->mode());
        self::assertSame([self::NEW_SECRET, self::SECRET], $settings->webhookSecrets);
    }

    public function testTheCheckoutBlockGetsWhatItShows(): void
    {
        $block = new BlocksSupport();
        $block->initialize();
        self::assertTrue($block->is_active());
        self::assertSame(Gateway::ID, $block->get_name());
        self::assertSame(['products', 'refunds'], $block->get_payment_method_data()['supports']);
        [$handle] = $block->get_payment_method_script_handles();
        self::assertStringEndsWith('/nsimbi-payments/assets/checkout-block.js', $GLOBALS['shop_scripts'][$handle]);
    }

    public function testItDeclaresThatItWorksWithTheNewOrderTablesAndTheCheckoutBlock(): void
    {
        self::assertSame(['custom_order_tables' => true, 'cart_checkout_blocks' => true], FeaturesUtil::$declared);
    }

    public function testTheWaitingPageAsksTheShopAndOnlyWithTheKeyOfTheOrder(): void
    {
        $order = $this->asked(42);
        ob_start();
        do_action('woocommerce_thankyou_nsimbi', $order->get_id());
        $html = ob_get_clean();
        self::assertStringContainsString('data-nsimbi-state="waiting"', $html);
        self::assertStringContainsString("https://shop.example.ug/wp-json/nsimbi/v1/orders/{$order->get_id()}/state?key={$order->get_order_key()}", $html);
        self::assertStringNotContainsString('pay.example.ug', $html);

        $state = fn (string $key) => WaitingPage::state(new \WP_REST_Request(parameters: ['id' => (string) $order->get_id(), 'key' => $key]));
        self::assertSame(404, $state('wc_order_wrong')->get_status());
        self::assertSame('waiting', $state($order->get_order_key())->get_data()['state']);
        $this->deliver($this->collectionEvent($order, 42, 'failed'));
        self::assertSame('failed', $state($order->get_order_key())->get_data()['state']);
        self::assertStringContainsString('not confirmed in time', $state($order->get_order_key())->get_data()['message']);
        $this->deliver($this->collectionEvent($order, 42));
        self::assertSame('paid', $state($order->get_order_key())->get_data()['state']);
        self::assertSame('no-store', $state($order->get_order_key())->headers['Cache-Control']);
    }

    public function testUninstallingRemovesTheKeyAndTheSecrets(): void
    {
        define('WP_UNINSTALL_PLUGIN', 'nsimbi-payments/nsimbi-payments.php');
        require getenv('NSIMBI_PLUGIN') . '/uninstall.php';
        self::assertFalse(get_option(Settings::OPTION));
    }

    /** @dataProvider phones */
    public function testPhonesAsCustomersWriteThem(string $text, ?string $expected): void
    {
        self::assertSame($expected, Phone::normalise($text));
    }

    public static function phones(): iterable
    {
        foreach (['0772123456', '0772 123 456', '+256 772-123-456', '256772123456', '00256772123456', ' (0772) 123456 ', '772123456'] as $text) {
            yield $text => [$text, '256772123456'];
        }
        foreach (['', '0772', '+254712345678', '07721234567', '0172123456', '0772123456x', "0772123456\n1"] as $text) {
            yield "wrong: $text" => [$text, null];
        }
    }

    /** @dataProvider amounts */
    public function testAmountsAreWholeShillings(string|int|float|null $amount, ?int $expected): void
    {
        self::assertSame($expected, Amount::shillings($amount));
    }

    public static function amounts(): iterable
    {
        yield ['50000', 50_000];
        yield ['50000.00', 50_000];
        yield [50_000.0, 50_000];
        yield [100_000, 100_000];
        yield ['5e4', null];
        yield ['50000.01', null];
        yield [0.3, null];
        yield ['-1', null];
        yield ['0.00', null];
        yield ['', null];
        yield [null, null];
        yield ['1,000', null];
        yield [1e20, null];
    }

    public function testNoClassOfTheClientPackageHasItsOwnNamespace(): void
    {
        $files = new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator(getenv('NSIMBI_PLUGIN') . '/sdk', \FilesystemIterator::SKIP_DOTS));
        foreach ($files as $file) {
            class_exists('NsimbiPayments\\Sdk\\' . strtr(substr($file->getPathname(), strlen(getenv('NSIMBI_PLUGIN') . '/sdk/'), -4), '/', '\\'));
        }
        $declared = [...get_declared_classes(), ...get_declared_interfaces()];
        self::assertSame([], array_values(preg_grep('/^Nsimbi\\\\/', $declared)));
        self::assertGreaterThan(80, count(preg_grep('/^NsimbiPayments\\\\Sdk\\\\/', $declared)));
    }

    /** @param array<string, string> $fields what the form of the settings sends */
    private function save(array $fields): void
    {
        $_POST = ['woocommerce_nsimbi_enabled' => '1', 'woocommerce_nsimbi_title' => 'Mobile money', 'woocommerce_nsimbi_description' => ''];
        foreach ($fields as $name => $value) {
            $_POST["woocommerce_nsimbi_$name"] = $value;
        }
        $this->gateway->process_admin_options();
    }
}
