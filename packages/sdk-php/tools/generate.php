<?php

declare(strict_types=1);

/*
 * Writes the classes of src/Model from the OpenAPI document of the service:
 *
 *     php tools/generate.php openapi.json released.json src/Model
 *
 * The second document is that of the latest release. A field that it lacks is null where the service does not send it, so that the package also
 * works with a service of that release: otherwise its responses could not be read, also those that say that a payment was made.
 *
 * Requests and queries refuse amounts that are not whole shillings. Responses are read leniently where the API may gain something: unknown
 * fields are ignored, and a text with a list of values stays a text. Where the document allows other fields, the class keeps them.
 *
 * The maintained generators of PHP (OpenAPI Generator, Jane) write classes that need their own runtime packages, an HTTP client or a serializer,
 * while this package has no dependencies; and their classes can be changed after they were read.
 */

/** Names that differ from those of the document: a page of rounds is no "response" for who calls a method. */
const RENAMED = [
    'ListProofKeysResponse' => 'ProofKeys',
    'ListProofRoundsResponse' => 'ProofRounds',
    'ReadyzResponse' => 'Readiness',
];

/** The queries that have a class, by operation. A query of one or two parameters that need no name is part of its method. */
const QUERIES = [
    'listTransactions' => 'TransactionsQuery',
    'listDeliveries' => 'DeliveriesQuery',
    'readEvents' => 'EventsQuery',
    'quoteFee' => 'FeeQuery',
    'readReceipt' => 'ReceiptQuery',
    'listBulkPayouts' => 'BulkPayoutsQuery',
    'listBulkPayoutRows' => 'BulkPayoutRowsQuery',
    'readStatement' => 'StatementQuery',
    'listApprovals' => 'ApprovalsQuery',
];

/** Parameters that a method sets itself. */
const HIDDEN_PARAMETERS = ['readReceipt' => ['format'], 'readStatement' => ['format']];

/** Enumerations, with the place in the document where their values are. */
const ENUMS = [
    'EventName' => ['schema', 'Event', 'type'],
    'TransactionType' => ['schema', 'Transaction', 'type'],
    'TransactionStatus' => ['schema', 'Transaction', 'status'],
    'FeeOperation' => ['schema', 'Fee', 'operation'],
    'QuoteOperation' => ['schema', 'Quote', 'operation'],
    'BulkPayoutStatus' => ['schema', 'BulkPayout', 'status'],
    'BulkPayoutRowStatus' => ['schema', 'BulkPayoutRow', 'status'],
    'Disclosure' => ['query', 'readReceipt', 'business'],
];

[, $documentFile, $releasedFile, $folder] = $argv + [null, null, null, null];
if ($folder === null) {
    fwrite(STDERR, "Usage: php tools/generate.php DOCUMENT RELEASED_DOCUMENT FOLDER\n");
    exit(2);
}
$documents = array_map(
    fn (string $file): array => json_decode(file_get_contents($file), true, flags: JSON_THROW_ON_ERROR),
    [$documentFile, $releasedFile],
);
$generator = new ModelGenerator(...$documents);
if (!is_dir($folder)) {
    mkdir($folder, recursive: true);
}
foreach (glob("$folder/*.php") as $old) {
    unlink($old);
}
foreach ($generator->files() as $name => $code) {
    file_put_contents("$folder/$name.php", $code);
}

/** The classes of one document. */
final class ModelGenerator
{
    private const OTHERS_AS_JSON = <<<'CODE'

            /** @return array<string, mixed> all fields on one level, as the API has them */
            public function jsonSerialize(): array
            {
                $fields = get_object_vars($this);
                unset($fields['others']);

                return $fields + $this->others;
            }

        CODE;

    /** @var array<string, list<string>> The values of every enumeration, by its name. */
    private array $enums = [];
    /** @var array<string, true> Fields of responses that the latest release lacks, written Schema.field. */
    private array $added = [];

