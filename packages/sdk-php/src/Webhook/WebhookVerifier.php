<?php

declare(strict_types=1);

namespace Nsimbi\Webhook;

/** Verifies deliveries of the service. */
final class WebhookVerifier
{
    public const TOLERANCE_SECONDS = 300;
    private const SECRET_PREFIX = 'whsec_';

    /**
     * Verifies that a request is a delivery of the service, and gives its event.
     *
     * @param string $payload the body as it was received, before anything parsed it
     * @param array<string, string|list<string>> $headers as of `getallheaders()` or of a PSR-7 request; names may have any case
     * @param string|list<string> $secrets the webhook's secret, `whsec_` included; while it is rolled the old and the new one
     * @param int $toleranceSeconds how far the delivery's time may be from the clock, in seconds
     * @param \DateTimeInterface|null $now the current time; null for the clock's
     * @param list<SignatureScheme> $schemes which signatures are accepted; where both are accepted and present, the standard one decides
     * @param string $brand `NSIMBI_BRAND` of the installation, the middle of the `X-Service-` headers
     *
     * @throws WebhookVerificationError when it is not one
     * @throws \InvalidArgumentException when a secret cannot be one, which is a mistake of the receiver and not of the request
     */
    public static function verify(
        string $payload,
        array $headers,
        #[\SensitiveParameter]
        string|array $secrets,
        int $toleranceSeconds = self::TOLERANCE_SECONDS,
        ?\DateTimeInterface $now = null,
        array $schemes = [SignatureScheme::Standard, SignatureScheme::Service],
        string $brand = 'Service',
    ): WebhookEvent {
        $keys = self::checkedSecrets($secrets);
        $values = self::byLowerName($headers);
        $nowSeconds = $now?->getTimestamp() ?? time();
        $name = strtolower("x-$brand");
        $standard = $values['webhook-signature'] ?? null;
        $service = array_values(array_intersect_key($values, ["$name-signature" => 0, "$name-signature-new" => 0]));
        if (in_array(SignatureScheme::Standard, $schemes, true) && $standard !== null) {
            $id = $values['webhook-id'] ?? throw self::noSignature();
            $timestamp = $values['webhook-timestamp'] ?? throw self::noSignature();
            self::checkTime($timestamp, $nowSeconds, $toleranceSeconds);
            $signed = "$id.$timestamp.$payload";
            self::checkSignature(explode(' ', $standard), array_map(
                fn (string $secret) => 'v1,' . base64_encode(hash_hmac('sha256', $signed, self::standardKey($secret), true)),
                $keys,
            ));
        } elseif (in_array(SignatureScheme::Service, $schemes, true) && $service !== []) {
            $timestamp = $values["$name-timestamp"] ?? throw self::noSignature();
            self::checkTime($timestamp, $nowSeconds, $toleranceSeconds);
            self::checkSignature($service, array_map(
                fn (string $secret) => 'sha256=' . hash_hmac('sha256', $payload, $secret),
                $keys,
            ));
        } else {
            throw self::noSignature();
        }

        return self::eventIn($payload);
    }

    /**
     * @param string|list<string> $secrets
     *
     * @return list<string>
     */
    private static function checkedSecrets(#[\SensitiveParameter] string|array $secrets): array
    {
        $all = array_values((array) $secrets);
        // With an empty secret anybody could sign, so a setting that is missing must not pass.
        $wrong = array_filter($all, fn (mixed $one) => !is_string($one) || preg_match('/^whsec_[A-Za-z0-9+\/]{32,}={0,2}$/D', $one) !== 1);
        if ($all === [] || $wrong !== []) {
            throw new \InvalidArgumentException('secrets must be whole secrets of webhooks, which begin with whsec_.');
        }

        return $all;
    }

    private static function standardKey(#[\SensitiveParameter] string $secret): string
    {
        return base64_decode(substr($secret, strlen(self::SECRET_PREFIX)));
    }

    /**
     * @param array<string, string|list<string>> $headers
     *
     * @return array<string, string>
     */
    private static function byLowerName(array $headers): array
    {
        $values = [];
        foreach ($headers as $name => $value) {
            // Headers of one name are joined as HTTP allows (RFC 9110 section 5.3).
            $values[strtolower((string) $name)] = is_array($value) ? implode(', ', $value) : $value;
        }

        return $values;
    }

    private static function checkTime(string $timestamp, int $nowSeconds, int $toleranceSeconds): void
    {
        if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1) {
            throw new WebhookVerificationError(WebhookRefusal::BadTimestamp, 'The time of the delivery is not a number of seconds.');
        }
        $ageSeconds = $nowSeconds - (int) $timestamp;
        if ($ageSeconds > $toleranceSeconds) {
            throw new WebhookVerificationError(WebhookRefusal::TimestampTooOld, "The delivery is $ageSeconds seconds old.");
        }
        if (-$ageSeconds > $toleranceSeconds) {
            $aheadSeconds = -$ageSeconds;

            throw new WebhookVerificationError(WebhookRefusal::TimestampTooNew, "The delivery is $aheadSeconds seconds in the future.");
        }
    }

    /**
     * @param list<string> $given
     * @param list<string> $expected
     */
    private static function checkSignature(array $given, array $expected): void
    {
        $isRight = false;
        foreach ($given as $one) {
            foreach ($expected as $other) {
                // Every pair is compared: how long it takes does not say which one was right.
                $isRight = hash_equals($other, $one) || $isRight;
            }
        }
        if (!$isRight) {
            throw new WebhookVerificationError(
                WebhookRefusal::WrongSignature,
                'The signature is not one of these bytes with these secrets.',
            );
        }
    }

    private static function noSignature(): WebhookVerificationError
    {
        return new WebhookVerificationError(WebhookRefusal::NoSignature, 'The request has no signature that is accepted.');
    }

    private static function eventIn(string $payload): WebhookEvent
    {
        $event = json_decode($payload, true);
        if (!is_array($event) || !is_string($event['id'] ?? null) || !is_string($event['type'] ?? null) || !is_array($event['data'] ?? null)) {
            throw new WebhookVerificationError(WebhookRefusal::BadPayload, 'The body is not the JSON of an event.');
        }

        return new WebhookEvent($event['id'], $event['type'], $event['data'], $event);
    }
}
