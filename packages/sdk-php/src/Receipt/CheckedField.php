<?php

declare(strict_types=1);

namespace Nsimbi\Receipt;

/**
 * A field of a receipt whose form was checked.
 *
 * @internal
 */
final readonly class CheckedField
{
    /**
     * @param string|null $salt null for a hidden field
     * @param string|null $value only of an open field
     * @param string|null $commitment null where it was left out, which only an open field allows
     */
    public function __construct(
        public string $name,
        public ?string $salt,
        public ?string $value,
        public ?string $commitment,
    ) {
    }
}
