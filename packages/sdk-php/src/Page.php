<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\Call;
use Nsimbi\Http\HttpResponse;
use Nsimbi\Http\Transport;
use Nsimbi\Model\Pagination;

/**
 * A page of a list.
 *
 * @template T
 */
final readonly class Page
{
    /**
     * @param list<T> $data
     * @param string|null $asOf set when the page was read from a standby: everything that was committed before this moment is in it, and
     *     what came later can be missing; null: nothing is missing
     */
    public function __construct(
        public array $data,
        public Pagination $pagination,
        public ?string $asOf = null,
    ) {
    }

    /**
     * Reads one page.
     *
     * @internal
     *
     * @param callable(array<string, mixed>): T $item
     *
     * @return self<T>
     *
     * @throws NsimbiError
     */
    public static function read(Transport $transport, Call $call, callable $item, ?CallOptions $options): self
    {
        return $transport->json($call, fn (array $body, HttpResponse $response) => new self(
            array_map($item, $body['data'] ?? null),
            Pagination::from($body['pagination'] ?? null),
            $response->header('x-as-of'),
        ), $options);
    }

    /**
     * Gives the items of all pages, one after the other; a page is read when its first item is asked for.
     *
     * @internal
     *
     * @param callable(string|null): self<T> $read reads the page at a cursor; null for the first one
     *
     * @return \Generator<int, T, void, void>
     *
     * @throws NsimbiError also when a page names itself as the next one, which would never end
     */
    public static function items(callable $read): \Generator
    {
        $cursor = null;
        for (;;) {
            $page = $read($cursor);
            foreach ($page->data as $item) {
                // Not "yield from": it would number the items of every page from 0, and iterator_to_array would lose some.
                yield $item;
            }
            $next = $page->pagination->next_cursor;
            if (!$page->pagination->has_more || $next === null) {
                return;
            }
            if ($next === $cursor) {
                throw Transport::unexpectedResponse("The page at $cursor names itself as the next one.");
            }
            $cursor = $next;
        }
    }
}
