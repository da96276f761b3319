"""Statements of the wallet."""

from collections.abc import AsyncIterator
from typing import Literal, Unpack

from .._call import Call, CallOptions
from .._page import Page, StatementPage
from ..types import StatementRow
from ._pages import items_of_pages
from ._transport import AsyncTransport

PATH = "/api/v1/wallet/statements"

FileFormat = Literal["csv", "pdf", "xlsx", "camt053"]

CONTENT_TYPES: dict[FileFormat, str] = {
    "csv": "text/csv",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "camt053": "application/xml",
}


class AsyncStatements:
    """Statements of the wallet: what was completed in whole days of Kampala, with the balances before and after."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        from_: str,
        to: str,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> StatementPage:
        """A statement with one page of its rows, the oldest first. Days are written `2026-11-01`, amounts are in shillings. Raises NsimbiError.
        """
        query = {"from": from_, "to": to, "format": "json", "limit": limit, "cursor": cursor}
        body, headers = await self._transport.json_with_headers(Call("GET", PATH, "read", query=query), options)
        return StatementPage(statement=body["data"], pagination=body["pagination"], as_of=headers.get("x-as-of"))

    def iterate_rows(
        self, *, from_: str, to: str, limit: int | None = None, **options: Unpack[CallOptions]
    ) -> AsyncIterator[StatementRow]:
        """All rows of a statement, the oldest first. Payments that are made meanwhile change nothing. Raises
        NsimbiError.
        """

        async def read(following: str | None) -> Page[StatementRow]:
            page = await self.get(from_=from_, to=to, limit=limit, cursor=following, **options)
            return Page(data=page.statement["rows"], pagination=page.pagination, as_of=page.as_of)

        return items_of_pages(read)

    async def file(self, format: FileFormat, *, from_: str, to: str, **options: Unpack[CallOptions]) -> bytes:
        """A statement as the bytes of one file with all rows. Raises NsimbiError."""
        content_type = CONTENT_TYPES[format]
        query = {"from": from_, "to": to, "format": format}
        call = Call("GET", PATH, "read", query=query, accept=f"{content_type}, application/json")
        return await self._transport.content(call, content_type, options)
