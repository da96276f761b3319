<?php

declare(strict_types=1);

/*
 * The shop as a server, for PHP's built-in one: the REST routes of the plugin as WordPress serves them, and below /shop what a customer and a
 * merchant do. NSIMBI_SHOP is the folder of its data.
 */

use NsimbiPayments\Tests\Shop;

require __DIR__ . '/../bootstrap.php';

Shop::open(getenv('NSIMBI_SHOP'), "http://{$_SERVER['HTTP_HOST']}");
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$body = file_get_contents('php://input');
[$status, $data] = str_starts_with($path, '/wp-json')
    ? restResponse(substr($path, strlen('/wp-json')), $body)
    : [200, shopResponse($path, (array) json_decode($body, true))];
http_response_code($status);
header('Content-Type: application/json');
echo json_encode($data, JSON_THROW_ON_ERROR);

/** @return array{int, mixed} */
function restResponse(string $path, string $body): array
{
    foreach ($GLOBALS['shop_routes'] as [$route, $arguments]) {
        if (preg_match("#^$route$#D", $path, $found) === 1 && $arguments['methods'] === $_SERVER['REQUEST_METHOD']) {
            $response = $arguments['callback'](new WP_REST_Request($body, getallheaders(), $found + $_GET));

            return [$response->get_status(), $response->get_data()];
        }
    }

    return [404, ['code' => 'rest_no_route']];
}

/** @param array<string, mixed> $input */
function shopResponse(string $path, array $input): mixed
{
    switch ($path) {
        case '/shop/settings':
            return update_option('woocommerce_nsimbi_settings', $input);
        case '/shop/checkout':
            return pay(shop_create_order(['total' => (string) $input['total']]), $input['phone']);
        case '/shop/pay':
            return pay(wc_get_order($input['order']), $input['phone']);
        case '/shop/refund':
            $refund = wc_create_refund(['order_id' => $input['order'], 'amount' => $input['amount']]);

            return $refund instanceof WP_Error ? ['error' => $refund->get_error_message()] : ['refund' => $refund->get_id()];
        case '/shop/order':
            return Shop::read()['orders'][$input['order']] ?? null;
        default:
            return Shop::read();
    }
}

/** @return array<string, mixed> */
function pay(WC_Order $order, string $phone): array
{
    $_POST = ['nsimbi_phone' => $phone];
    $gateway = WC()->payment_gateways()->payment_gateways()['nsimbi'];
    $result = $gateway->is_available() && $gateway->validate_fields() ? $gateway->process_payment($order->get_id()) : ['result' => 'failure'];

    return $result + ['order' => $order->get_id(), 'notices' => Shop::notices()];
}
