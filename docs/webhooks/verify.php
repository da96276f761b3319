<?php
// A receiver of webhooks for PHP 8, without dependencies. To try it, with the server that PHP brings:
//   WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:3000 verify.php
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;
const BODY_BYTES_MAX = 1_048_576;

/** X-Service-Signature: over the raw body, keyed with the whole secret. While a secret is rolled the new one is in -New. */
function verifyServiceSignature(string $rawBody, string $secret): bool
{
    if (!isRecent(headerOf('X-Service-Timestamp'))) {
        return false;
    }
    $expected = 'sha256=' . hash_hmac('sha256', $rawBody, $secret);
    return hash_equals($expected, headerOf('X-Service-Signature'))
        || hash_equals($expected, headerOf('X-Service-Signature-New'));
}

/** webhook-signature: over id, time and raw body, keyed with the decoded secret. While a secret is rolled it holds two. */
function verifyStandardSignature(string $rawBody, string $secret): bool
{
    $timestamp = headerOf('webhook-timestamp');
    if (!isRecent($timestamp)) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $signed = headerOf('webhook-id') . '.' . $timestamp . '.' . $rawBody;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', headerOf('webhook-signature')) as $given) {
        // hash_equals takes the same time whatever part of a guess was right.
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

function isRecent(string $timestamp): bool
{
    return preg_match('/^[0-9]{1,12}$/D', $timestamp) === 1 && abs(time() - (int) $timestamp) <= TOLERANCE_SECONDS;
}

function headerOf(string $name): string
{
    return $_SERVER['HTTP_' . strtoupper(str_replace('-', '_', $name))] ?? '';
}

/** Put the work in a queue of yours and return; the answer should leave within a second. */
function handle(array $event): void
{
    error_log("{$event['id']} {$event['type']} {$event['data']['reference']} {$event['data']['status']}");
}

function answer(int $status, string $text): void
{
    http_response_code($status);
    header('Content-Type: text/plain');
    echo $text, "\n";
}

function receive(): void
{
    $secret = getenv('WEBHOOK_SECRET') ?: '';
    if (!str_starts_with($secret, 'whsec_')) {
        throw new RuntimeException('Set WEBHOOK_SECRET to the secret that creating the webhook returned.');
    }
    $rawBody = file_get_contents('php://input', length: BODY_BYTES_MAX + 1);
    if (strlen($rawBody) > BODY_BYTES_MAX) {
        answer(413, 'too large');
        return;
    }
    // One of the two is enough: keep the one that you use.
    $isOurs = $_SERVER['REQUEST_URI'] === '/standard'
        ? verifyStandardSignature($rawBody, $secret)
        : verifyServiceSignature($rawBody, $secret);
    if (!$isOurs) {
        answer(400, 'signature refused');
        return;
    }
    $event = json_decode($rawBody, true, flags: JSON_THROW_ON_ERROR);
    // In production: a column with a unique index, written in the database transaction of what you do about the event.
    $handledIds = sys_get_temp_dir() . '/handled-' . hash('sha256', $secret);
    @mkdir($handledIds, 0700);
    $mark = $handledIds . '/' . hash('sha256', $event['id']);
    if (@fopen($mark, 'x') === false) {
        answer(200, 'seen before');
        return;
    }
    try {
        handle($event);
    } catch (Throwable $error) {
        unlink($mark);
        throw $error;
    }
    answer(200, 'handled');
}

try {
    receive();
} catch (Throwable $error) {
    error_log((string) $error);
    answer(500, 'failed, please send it again');
}
