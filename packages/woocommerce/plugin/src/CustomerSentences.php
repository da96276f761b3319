<?php

declare(strict_types=1);

namespace NsimbiPayments;

use NsimbiPayments\Sdk\Error\NsimbiError;

/** What a customer is told. The sentences of the service are written for the shop: some speak of keys and wallets. */
final class CustomerSentences
{
    /** Why the customer could not be asked to pay. */
    public static function ofRefusal(NsimbiError $error): string
    {
        if (in_array($error->errorCode, ['amount_too_small', 'amount_too_large'], true)) {
            // These name the bound, which only the service knows.
            return $error->getMessage();
        }
        $fields = array_keys($error->fields);
        if ($error->errorCode === 'invalid_request' && $fields !== [] && array_diff($fields, ['customer_phone', 'amount']) === []) {
            return $fields === ['customer_phone'] ? self::wrongPhone() : $error->getMessage();
        }
        if ($error->errorCode === 'collection_already_open') {
            return __('A payment is already waiting for your confirmation on that phone. Confirm or decline it first.', 'nsimbi-payments');
        }
        if ($error->errorCode === 'operator_not_supported') {
            return __('This shop cannot take payments from that mobile network. Use an MTN or Airtel number.', 'nsimbi-payments');
        }

        return self::ofFailure($error->errorCode) ?? self::notNow();
    }

    /** Why a payment failed, by its `failure_code`; null for a code without a sentence of its own. */
    public static function ofFailure(?string $code): ?string
    {
        return match ($code) {
            'customer_refused' => __('The payment was declined on the phone. You can try again.', 'nsimbi-payments'),
            'customer_insufficient_funds' => __('There is not enough money in the mobile money account. Top it up or use another number.', 'nsimbi-payments'),
            'customer_limit_reached' => __('The payment exceeds a limit of the mobile money account. Use another number or pay in another way.', 'nsimbi-payments'),
            'prompt_expired' => __('The payment was not confirmed in time. Try again with the phone at hand.', 'nsimbi-payments'),
            default => null,
        };
    }

    public static function wrongPhone(): string
    {
        return __('Enter the mobile money number that pays, for example 0772 123 456.', 'nsimbi-payments');
    }

    public static function waitAMinute(): string
    {
        return __('Too many payment requests for this order. Wait a minute, then try again.', 'nsimbi-payments');
    }

    public static function askedTooOften(): string
    {
        return __('Too many payment requests for this order. Choose another way to pay, or contact the shop.', 'nsimbi-payments');
    }

    public static function notNow(): string
    {
        return __('The mobile money payment could not be made. Try again later, or choose another way to pay.', 'nsimbi-payments');
    }
}
