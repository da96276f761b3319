"""Payments of customers into the wallet, and back to them."""

from collections.abc import AsyncIterator, Mapping
from typing import Unpack

from .._call import Call, CallOptions, Moment, MoneyCallOptions, id_in_path
from .._waiting import TIMEOUT_SECONDS_DEFAULT
from ..types import Collection, CollectionStatus, Refund, Transaction, TransactionStatus
from ._transport import AsyncTransport
from ._waiting import wait_until_final
from ._wallet import AsyncTransactions


class AsyncCollections:
    """Payments of customers into the wallet."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        customer_phone: str,
        amount: int,
        description: str | None = None,
        customer_name: str | None = None,
        client_reference: str | None = None,
        metadata: Mapping[str, str] | None = None,
        **options: Unpack[MoneyCallOptions],
    ) -> Collection:
        """Asks a customer to pay: their phone shows a prompt. The same `idempotency_key` never asks twice.

        `amount` is whole shillings.
        Returns the collection with `status` `processing`.
        Raises NsimbiError with the `idempotency_key`, to continue with.
        """
        body = {
            "customer_phone": customer_phone,
            "amount": amount,
            "description": description,
            "customer_name": customer_name,
            "client_reference": client_reference,
            "metadata": metadata,
        }
        call = Call("POST", "/api/v1/wallet/collect-payment", "keyed", body=body)
        result: Collection = await self._transport.data(call, options)
        return result

    async def get(self, id: int, **options: Unpack[CallOptions]) -> CollectionStatus:
        """The collection with its status. Only `status` says how it ended: a failed collection is no error.

        `id` is `transaction_id` of the collection.
        Raises NsimbiError.
        """
        call = Call("GET", f"/api/v1/wallet/collections/{id_in_path(id)}/status", "read")
        result: CollectionStatus = await self._transport.json(call, options)
        return result

    async def wait(self, id: int, *, timeout_seconds: float = TIMEOUT_SECONDS_DEFAULT) -> CollectionStatus:
        """Waits until a collection is `completed` or `failed`, at most `timeout_seconds` in all, by reading its status
        within the rate limit. For many collections at the same time use webhooks.

        Raises TimeoutError with the code `not_final_in_time`; NsimbiError.
        """

        async def read(options: CallOptions) -> CollectionStatus:
            return await self.get(id, **options)

        return await wait_until_final(read, timeout_seconds)

    def iterate(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: TransactionStatus | None = None,
        reference: str | None = None,
        phone: str | None = None,
        from_: Moment | None = None,
        to: Moment | None = None,
        client_reference: str | None = None,
        metadata: str | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncIterator[Transaction]:
        """The transactions of all collections, the newest first. Raises NsimbiError."""
        return AsyncTransactions(self._transport).iterate(
            limit=limit,
            cursor=cursor,
            type="collection",
            status=status,
            reference=reference,
            phone=phone,
            from_=from_,
            to=to,
            client_reference=client_reference,
            metadata=metadata,
            **options,
        )


class AsyncRefunds:
    """Payments back to customers."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        collection_id: int,
        *,
        amount: int | None = None,
        description: str | None = None,
        client_reference: str | None = None,
        metadata: Mapping[str, str] | None = None,
        **options: Unpack[MoneyCallOptions],
    ) -> Refund:
        """Pays a completed collection, or a part of it, back to its customer. The same `idempotency_key` never pays twice.

        `collection_id` is `transaction_id` of the collection; `amount` is whole shillings, None for all that is left.
        Raises NsimbiError with the `idempotency_key`, to continue with.
        """
        path = f"/api/v1/wallet/collections/{id_in_path(collection_id)}/refund"
        body = {
            "amount": amount,
            "description": description,
            "client_reference": client_reference,
            "metadata": metadata,
        }
        call = Call("POST", path, "keyed", body=body)
        result: Refund = await self._transport.data(call, options)
        return result

    def iterate(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: TransactionStatus | None = None,
        reference: str | None = None,
        phone: str | None = None,
        from_: Moment | None = None,
        to: Moment | None = None,
        client_reference: str | None = None,
        metadata: str | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncIterator[Transaction]:
        """The transactions of all refunds, the newest first. Raises NsimbiError."""
        return AsyncTransactions(self._transport).iterate(
            limit=limit,
            cursor=cursor,
            type="refund",
            status=status,
            reference=reference,
            phone=phone,
            from_=from_,
            to=to,
            client_reference=client_reference,
            metadata=metadata,
            **options,
        )
