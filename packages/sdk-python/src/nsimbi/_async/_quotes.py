"""What payments cost, held for ten minutes."""

from typing import Unpack

from .._call import Call, CallOptions, id_in_path
from ..types import Quote, QuoteOperation
from ._transport import AsyncTransport


class AsyncQuotes:
    """What payments cost, held for ten minutes."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        operation: QuoteOperation,
        recipient_phone: str,
        amount: int,
        sender_pays_fee: bool | None = None,
        expected_name: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Quote:
        """Holds the fee and total of a payment or withdrawal for ten minutes. A payment that names the `quote_id` costs
        exactly that, or is refused (`quote_expired`, `quote_differs`). Nothing is reserved: funds, limits and approval
        are decided at payment.

        `amount` is whole shillings. `expected_name` is compared with the registered name, at most 10 times a minute.
        Raises NsimbiError.
        """
        body = {
            "operation": operation,
            "recipient_phone": recipient_phone,
            "amount": amount,
            "sender_pays_fee": sender_pays_fee,
            "expected_name": expected_name,
        }
        result: Quote = await self._transport.data(Call("POST", "/api/v1/wallet/quotes", "unkeyed", body=body), options)
        return result

    async def get(self, quote_id: int, **options: Unpack[CallOptions]) -> Quote:
        """A quote, until a day after it expired. Its limits and approval are those of now. Raises NsimbiError."""
        call = Call("GET", f"/api/v1/wallet/quotes/{id_in_path(quote_id)}", "read")
        result: Quote = await self._transport.data(call, options)
        return result
