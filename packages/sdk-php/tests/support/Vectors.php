<?php

declare(strict_types=1);

namespace Nsimbi\Tests;

/** The vectors that the client packages of all languages share. */
final class Vectors
{
    /** @return array<string, mixed> */
    public static function read(string $file): array
    {
        return json_decode(file_get_contents(__DIR__ . "/../../../vectors/$file"), true, flags: \JSON_THROW_ON_ERROR);
    }

    /**
     * Cases for a data provider, by their names.
     *
     * @param list<array<string, mixed>> $cases
     *
     * @return array<string, array{array<string, mixed>}>
     */
    public static function byName(array $cases): array
    {
        return array_combine(array_column($cases, 'name'), array_map(fn (array $one) => [$one], $cases));
    }
}
