"""Lists that have pages."""

from collections.abc import Iterator, Callable, Mapping
from typing import Any, TypeVar

from .._call import Call, unexpected_response
from .._page import Page
from ._transport import Transport

T = TypeVar("T")


def read_page(transport: Transport, call: Call, options: Mapping[str, Any]) -> Page[Any]:
    """Reads one page. Raises NsimbiError."""
    body, headers = transport.json_with_headers(call, options)
    return Page(data=body.get("data"), pagination=body.get("pagination"), as_of=headers.get("x-as-of"))


def items_of_pages(read: Callable[[str | None], Page[T]]) -> Iterator[T]:
    """Gives the items of all pages, one after the other; a page is read when its first item is asked for.

    `read` reads the page at a cursor; None for the first one.
    Raises NsimbiError, also when a page names itself as the next one, which would never end.
    """
    cursor: str | None = None
    while True:
        page = read(cursor)
        for item in page.data:
            yield item
        following = page.pagination["next_cursor"]
        if not page.pagination["has_more"] or following is None:
            return
        if following == cursor:
            raise unexpected_response(f"The page at {cursor} names itself as the next one.")
        cursor = following