    /**
     * @param array<string, mixed> $document
     * @param array<string, mixed> $released the document of the latest release
     */
    public function __construct(private readonly array $document, private readonly array $released)
    {
        foreach (ENUMS as $name => [$place, $owner, $field]) {
            $schema = $place === 'schema'
                ? $document['components']['schemas'][$owner]['properties'][$field]
                : array_column($this->queryOf($this->operations()[$owner]), 'schema', 'name')[$field];
            $this->enums[$name] = $schema['enum'];
        }
        foreach ($this->document['paths'] as $path => $methods) {
            foreach ($methods as $method => $operation) {
                $before = $this->released['paths'][$path][$method]['responses']['200']['content']['application/json']['schema'] ?? null;
                if ($before !== null) {
                    $this->compare($operation['responses']['200']['content']['application/json']['schema'], $before);
                }
            }
        }
    }

    /** Notes the fields of a schema, and of those in it, that the one of the latest release lacks. */
    private function compare(array $schema, array $before): void
    {
        $name = isset($schema['$ref']) ? self::lastPart($schema['$ref']) : null;
        [$now, $before] = [self::resolved($this->document, $schema), self::resolved($this->released, $before)];
        if (isset($now['items'], $before['items'])) {
            $this->compare($now['items'], $before['items']);
        }
        foreach (isset($before['properties']) ? $now['properties'] ?? [] : [] as $field => $one) {
            if (isset($before['properties'][$field])) {
                $this->compare($one, $before['properties'][$field]);
            } elseif ($name !== null) {
                $this->added["$name.$field"] = true;
            }
        }
    }

    /** A schema without references and without its alternative null. */
    private static function resolved(array $document, array $schema): array
    {
        if (isset($schema['$ref'])) {
            return self::resolved($document, $document['components']['schemas'][self::lastPart($schema['$ref'])]);
        }
        $alternatives = array_filter($schema['anyOf'] ?? [], fn (array $one) => ($one['type'] ?? null) !== 'null');

        return count($alternatives) === 1 ? self::resolved($document, reset($alternatives)) : $schema;
    }

    /** @return array<string, string> The code of every file by the name of its class, in alphabetical order. */
    public function files(): array
    {
        $files = [];
        foreach ($this->enums as $name => $values) {
            $files[$name] = $this->enumCode($name, $values);
        }
        $requests = [];
        $responses = [];
        foreach ($this->operations() as $id => $operation) {
            $body = $operation['requestBody']['content']['application/json']['schema']['$ref'] ?? null;
            if ($body !== null) {
                $requests[] = self::lastPart($body);
            }
            $responses = [...$responses, ...$this->resultsOf($operation)];
            if (isset(QUERIES[$id])) {
                $files[QUERIES[$id]] = $this->inputCode(QUERIES[$id], $this->queryFields($id, $operation), "The query of $id.");
            }
        }
        foreach ($this->reachable($requests) as $name) {
            $schema = $this->schema($name);
            $files[$name] = $this->inputCode($name, self::fieldsOf($schema), $schema['description'] ?? (
                in_array($name, $requests, true) ? 'The body of a request.' : 'A part of a request.'
            ));
        }
        foreach ($this->reachable($responses) as $name) {
            $files[self::className($name)] = $this->resultCode($name);
        }
        ksort($files);

        return $files;
    }

    /** @return array<string, array<string, mixed>> */
    private function operations(): array
    {
        $operations = [];
        foreach ($this->document['paths'] as $methods) {
            foreach ($methods as $operation) {
                $operations[$operation['operationId']] = $operation;
            }
        }

        return $operations;
    }

    /** @return list<array<string, mixed>> */
    private function queryOf(array $operation): array
    {
        return array_values(array_filter($operation['parameters'] ?? [], fn (array $one) => ($one['in'] ?? null) === 'query'));
    }

    /** @return list<array{name: string, schema: array<string, mixed>, required: bool}> */
    private function queryFields(string $id, array $operation): array
    {
        $fields = [];
        foreach ($this->queryOf($operation) as $parameter) {
            if (!in_array($parameter['name'], HIDDEN_PARAMETERS[$id] ?? [], true)) {
                $fields[] = [
                    'name' => $parameter['name'],
                    'schema' => $parameter['schema'] + ['description' => $parameter['description'] ?? ''],
                    'required' => $parameter['required'] ?? false,
                ];
            }
        }

        return $fields;
    }

