"""Payments that wait for a second person."""

from collections.abc import AsyncIterator
from typing import Unpack

from .._call import Call, CallOptions, id_in_path
from .._page import Page
from ..types import Approval, ApprovalDecision
from ._pages import items_of_pages, read_page
from ._transport import AsyncTransport

PATH = "/api/v1/approvals"


class AsyncApprovals:
    """Payments of the wallet that wait for a second person. The key needs `approvals:read`, or `approvals:decide` to
    approve and reject. Each `id` is that of the transaction."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[CallOptions]
    ) -> Page[Approval]:
        """One page, the oldest first. Raises NsimbiError."""
        query = {"limit": limit, "cursor": cursor}
        return await read_page(self._transport, Call("GET", PATH, "read", query=query), options)

    def iterate(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[CallOptions]
    ) -> AsyncIterator[Approval]:
        """All payments that wait, the oldest first. Raises NsimbiError."""

        async def read(following: str | None) -> Page[Approval]:
            return await self.list(limit=limit, cursor=cursor if following is None else following, **options)

        return items_of_pages(read)

    async def get(self, id: int, **options: Unpack[CallOptions]) -> Approval:
        """One payment that waits. Raises NsimbiError, with the code `not_pending` when it waits no longer."""
        result: Approval = await self._transport.data(Call("GET", _path_of(id), "read"), options)
        return result

    async def approve(self, id: int, amount: int, **options: Unpack[CallOptions]) -> ApprovalDecision:
        """Approves a payment. The second time this changes nothing. `amount` is that of the approval, in shillings.

        Returns the payment as it is now; with the status `pending` another person must approve it too.
        Raises NsimbiError, with the code `approver_is_maker` or `second_person_required` when the person behind the key
        is no second person.
        """
        call = Call("POST", f"{_path_of(id)}/approve", "read", body={"amount": amount})
        result: ApprovalDecision = await self._transport.data(call, options)
        return result

    async def reject(self, id: int, *, reason: str | None = None, **options: Unpack[CallOptions]) -> ApprovalDecision:
        """Rejects a payment; its money is back in the wallet. The second time this changes nothing. Raises NsimbiError."""
        call = Call("POST", f"{_path_of(id)}/reject", "read", body={"reason": reason})
        result: ApprovalDecision = await self._transport.data(call, options)
        return result


def _path_of(id: int) -> str:
    return f"{PATH}/{id_in_path(id)}"
