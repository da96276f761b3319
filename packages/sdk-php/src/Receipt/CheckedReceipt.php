<?php

declare(strict_types=1);

namespace Nsimbi\Receipt;

/**
 * A receipt whose form was checked, before anything is calculated (docs/receipts.md of the service, "Format" and "QR code").
 *
 * @internal
 */
final readonly class CheckedReceipt
{
    private const FORMAT = 'nsimbi-receipt-1';
    private const HASH = '/^[0-9a-f]{64}$/D';
    /** A QR code has at most 7089 digits, and what they stand for is some kilobytes. */
    private const QR_DIGITS_MAX = 7_089;
    private const QR_JSON_BYTES_MAX = 1_048_576;
    /** How many digits of a QR code stand for 0, 1, 2 … bytes. */
    private const DIGITS_OF_BYTES = [0, 3, 5, 8, 10, 13, 15, 17];
    private const INTEGER_MAX = 9_007_199_254_740_991;

    /**
     * @param array<string, string|null> $shown
     * @param array{CheckedRound, CheckedLeaf}|null $proof null for a receipt that is not proven
     */
    private function __construct(
        public array $shown,
        public ?array $proof,
    ) {
    }

    /**
     * Reads a receipt: an object or an array, its JSON, the API's response with it, or the text of a QR code. Pure.
     *
     * @throws UnreadableReceiptError
     */
    public static function read(mixed $input): self
    {
        $value = is_string($input) ? self::valueIn($input) : $input;
        $receipt = self::record($value, 'the receipt');
        $isResponse = array_key_exists('success', $receipt) && array_key_exists('data', $receipt);

        return self::checked($isResponse ? self::record($receipt['data'], 'data') : $receipt);
    }

    private static function valueIn(string $text): mixed
    {
        if (preg_match('/^(?:[^\s{]*#)?([\d\s]{17,})$/D', trim($text), $found) === 1) {
            return self::expandedQrCode(preg_replace('/\s/', '', $found[1]));
        }

        return self::parsed($text);
    }

    /** @param array<mixed> $receipt */
    private static function checked(array $receipt): self
    {
        if (($receipt['format'] ?? null) !== self::FORMAT) {
            throw new UnreadableReceiptError('The format is not ' . self::FORMAT . '.');
        }
        $shown = [];
        foreach (self::record($receipt['transaction'] ?? [], 'transaction') as $name => $value) {
            $shown[$name] = self::textOrNull($value, "transaction.$name");
        }
        $isNotProven = array_key_exists('round', $receipt) && $receipt['round'] === null
            && array_key_exists('leaf', $receipt) && $receipt['leaf'] === null;
        if ($isNotProven) {
            return new self($shown, null);
        }

        return new self($shown, [self::round($receipt['round'] ?? null), self::leaf($receipt['leaf'] ?? null)]);
    }

    private static function round(mixed $value): CheckedRound
    {
        $round = self::record($value, 'round');
        $fork = isset($round['fork_of']) ? self::record($round['fork_of'], 'round.fork_of') : null;

        return new CheckedRound(
            self::text($round['installation_id'] ?? null, '/^[\x21-\x7e]{1,100}$/D', 'round.installation_id'),
            self::integer($round['number'] ?? null, 1, 'round.number'),
            self::integer($round['tree_size'] ?? null, 1, 'round.tree_size'),
            self::text($round['root'] ?? null, self::HASH, 'round.root'),
            self::text($round['previous'] ?? null, self::HASH, 'round.previous'),
            self::text($round['signed_at'] ?? null, '/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/D', 'round.signed_at'),
            $fork === null ? null : [
                'number' => self::integer($fork['number'] ?? null, 0, 'round.fork_of.number'),
                'hash' => self::text($fork['hash'] ?? null, self::HASH, 'round.fork_of.hash'),
            ],
            self::optionalText($round, 'hash', self::HASH, 'round.hash'),
            self::optionalText($round, 'key_id', '/^[0-9a-f]{16}$/D', 'round.key_id'),
            self::text($round['public_key'] ?? null, '/^[A-Za-z0-9+\/]{43}=$/D', 'round.public_key'),
            self::text($round['signature'] ?? null, '/^[A-Za-z0-9+\/]{86}==$/D', 'round.signature'),
        );
    }

    private static function leaf(mixed $value): CheckedLeaf
    {
        $leaf = self::record($value, 'leaf');
        if (($leaf['kind'] ?? null) !== 'transaction') {
            throw new UnreadableReceiptError('leaf.kind is not transaction.');
        }
        $fields = array_map(self::field(...), self::list($leaf['fields'] ?? null, 'leaf.fields'));
        if (count(array_unique(array_column($fields, 'name'))) < count($fields)) {
            throw new UnreadableReceiptError('Two fields have the same name.');
        }

        return new CheckedLeaf(
            self::integer($leaf['index'] ?? null, 0, 'leaf.index'),
            array_map(fn (mixed $one) => self::text($one, self::HASH, 'leaf.path'), self::list($leaf['path'] ?? null, 'leaf.path')),
            $fields,
            self::optionalText($leaf, 'hash', self::HASH, 'leaf.hash'),
        );
    }

    /** The lengths count: with another one, bytes of the salt could be read as letters of the name. */
    private static function field(mixed $value): CheckedField
    {
        $field = self::record($value, 'a field');
        $name = self::text($field['name'] ?? null, '/^[a-z][a-z0-9_]{0,63}$/D', 'the name of a field');
        if (!array_key_exists('salt', $field)) {
            $commitment = self::text($field['commitment'] ?? null, self::HASH, "the commitment of $name");

            return new CheckedField($name, null, null, $commitment);
        }
        if (!array_key_exists('value', $field)) {
            throw new UnreadableReceiptError("The value of $name is missing.");
        }

        return new CheckedField(
            $name,
            self::text($field['salt'], '/^[0-9a-f]{32}$/D', "the salt of $name"),
            self::textOrNull($field['value'], "the value of $name"),
            self::optionalText($field, 'commitment', self::HASH, "the commitment of $name"),
        );
    }

    /** @return array<string, mixed> */
    private static function expandedQrCode(string $digits): array
    {
        $compact = self::list(self::parsed(self::inflated(self::bytesOfDigits($digits))), 'the QR code') + array_fill(0, 8, null);
        [$version, $statement, $publicKey, $signature, $kind, $index, $path, $fields] = $compact;
        if ($version !== 1) {
            throw new UnreadableReceiptError('The QR code has another version.');
        }
        [$installationId, $number, $treeSize, $root, $previous, $signedAt, $forkNumber, $forkHash]
            = self::list($statement, 'the statement') + array_fill(0, 8, null);

        return [
            'format' => self::FORMAT,
            'round' => [
                'installation_id' => $installationId,
                'number' => $number,
                'tree_size' => $treeSize,
                'root' => $root,
                'previous' => $previous,
                'signed_at' => $signedAt,
                'fork_of' => count($statement) <= 6 ? null : ['number' => $forkNumber, 'hash' => $forkHash],
                'public_key' => $publicKey,
                'signature' => $signature,
            ],
            'leaf' => [
                'kind' => $kind,
                'index' => $index,
                'path' => $path,
                'fields' => array_map(self::expandedField(...), self::list($fields, 'the fields')),
            ],
        ];
    }

    /** @return array<string, mixed> */
    private static function expandedField(mixed $compact): array
    {
        $field = self::list($compact, 'a field');
        $first = ['name' => $field[0] ?? null];

        return count($field) < 3
            ? $first + ['commitment' => $field[1] ?? null]
            : $first + ['salt' => $field[1], 'value' => $field[2]];
    }

    /** 17 digits are a number of seven bytes; a shorter group at the end has fewer. */
    private static function bytesOfDigits(string $digits): string
    {
        if (strlen($digits) > self::QR_DIGITS_MAX) {
            throw new UnreadableReceiptError('The text is too long for a QR code.');
        }
        $bytes = '';
        foreach (str_split($digits, 17) as $group) {
            $length = array_search(strlen($group), self::DIGITS_OF_BYTES, true);
            $hex = str_pad(dechex((int) $group), 2 * (int) $length, '0', \STR_PAD_LEFT);
            if ($length === false || strlen($hex) > 2 * $length) {
                throw new UnreadableReceiptError('The QR code is not whole.');
            }
            $bytes .= hex2bin($hex);
        }

        return $bytes;
    }

    private static function inflated(string $bytes): string
    {
        // It warns of damaged bytes, which the error says.
        $json = @gzinflate($bytes, self::QR_JSON_BYTES_MAX);

        return $json === false ? throw new UnreadableReceiptError('The QR code is damaged or not whole.') : $json;
    }

    /** Objects stay objects, so that an empty one is not taken for an empty list. */
    private static function parsed(string $json): mixed
    {
        try {
            return json_decode($json, flags: \JSON_THROW_ON_ERROR);
        } catch (\JsonException) {
            throw new UnreadableReceiptError('It is neither JSON nor the text of a QR code.');
        }
    }

    /** @return array<mixed> */
    private static function record(mixed $value, string $what): array
    {
        if (is_object($value)) {
            return get_object_vars($value);
        }
        // An empty array of PHP can be an empty object.
        if (is_array($value) && ($value === [] || !array_is_list($value))) {
            return $value;
        }

        throw new UnreadableReceiptError("$what is not an object.");
    }

    /** @return list<mixed> */
    private static function list(mixed $value, string $what): array
    {
        return is_array($value) && array_is_list($value) ? $value : throw new UnreadableReceiptError("$what is not a list.");
    }

    private static function text(mixed $value, string $form, string $what): string
    {
        $isText = is_string($value) && preg_match($form, $value) === 1;

        return $isText ? $value : throw new UnreadableReceiptError("$what has a wrong form.");
    }

    /** @param array<mixed> $record */
    private static function optionalText(array $record, string $name, string $form, string $what): ?string
    {
        return array_key_exists($name, $record) ? self::text($record[$name], $form, $what) : null;
    }

    private static function textOrNull(mixed $value, string $what): ?string
    {
        return $value === null || is_string($value) ? $value : throw new UnreadableReceiptError("$what is neither text nor null.");
    }

    private static function integer(mixed $value, int $least, string $what): int
    {
        // JSON has one kind of number: 7.0 is the whole number 7.
        $isWhole = is_int($value) || (is_float($value) && floor($value) === $value);
        if (!$isWhole || $value < $least || $value > self::INTEGER_MAX) {
            throw new UnreadableReceiptError("$what is not a whole number from $least.");
        }

        return (int) $value;
    }
}
