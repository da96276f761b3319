"""Receipts that can be verified without the service."""

from typing import Unpack

from .._call import Call, CallOptions, id_in_path
from ..types import PartyDetail, Receipt
from ._transport import Transport


class Receipts:
    """Receipts that can be verified without the service."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        transaction_id: int,
        *,
        business: PartyDetail | None = None,
        counterparty: PartyDetail | None = None,
        show_description: bool | None = None,
        **options: Unpack[CallOptions],
    ) -> Receipt:
        """The receipt of a transaction. `round` is None until the transaction is proven, some seconds after its end.
        Raises NsimbiError.
        """
        query = {"business": business, "counterparty": counterparty, "show_description": show_description}
        call = Call("GET", _path_of(transaction_id), "read", query=query)
        result: Receipt = self._transport.data(call, options)
        return result

    def pdf(
        self,
        transaction_id: int,
        *,
        business: PartyDetail | None = None,
        counterparty: PartyDetail | None = None,
        show_description: bool | None = None,
        **options: Unpack[CallOptions],
    ) -> bytes:
        """The receipt as the bytes of a PDF, with the JSON attached. Raises NsimbiError."""
        call = Call(
            "GET",
            _path_of(transaction_id),
            "read",
            query={
                "business": business,
                "counterparty": counterparty,
                "show_description": show_description,
                "format": "pdf",
            },
            accept="application/pdf, application/json",
        )
        return self._transport.content(call, "application/pdf", options)


def _path_of(transaction_id: int) -> str:
    return f"/api/v1/wallet/transactions/{id_in_path(transaction_id)}/receipt"