    /** @return list<string> The schemas that a success gives: what is in `data`, or the whole body. */
    private function resultsOf(array $operation): array
    {
        $ref = $operation['responses']['200']['content']['application/json']['schema']['$ref'] ?? null;
        if ($ref === null) {
            return [];
        }
        $properties = $this->schema(self::lastPart($ref))['properties'] ?? [];
        if (!isset($properties['data'])) {
            return [self::lastPart($ref)];
        }
        $used = array_intersect_key($properties, ['data' => true, 'pagination' => true]);

        return array_values(array_unique(self::refsIn($used)));
    }

    /**
     * @param list<string> $names
     *
     * @return list<string> These schemas and those of their fields.
     */
    private function reachable(array $names): array
    {
        $found = [];
        while ($names !== []) {
            $name = array_shift($names);
            if (!in_array($name, $found, true) && ($this->schema($name)['properties'] ?? []) !== []) {
                $found[] = $name;
                $names = [...$names, ...$this->modelRefs($name)];
            }
        }

        return $found;
    }

    /** @return list<string> */
    private function modelRefs(string $name): array
    {
        $refs = [];
        foreach ($this->schema($name)['properties'] as $schema) {
            $ref = $this->modelIn($schema) ?? $this->modelIn($schema['items'] ?? []);
            if ($ref !== null) {
                $refs[] = $ref;
            }
        }

        return $refs;
    }

    /** @return array<string, mixed> */
    private function schema(string $name): array
    {
        return $this->document['components']['schemas'][$name];
    }

    /** The schema to which a field leads, also one that can be null; null where it leads to none or to one of several. */
    private function modelIn(array $schema): ?string
    {
        $alternatives = array_values(array_filter(
            $schema['anyOf'] ?? [$schema],
            fn (array $one) => ($one['type'] ?? null) !== 'null',
        ));
        $ref = count($alternatives) === 1 ? ($alternatives[0]['$ref'] ?? null) : null;
        $name = $ref === null ? null : self::lastPart($ref);

        return $name !== null && ($this->schema($name)['properties'] ?? []) !== [] ? $name : null;
    }

    /** @param list<string> $values */
    private function enumCode(string $name, array $values): string
    {
        $cases = '';
        foreach ($values as $value) {
            $case = str_replace(' ', '', ucwords(str_replace(['.', '_'], ' ', $value)));
            $cases .= "    case $case = '$value';\n";
        }

        return self::head() . "enum $name: string\n{\n$cases}\n";
    }

    /**
     * A class of what a caller gives.
     *
     * @param list<array{name: string, schema: array<string, mixed>, required: bool}> $fields
     */
    private function inputCode(string $name, array $fields, string $description): string
    {
        usort($fields, fn (array $a, array $b) => $b['required'] <=> $a['required']);
        $properties = '';
        $docs = '';
        $parameters = '';
        $checks = '';
        $hasNumbers = false;
        foreach ($fields as $field) {
            $optional = !$field['required'];
            $types = $this->inputTypes($field['name'], $field['schema']);
            $default = $optional ? ' = null' : '';
            $docs .= self::docLine($types['doc'] . ($optional ? '|null' : ''), $field);
            $type = $types['php'] . ($optional ? '|null' : '');
            if ($types['php'] === 'int') {
                // Without strict types PHP would cut the fraction of a float off, and another amount would be sent.
                $properties .= '    public ' . ($optional ? '?int' : 'int') . " \${$field['name']};\n";
                $parameters .= '        int|float' . ($optional ? '|null' : '') . " \${$field['name']}$default,\n";
                $checks .= "        \$this->{$field['name']} = WholeNumber::" . ($optional ? 'orNull' : 'of') . "('{$field['name']}', \${$field['name']});\n";
                $hasNumbers = true;
            } elseif ($types['php'] === 'stdClass') {
                // An empty array, or one with the keys 0, 1, 2, would be sent as a JSON array.
                $properties .= "    public ?\stdClass \${$field['name']};\n";
                $parameters .= "        array|null \${$field['name']}$default,\n";
                $checks .= "        \$this->{$field['name']} = \${$field['name']} === null ? null : (object) \${$field['name']};\n";
            } else {
                $parameters .= "        public $type \${$field['name']}$default,\n";
            }
        }
        $use = !$hasNumbers ? '' : "use Nsimbi\\Error\\ValidationError;\nuse Nsimbi\\Http\\WholeNumber;\n\n";
        $throws = !$hasNumbers ? '' : "     *\n     * @throws ValidationError when a number is not whole, or not from 0 to 2^53 - 1\n";
        $body = $checks === '' ? ") {\n    }" : ") {\n$checks    }";
        $properties = $properties === '' ? '' : "$properties\n";

        return self::head() . $use . '/** ' . self::sentence($description) . " */\nfinal readonly class $name\n{\n$properties    /**\n$docs$throws     */\n"
            . "    public function __construct(\n$parameters    $body\n}\n";
    }

