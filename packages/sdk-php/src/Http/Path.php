<?php

declare(strict_types=1);

namespace Nsimbi\Http;

/** Parts of a path. */
final class Path
{
    /**
     * An id in a path. PHP also turns numbers with a fraction into integers when a caller has no strict types, so the whole range is given
     * here and checked.
     *
     * @throws \Nsimbi\Error\ValidationError when it is not a whole number from 0
     */
    public static function id(int|float $id): string
    {
        return (string) WholeNumber::of('id', $id);
    }
}
