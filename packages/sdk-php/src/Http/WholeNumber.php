<?php

declare(strict_types=1);

namespace Nsimbi\Http;

use Nsimbi\Error\ValidationError;

/** Numbers that may be sent: PHP would otherwise cut a float to an integer, and another amount than the one meant would be paid. */
final class WholeNumber
{
    /** JSON readers of the service take integers up to here (RFC 8259 section 6). */
    private const MAX = 9_007_199_254_740_991;

    /**
     * The number as an integer. Pure.
     *
     * @throws ValidationError when it is not whole, or not from 0 to 2^53 - 1
     */
    public static function of(string $field, int|float $value): int
    {
        // Both bounds are exact as floats, and NaN is in no range.
        if ($value >= 0 && $value <= self::MAX && floor($value) === (float) $value) {
            return (int) $value;
        }
        $rule = 'must be a whole number from 0 to 2^53 - 1';

        throw new ValidationError("$field $rule.", 'invalid_request', false, fields: [$field => ["$rule."]]);
    }

    /** @throws ValidationError as `of` */
    public static function orNull(string $field, int|float|null $value): ?int
    {
        return $value === null ? null : self::of($field, $value);
    }
}