    /** @return array{php: string, doc: string} The type for a caller, without null. */
    private function inputTypes(string $field, array $schema): array
    {
        $type = implode('|', array_diff((array) ($schema['type'] ?? 'string'), ['null']));
        $enum = array_search($schema['enum'] ?? $schema['items']['enum'] ?? null, $this->enums, true);
        if ($type === 'array') {
            $item = $this->modelIn($schema['items']) ?? ($enum === false ? 'string' : "$enum|string");

            return ['php' => 'array', 'doc' => "list<$item>"];
        }
        if ($type === 'object') {
            return ['php' => 'stdClass', 'doc' => 'array<string, string>'];
        }
        if ($enum !== false) {
            return ['php' => "$enum|string", 'doc' => "$enum|string"];
        }
        $php = ['integer' => 'int', 'boolean' => 'bool', 'string' => 'string'][$type];
        if (in_array($field, ['from', 'to'], true) && ($schema['format'] ?? null) !== 'calendar-day') {
            $php = '\DateTimeInterface|string';
        }

        return ['php' => $php, 'doc' => $php];
    }

    /** A class of what the service gives. */
    private function resultCode(string $name): string
    {
        $schema = $this->schema($name);
        $fields = array_values(array_filter(self::fieldsOf($schema), fn (array $one) => $one['name'] !== 'success'));
        foreach ($fields as &$field) {
            $field['required'] = $field['required'] && !isset($this->added["$name.{$field['name']}"]);
        }
        unset($field);
        usort($fields, fn (array $a, array $b) => $b['required'] <=> $a['required']);
        $docs = '';
        $parameters = '';
        $arguments = '';
        foreach ($fields as $field) {
            $types = $this->resultTypes($field);
            $docs .= self::docLine($types['doc'], $field);
            $parameters .= "        public {$types['php']} \${$field['name']}" . ($field['required'] ? '' : ' = null') . ",\n";
            $arguments .= "            {$types['value']},\n";
        }
        $description = self::sentence($schema['description'] ?? 'An object of the API.');
        $class = self::className($name);
        $hasOthers = ($schema['additionalProperties'] ?? false) === true;
        $unknown = $hasOthers ? 'unknown fields are in `others`' : 'unknown fields are ignored';
        if ($hasOthers) {
            $docs .= "     * @param array<string, mixed> \$others The fields that have no property here, by their names.\n";
            $parameters .= "        public array \$others = [],\n";
            $names = implode('', array_map(fn (array $one) => "                '{$one['name']}' => true,\n", $fields));
            $arguments .= "            array_diff_key(\$body, [\n$names            ]),\n";
        }

        return self::head() . "/** $description */\nfinal readonly class $class" . ($hasOthers ? ' implements \JsonSerializable' : '')
            . "\n{\n    /**\n$docs     */\n    public function __construct(\n$parameters    ) {\n    }\n\n"
            . "    /**\n     * Reads it from a decoded JSON object; $unknown.\n     *\n     * @param array<string, mixed> \$body\n     *\n"
            . "     * @throws \\TypeError when a field is missing or has another type\n     */\n"
            . "    public static function from(array \$body): self\n    {\n        return new self(\n$arguments        );\n    }\n"
            . ($hasOthers ? self::OTHERS_AS_JSON : '') . "}\n";
    }

