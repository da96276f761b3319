<?php

declare(strict_types=1);

namespace NsimbiPayments;

/** The settings by which the shop talks to the service. */
final readonly class Settings
{
    public const OPTION = 'woocommerce_nsimbi_settings';
    public const KEY_PATTERN = '/^nsk_(live|test)_[\x21-\x7e]+$/D';
    public const SECRET_PATTERN = '/^whsec_[A-Za-z0-9+\/]{32,}={0,2}$/D';

    /**
     * @param string $baseUrl address of the service without a slash at its end; empty when it is not set
     * @param string $apiKey empty when it is not set
     * @param list<string> $webhookSecrets one, or two while a secret is rolled
     */
    public function __construct(
        public string $baseUrl,
        #[\SensitiveParameter]
        public string $apiKey,
        #[\SensitiveParameter]
        public array $webhookSecrets,
    ) {
    }

    /**
     * Reads them from the options of the shop. `NSIMBI_API_KEY` and `NSIMBI_WEBHOOK_SECRET` in wp-config.php come before the options; the
     * latter may be two secrets with a space between.
     */
    public static function load(): self
    {
        $stored = get_option(self::OPTION, []);
        $text = static fn (string $name): string => is_string($stored[$name] ?? null) ? trim($stored[$name]) : '';
        $secrets = defined('NSIMBI_WEBHOOK_SECRET')
            ? preg_split('/\s+/', trim((string) constant('NSIMBI_WEBHOOK_SECRET')))
            : [$text('webhook_secret'), $text('webhook_secret_new')];

        return new self(
            rtrim($text('base_url'), '/'),
            defined('NSIMBI_API_KEY') ? trim((string) constant('NSIMBI_API_KEY')) : $text('api_key'),
            array_values(array_filter($secrets, static fn (string $one) => preg_match(self::SECRET_PATTERN, $one) === 1)),
        );
    }

    /** Whether customers can be asked to pay, and the outcome can arrive. */
    public function areComplete(): bool
    {
        return self::isAddress($this->baseUrl) && $this->mode() !== null && $this->webhookSecrets !== [];
    }

    /** `live`, `test`, or null without a key. */
    public function mode(): ?string
    {
        return preg_match(self::KEY_PATTERN, $this->apiKey, $found) === 1 ? $found[1] : null;
    }

    /** Whether a text is an address to which the key may be sent: https, or http on the own machine. Pure. */
    public static function isAddress(string $text): bool
    {
        $parts = parse_url($text);
        if (!is_array($parts) || array_diff_key($parts, ['scheme' => 0, 'host' => 0, 'port' => 0, 'path' => 0]) !== []) {
            return false;
        }
        $isHere = in_array($parts['host'] ?? '', ['localhost', '127.0.0.1', '[::1]'], true);

        return ($parts['host'] ?? '') !== '' && (($parts['scheme'] ?? '') === 'https' || (($parts['scheme'] ?? '') === 'http' && $isHere));
    }

    /** @return array<string, mixed> what var_dump and print_r may show */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl, 'mode' => $this->mode()];
    }
}
