"""Many payments that are checked together, confirmed together, and sent one by one."""

from collections.abc import Iterator, Sequence
from typing import Any, Unpack

from .._call import Call, CallOptions, MoneyCallOptions, id_in_path
from .._page import Page
from .._waiting import TIMEOUT_SECONDS_DEFAULT
from ..types import (
    BulkPayout,
    BulkPayoutRow,
    BulkPayoutRowRequest,
    BulkPayoutRowStatus,
    BulkPayoutStatus,
    BulkPayoutWithProgress,
    CreatedBulkPayout,
)
from ._pages import items_of_pages, read_page
from ._transport import Transport
from ._waiting import wait_for

PATH = "/api/v1/bulk-payouts"


class BulkPayouts:
    """Bulk payouts of the wallet."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        name: str,
        rows: Sequence[BulkPayoutRowRequest] | None = None,
        csv: str | None = None,
        ask_approval: bool | None = None,
        **options: Unpack[MoneyCallOptions],
    ) -> CreatedBulkPayout:
        """Creates a draft of up to 10,000 payments, given as `rows` or as `csv`. Nothing is paid until it is confirmed.
        The same `idempotency_key` creates one. Amounts are whole shillings.

        Returns the draft with its fees, and the rows that repeat an earlier one.
        Raises NsimbiError; a ValidationError has a sentence for each wrong row in its `fields`.
        """
        body = {
            "name": name,
            "rows": None if rows is None else list(rows),
            "csv": csv,
            "ask_approval": ask_approval,
        }
        result: CreatedBulkPayout = self._transport.data(Call("POST", PATH, "keyed", body=body), options)
        return result

    def confirm(self, id: int, total_deducted: int, **options: Unpack[CallOptions]) -> BulkPayout:
        """Begins the payments of a draft, or has it wait for a second person. The second time this changes nothing.

        `total_deducted` is as the draft says, in shillings.
        Raises NsimbiError.
        """
        call = Call("POST", f"{_path_of(id)}/confirm", "read", body={"total_deducted": total_deducted})
        result: BulkPayout = self._transport.data(call, options)
        return result

    def cancel(self, id: int, **options: Unpack[CallOptions]) -> BulkPayout:
        """Cancels the rows that were not sent. Raises NsimbiError."""
        result: BulkPayout = self._transport.data(Call("POST", f"{_path_of(id)}/cancel", "unkeyed"), options)
        return result

    def retry(self, id: int, **options: Unpack[CallOptions]) -> BulkPayout:
        """Makes a new draft of the rows that failed, once: asked again, it gives the same draft.

        Raises NsimbiError while a payment of the bulk payout has no final status, or when none failed.
        """
        result: BulkPayout = self._transport.data(Call("POST", f"{_path_of(id)}/retry", "read"), options)
        return result

    def get(self, id: int, **options: Unpack[CallOptions]) -> BulkPayoutWithProgress:
        """One bulk payout, with the number of its rows in each state. Raises NsimbiError."""
        result: BulkPayoutWithProgress = self._transport.data(Call("GET", _path_of(id), "read"), options)
        return result

    def wait(self, id: int, *, timeout_seconds: float = TIMEOUT_SECONDS_DEFAULT) -> BulkPayoutWithProgress:
        """Waits until every payment has its final status, or the bulk payout ended without one, at most
        `timeout_seconds` in all.

        Raises TimeoutError with the code `not_final_in_time`; NsimbiError.
        """

        def read(options: CallOptions) -> BulkPayoutWithProgress:
            return self.get(id, **options)

        return wait_for(read, _is_over, timeout_seconds)

    def list(
        self,
        *,
        status: BulkPayoutStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Page[BulkPayout]:
        """One page, the newest first. Raises NsimbiError."""
        query = {"status": status, "limit": limit, "cursor": cursor}
        return read_page(self._transport, Call("GET", PATH, "read", query=query), options)

    def iterate(
        self,
        *,
        status: BulkPayoutStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Iterator[BulkPayout]:
        """All bulk payouts, the newest first. Raises NsimbiError."""

        def read(following: str | None) -> Page[BulkPayout]:
            return self.list(
                status=status, limit=limit, cursor=cursor if following is None else following, **options
            )

        return items_of_pages(read)

    def list_rows(
        self,
        id: int,
        *,
        status: BulkPayoutRowStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Page[BulkPayoutRow]:
        """One page of the rows, in their order. Raises NsimbiError."""
        query = {"status": status, "limit": limit, "cursor": cursor}
        return read_page(self._transport, Call("GET", f"{_path_of(id)}/rows", "read", query=query), options)

    def iterate_rows(
        self,
        id: int,
        *,
        status: BulkPayoutRowStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Iterator[BulkPayoutRow]:
        """All rows, in their order; with `status` only those in one state. Raises NsimbiError."""

        def read(following: str | None) -> Page[BulkPayoutRow]:
            return self.list_rows(
                id, status=status, limit=limit, cursor=cursor if following is None else following, **options
            )

        return items_of_pages(read)

    def result(self, id: int, **options: Unpack[CallOptions]) -> bytes:
        """The result of each row as the bytes of a CSV file in UTF-8. Raises NsimbiError."""
        call = Call("GET", f"{_path_of(id)}/result", "read", accept="text/csv, application/json")
        return self._transport.content(call, "text/csv", options)


def _is_over(bulk: Any) -> bool:
    progress = bulk["progress"]
    return bulk["ended_at"] is not None and progress["waiting"] == 0 and progress["processing"] == 0


def _path_of(id: int) -> str:
    return f"{PATH}/{id_in_path(id)}"
