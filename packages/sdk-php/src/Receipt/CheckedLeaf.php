<?php

declare(strict_types=1);

namespace Nsimbi\Receipt;

/**
 * The leaf of a receipt whose form was checked.
 *
 * @internal
 */
final readonly class CheckedLeaf
{
    /**
     * @param list<string> $path hashes in hexadecimal, from the sibling of the leaf upwards
     * @param list<CheckedField> $fields
     */
    public function __construct(
        public int $index,
        public array $path,
        public array $fields,
        public ?string $hash,
    ) {
    }
}