    /** @return array{php: string, doc: string, value: string} */
    private function resultTypes(array $field): array
    {
        ['name' => $name, 'schema' => $schema, 'required' => $required] = $field;
        $alternatives = $schema['anyOf'] ?? [$schema];
        $isNullable = !$required || in_array('null', array_column($alternatives, 'type'), true);
        $value = "\$body['$name'] ?? null";
        $model = $this->modelIn($schema);
        if ($model !== null) {
            $class = self::className($model);
            $read = $isNullable ? "isset(\$body['$name']) ? $class::from(\$body['$name']) : null" : "$class::from($value)";

            return ['php' => ($isNullable ? '?' : '') . $class, 'doc' => $class . ($isNullable ? '|null' : ''), 'value' => $read];
        }
        $main = array_values(array_filter($alternatives, fn (array $one) => ($one['type'] ?? null) !== 'null'))[0];
        $type = $main['type'] ?? 'object';
        $itemModel = $this->modelIn($main['items'] ?? []);
        if ($itemModel !== null) {
            $class = self::className($itemModel);

            $read = "array_map($class::from(...), " . ($isNullable ? "\$body['$name'])" : "$value)");

            return [
                'php' => ($isNullable ? '?' : '') . 'array',
                'doc' => "list<$class>" . ($isNullable ? '|null' : ''),
                'value' => $isNullable ? "isset(\$body['$name']) ? $read : null" : $read,
            ];
        }
        $php = ['integer' => 'int', 'boolean' => 'bool', 'string' => 'string', 'array' => 'array', 'object' => 'array'][$type];
        $doc = match ($type) {
            'array' => ($main['items']['type'] ?? null) === 'string' ? 'list<string>' : 'list<array<string, mixed>>',
            'object' => ($main['additionalProperties']['type'] ?? null) === 'string' ? 'array<string, string>' : 'array<string, mixed>',
            default => $php,
        };

        return ['php' => ($isNullable ? '?' : '') . $php, 'doc' => $doc . ($isNullable ? '|null' : ''), 'value' => $value];
    }

    /** @return list<array{name: string, schema: array<string, mixed>, required: bool}> */
    private static function fieldsOf(array $schema): array
    {
        $fields = [];
        foreach ($schema['properties'] as $name => $one) {
            $fields[] = ['name' => $name, 'schema' => $one, 'required' => in_array($name, $schema['required'] ?? [], true)];
        }

        return $fields;
    }

    private static function docLine(string $type, array $field): string
    {
        $main = $field['schema']['anyOf'][0] ?? $field['schema'];
        $text = self::sentence($field['schema']['description'] ?? '');
        $values = $main['enum'] ?? $main['items']['enum'] ?? null;
        if ($values !== null && count($values) <= 8) {
            $text = trim(implode(', ', array_filter($values)) . ($text === '' ? '' : ". $text"));
        }

        return rtrim("     * @param $type \${$field['name']} $text") . "\n";
    }

    /** The first sentence of a description, on one line and without what could end a comment. */
    private static function sentence(string $description): string
    {
        $line = str_replace('*/', '', preg_replace('/\s+/', ' ', trim($description)));

        return preg_match('/^.+?\.(?= [A-Z])/', $line, $found) === 1 ? $found[0] : $line;
    }

    private static function head(): string
    {
        return "<?php\n\n// Written by tools/generate.php. Do not edit it.\n\ndeclare(strict_types=1);\n\nnamespace Nsimbi\\Model;\n\n";
    }

    private static function className(string $name): string
    {
        return RENAMED[$name] ?? $name;
    }

    private static function lastPart(string $ref): string
    {
        return substr($ref, strrpos($ref, '/') + 1);
    }

    /** @return list<string> The names of all schemas to which a part of the document refers. */
    private static function refsIn(array $part): array
    {
        $found = [];
        array_walk_recursive($part, function (mixed $value, string|int $key) use (&$found): void {
            if ($key === '$ref') {
                $found[] = self::lastPart($value);
            }
        });

        return $found;
    }
}
