<?php

declare(strict_types=1);

namespace Nsimbi\Receipt;

/**
 * The round of a receipt whose form was checked.
 *
 * @internal
 */
final readonly class CheckedRound
{
    /** @param array{number: int, hash: string}|null $fork */
    public function __construct(
        public string $installationId,
        public int $number,
        public int $treeSize,
        public string $root,
        public string $previous,
        public string $signedAt,
        public ?array $fork,
        public ?string $hash,
        public ?string $keyId,
        public string $publicKey,
        public string $signature,
    ) {
    }
}
