<?php

declare(strict_types=1);

namespace Nsimbi\Http;

use Nsimbi\Error\ValidationError;

/** One operation of the API with its values. */
final readonly class Call
{
    /**
     * @param string $path from the base address, with its parameters already in it
     * @param array<string, mixed>|object $query values that are null are left out
     * @param object|null $body sent as a JSON object without its fields that are null; null for none
     * @param bool $isPublic for the public operations, which must not receive the key
     * @param int|null $alsoAnswers a status besides 200 that is an answer and no failure
     */
    public function __construct(
        public string $method,
        public string $path,
        public CallKind $kind,
        public array|object $query = [],
        public ?object $body = null,
        public string $accept = 'application/json',
        public bool $isPublic = false,
        public ?int $alsoAnswers = null,
    ) {
    }

    /** @param array<string, mixed>|object $query */
    public static function read(string $path, array|object $query = []): self
    {
        return new self('GET', $path, CallKind::Read, $query);
    }

    /** A read of an operation that needs no key. */
    public static function publicRead(string $path, array|object $query = [], ?int $alsoAnswers = null): self
    {
        return new self('GET', $path, CallKind::Read, $query, isPublic: true, alsoAnswers: $alsoAnswers);
    }

    /** A call that moves money. */
    public static function keyed(string $path, object $body): self
    {
        return new self('POST', $path, CallKind::Keyed, body: $body);
    }

    /** A change without a key that does nothing the second time. */
    public static function repeatable(string $path, ?object $body = null): self
    {
        return new self('POST', $path, CallKind::Read, body: $body);
    }

    /**
     * A read of a file.
     *
     * @param string $contentType of the file; failures are JSON
     * @param array<string, mixed>|object $query
     */
    public static function file(string $path, string $contentType, array|object $query = []): self
    {
        return new self('GET', $path, CallKind::Read, $query, accept: "$contentType, application/json");
    }

    /** Another change. */
    public static function unkeyed(string $method, string $path, ?object $body = null): self
    {
        return new self($method, $path, CallKind::Unkeyed, body: $body);
    }

    public function name(): string
    {
        return "$this->method $this->path";
    }

    /** The path with its query. Times become ISO 8601 in UTC. */
    public function pathAndQuery(): string
    {
        $texts = array_map(fn (mixed $value): string => match (true) {
            $value instanceof \BackedEnum => (string) $value->value,
            is_bool($value) => $value ? 'true' : 'false',
            default => (string) $value,
        }, self::given($this->query));

        return $this->path . ($texts === [] ? '' : '?' . http_build_query($texts, '', '&', \PHP_QUERY_RFC3986));
    }

    /**
     * The body as JSON; null for none. Times become ISO 8601 in UTC.
     *
     * @throws ValidationError when a text is not UTF-8
     */
    public function bodyText(): ?string
    {
        if ($this->body === null) {
            return null;
        }
        $text = json_encode((object) self::given($this->body), \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES);
        if ($text === false) {
            throw new ValidationError('The texts of the request must be UTF-8.', 'invalid_request', false);
        }

        return $text;
    }

    /**
     * @param array<string, mixed>|object $values
     *
     * @return array<string, mixed> those that are not null, also in their own objects, with times as texts
     */
    private static function given(array|object $values): array
    {
        $given = array_filter(is_array($values) ? $values : get_object_vars($values), fn (mixed $value) => $value !== null);

        return array_map(self::sent(...), $given);
    }

    private static function sent(mixed $value): mixed
    {
        return match (true) {
            $value instanceof \DateTimeInterface => \DateTimeImmutable::createFromInterface($value)
                ->setTimezone(new \DateTimeZone('UTC'))->format('Y-m-d\TH:i:s.v\Z'),
            is_array($value) => array_map(self::sent(...), $value),
            // The pairs of a stdClass are the caller's, and are sent as they are.
            is_object($value) && !$value instanceof \BackedEnum && !$value instanceof \stdClass => (object) self::given($value),
            default => $value,
        };
    }
}
