<?php

declare(strict_types=1);

/*
 * The parts of WordPress that the plugin uses, reduced to what its tests need. The signatures are those of WordPress 6; texts are not
 * translated, and hooks run in the order of their priorities.
 */

use NsimbiPayments\Tests\Shop;

define('ABSPATH', __DIR__ . '/');
define('DB_NAME', 'shop');

function add_filter(string $hook, callable $callback, int $priority = 10, int $acceptedArgs = 1): bool
{
    $GLOBALS['shop_hooks'][$hook][$priority][] = [$callback, $acceptedArgs];

    return true;
}

function add_action(string $hook, callable $callback, int $priority = 10, int $acceptedArgs = 1): bool
{
    return add_filter($hook, $callback, $priority, $acceptedArgs);
}

function apply_filters(string $hook, mixed $value, mixed ...$others): mixed
{
    $byPriority = $GLOBALS['shop_hooks'][$hook] ?? [];
    ksort($byPriority);
    foreach (array_merge(...array_values($byPriority)) as [$callback, $acceptedArgs]) {
        $value = $callback(...array_slice([$value, ...$others], 0, $acceptedArgs));
    }

    return $value;
}

function do_action(string $hook, mixed ...$values): void
{
    $byPriority = $GLOBALS['shop_hooks'][$hook] ?? [];
    ksort($byPriority);
    foreach (array_merge(...array_values($byPriority)) as [$callback, $acceptedArgs]) {
        $callback(...array_slice($values, 0, $acceptedArgs));
    }
}

function plugin_basename(string $file): string
{
    return basename(dirname($file)) . '/' . basename($file);
}

function __(string $text, string $domain = 'default'): string
{
    return $text;
}

function esc_html__(string $text, string $domain = 'default'): string
{
    return esc_html($text);
}

function esc_html(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function esc_attr(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function esc_url(string $url): string
{
    return str_replace('&', '&#038;', $url);
}

function sanitize_text_field(string $text): string
{
    return trim(preg_replace('/[\r\n\t ]+/', ' ', strip_tags($text)));
}

function wp_unslash(string $value): string
{
    return stripslashes($value);
}

function wp_strip_all_tags(string $text): string
{
    return trim(strip_tags($text));
}

function home_url(string $path = ''): string
{
    return Shop::address() . $path;
}

function rest_url(string $path = ''): string
{
    return Shop::address() . "/wp-json/$path";
}

function admin_url(string $path = ''): string
{
    return Shop::address() . "/wp-admin/$path";
}

function plugins_url(string $path = '', string $plugin = ''): string
{
    return Shop::address() . '/wp-content/plugins/' . basename(dirname($plugin)) . "/$path";
}

function add_query_arg(string $name, string $value, string $url): string
{
    return $url . (str_contains($url, '?') ? '&' : '?') . "$name=$value";
}

function get_option(string $name, mixed $default = false): mixed
{
    return Shop::read()['options'][$name] ?? $default;
}

function update_option(string $name, mixed $value): bool
{
    Shop::change(function (array $shop) use ($name, $value): array {
        $shop['options'][$name] = $value;

        return $shop;
    });

    return true;
}

function delete_option(string $name): bool
{
    Shop::change(function (array $shop) use ($name): array {
        unset($shop['options'][$name]);

        return $shop;
    });

    return true;
}

function wp_mail(string $to, string $subject, string $message): bool
{
    Shop::change(function (array $shop) use ($to, $subject, $message): array {
        $shop['mails'][] = ['to' => $to, 'subject' => $subject, 'message' => $message];

        return $shop;
    });

    return true;
}

function clean_post_cache(int $id): void
{
}

function is_wp_error(mixed $value): bool
{
    return $value instanceof WP_Error;
}

/** @param list<string> $dependencies */
function wp_register_script(string $handle, string $source, array $dependencies = [], string $version = '', bool $inFooter = false): bool
{
    $GLOBALS['shop_scripts'][$handle] = $source;

    return true;
}

/** @param list<string> $dependencies */
function wp_enqueue_script(string $handle, string $source = '', array $dependencies = [], string $version = '', bool $inFooter = false): void
{
    wp_register_script($handle, $source);
}

function register_rest_route(string $namespace, string $route, array $arguments): bool
{
    $GLOBALS['shop_routes'][] = ["/$namespace$route", $arguments];

    return true;
}

class WP_Error
{
    public function __construct(public string $code = '', public string $message = '')
    {
    }

    public function get_error_message(): string
    {
        return $this->message;
    }
}

class WP_REST_Request
{
    /** @var array<string, string> */
    private array $headers = [];

    /** @param array<string, mixed> $parameters */
    public function __construct(private string $body = '', array $headers = [], private array $parameters = [])
    {
        foreach ($headers as $name => $value) {
            $this->headers[self::canonical($name)] = $value;
        }
    }

    public function get_body(): string
    {
        return $this->body;
    }

    public function get_header(string $name): ?string
    {
        return $this->headers[self::canonical($name)] ?? null;
    }

    public function get_param(string $name): mixed
    {
        return $this->parameters[$name] ?? null;
    }

    /** WordPress keeps names with underscores. */
    private static function canonical(string $name): string
    {
        return str_replace('-', '_', strtolower($name));
    }
}

class WP_REST_Response
{
    /** @var array<string, string> */
    public array $headers = [];

    public function __construct(public mixed $data = null, public int $status = 200)
    {
    }

    public function header(string $name, string $value): void
    {
        $this->headers[$name] = $value;
    }

    public function get_data(): mixed
    {
        return $this->data;
    }

    public function get_status(): int
    {
        return $this->status;
    }
}

/** The database, of which the plugin uses the locks. A file for each lock: it is released when the process ends, as GET_LOCK is. */
class wpdb
{
    public string $prefix = 'wp_';
    /** @var array<string, resource> */
    private array $held = [];

    public function prepare(string $query, mixed ...$values): string
    {
        $quoted = array_map(fn (mixed $value) => is_int($value) ? $value : "'" . addslashes($value) . "'", $values);

        return vsprintf(str_replace('%d', '%s', $query), $quoted);
    }

    public function get_var(string $query): ?string
    {
        if (preg_match("/^SELECT GET_LOCK\('([^']+)', (\d+)\)$/D", $query, $found) === 1) {
            return $this->lock($found[1], (int) $found[2]);
        }
        if (preg_match("/^SELECT RELEASE_LOCK\('([^']+)'\)$/D", $query, $found) === 1) {
            unset($this->held[$found[1]]);

            return '1';
        }
        throw new LogicException("The tests do not know this query: $query");
    }

    private function lock(string $name, int $seconds): string
    {
        $file = fopen(Shop::folder() . "/$name.lock", 'c');
        for ($waited = 0.0; $waited < (Shop::$lockWaits ? $seconds : 0.01); $waited += 0.01) {
            if (flock($file, LOCK_EX | LOCK_NB)) {
                $this->held[$name] = $file;

                return '1';
            }
            usleep(10_000);
        }

        return '0';
    }
}

$GLOBALS['wpdb'] = new wpdb();
