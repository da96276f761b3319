<?php

declare(strict_types=1);

namespace Nsimbi\Receipt;

use Nsimbi\Model\Receipt;

/** Verifies receipts without a network (docs/receipts.md of the service, "Verification"). */
final class ReceiptVerifier
{
    /**
     * Verifies a receipt. Pure.
     *
     * @param Receipt|string|array<mixed>|object $receipt a receipt, its JSON or what `json_decode` makes of it, the API's response with it,
     *     or the text of a QR code
     * @param list<string> $trustedKeys Ed25519 public keys in base64, from another place than the receipt
     *
     * @throws UnreadableReceiptError when it is no receipt of this format
     */
    public static function verify(string|array|object $receipt, array $trustedKeys): ReceiptVerdict
    {
        $checked = CheckedReceipt::read($receipt);
        if ($checked->proof === null) {
            return new ReceiptVerdict(ReceiptResult::NotProven, $checked->shown);
        }
        [$round, $leaf] = $checked->proof;
        $values = [];
        foreach ($leaf->fields as $field) {
            if ($field->salt !== null) {
                $values[$field->name] = $field->value;
            }
        }
        $keyId = substr(hash('sha256', base64_decode($round->publicKey)), 0, 16);
        $altered = [
            ...self::alteredValues($checked->shown, $values),
            ...self::alteredFields($leaf),
            ...self::alteredTree($leaf, $round),
            ...self::alteredRound($round, $keyId),
        ];
        if ($altered !== []) {
            return new ReceiptVerdict(ReceiptResult::Altered, altered: $altered);
        }

        return new ReceiptVerdict(
            in_array($round->publicKey, $trustedKeys, true) ? ReceiptResult::Valid : ReceiptResult::UnknownKey,
            $values,
            new VerifiedRound($round->installationId, $round->number, $round->signedAt, $keyId),
        );
    }

    /**
     * @param array<string, string|null> $shown
     * @param array<string, string|null> $values
     *
     * @return list<string>
     */
    private static function alteredValues(array $shown, array $values): array
    {
        $altered = [];
        foreach ($shown as $name => $value) {
            if (!array_key_exists($name, $values) || $values[$name] !== $value) {
                $altered[] = "transaction.$name";
            }
        }

        return $altered;
    }

    /** @return list<string> */
    private static function alteredFields(CheckedLeaf $leaf): array
    {
        $altered = [];
        foreach ($leaf->fields as $field) {
            if ($field->salt !== null && $field->commitment !== null && hex2bin($field->commitment) !== self::commitmentOf($field)) {
                $altered[] = "fields.$field->name";
            }
        }

        return $altered;
    }

    /** @return string 32 bytes */
    private static function commitmentOf(CheckedField $field): string
    {
        if ($field->salt === null) {
            return hex2bin($field->commitment);
        }
        $value = $field->value === null ? "\0\0" : "\0\x01$field->value";

        return self::sha256("nsimbi:field:1\0", hex2bin($field->salt), $field->name, $value);
    }

    /**
     * What the fields, the path and the root say of each other; the first that does not fit is named.
     *
     * @return list<string>
     */
    private static function alteredTree(CheckedLeaf $leaf, CheckedRound $round): array
    {
        // A field whose stated commitment does not fit was named by itself, so the leaf is that of the stated commitments.
        $commitments = array_map(
            fn (CheckedField $field) => $field->commitment === null ? self::commitmentOf($field) : hex2bin($field->commitment),
            $leaf->fields,
        );
        $leafHash = self::sha256("\0nsimbi:transaction:1\0", ...$commitments);
        if ($leaf->hash !== null && $leaf->hash !== bin2hex($leafHash)) {
            return ['fields'];
        }

        return self::rootOf($leafHash, $leaf, $round->treeSize) === $round->root ? [] : ['path'];
    }

    /** The root to which a leaf and its path lead (RFC 9162 section 2.1.3.2), in hexadecimal; null when the path has a wrong length. */
    private static function rootOf(string $leafHash, CheckedLeaf $leaf, int $treeSize): ?string
    {
        if ($leaf->index >= $treeSize) {
            return null;
        }
        $place = $leaf->index;
        $lastPlace = $treeSize - 1;
        $hash = $leafHash;
        foreach ($leaf->path as $sibling) {
            if ($lastPlace === 0) {
                return null;
            }
            $other = hex2bin($sibling);
            if ($place % 2 === 1) {
                $hash = self::sha256("\x01", $other, $hash);
            } elseif ($place === $lastPlace) {
                // The last node of a level without a partner moves up unchanged until it is a right child.
                while ($place % 2 === 0 && $place > 0) {
                    $place >>= 1;
                    $lastPlace >>= 1;
                }
                $hash = self::sha256("\x01", $other, $hash);
            } else {
                $hash = self::sha256("\x01", $hash, $other);
            }
            $place >>= 1;
            $lastPlace >>= 1;
        }

        return $lastPlace === 0 ? bin2hex($hash) : null;
    }

    /** @return list<string> */
    private static function alteredRound(CheckedRound $round, string $keyId): array
    {
        $lines = [
            'nsimbi round 1',
            $round->installationId,
            $round->number,
            $round->treeSize,
            $round->root,
            $round->previous,
            $round->signedAt,
            ...($round->fork === null ? [] : ["fork of {$round->fork['number']} {$round->fork['hash']}"]),
        ];
        $statement = implode("\n", $lines) . "\n";
        if ($round->hash !== null && $round->hash !== hash('sha256', $statement)) {
            return ['round'];
        }
        if ($round->keyId !== null && $round->keyId !== $keyId) {
            return ['key_id'];
        }
        $isSigned = sodium_crypto_sign_verify_detached(
            base64_decode($round->signature),
            $statement,
            base64_decode($round->publicKey),
        );

        return $isSigned ? [] : ['signature'];
    }

    /** @return string 32 bytes */
    private static function sha256(string ...$parts): string
    {
        return hash('sha256', implode('', $parts), true);
    }
}
