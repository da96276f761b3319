"""The wallet of the key."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Unpack

from .._call import Call, CallOptions, Moment, MoneyCallOptions, id_in_path
from .._page import Page
from .._waiting import TIMEOUT_SECONDS_DEFAULT
from ..types import (
    Balance,
    Batch,
    BatchPaymentRequest,
    Fee,
    FeeOperation,
    Limits,
    Payment,
    PhoneLookup,
    Transaction,
    TransactionStatus,
    TransactionType,
    Withdrawal,
)
from ._pages import items_of_pages, read_page
from ._statements import AsyncStatements
from ._transport import AsyncTransport
from ._waiting import wait_until_final


class AsyncWallet:
    """The wallet of the key."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.transactions = AsyncTransactions(transport)
        self.statements = AsyncStatements(transport)

    async def balance(self, *, at: Moment | None = None, **options: Unpack[CallOptions]) -> Balance:
        """The balance now, or the one after everything before `at`. Amounts in shillings. Raises NsimbiError."""
        call = Call("GET", "/api/v1/wallet/balance", "read", query={"at": at})
        result: Balance = await self._transport.data(call, options)
        return result

    async def limits(self, **options: Unpack[CallOptions]) -> Limits:
        """What applies to the next payment: the most of one payment and of a day, the approval threshold, and the fees
        in force. Raises NsimbiError.
        """
        result: Limits = await self._transport.data(Call("GET", "/api/v1/wallet/limits", "read"), options)
        return result

    async def send_money(
        self,
        *,
        recipient_phone: str,
        amount: int,
        description: str | None = None,
        sender_pays_fee: bool | None = None,
        client_reference: str | None = None,
        metadata: Mapping[str, str] | None = None,
        **options: Unpack[MoneyCallOptions],
    ) -> Payment:
        """Sends money to a phone. The same `idempotency_key` never pays twice.

        `recipient_phone` is 12 digits that begin with 256; `amount` is whole shillings: what the recipient receives,
        or what leaves the wallet when `sender_pays_fee` is False. `client_reference` and `metadata` are your own notes on it.
        Returns the payment as it was accepted; `status` is `processing` until the operator's final answer.
        Raises NsimbiError with the `idempotency_key`, to continue with.
        """
        body = {
            "recipient_phone": recipient_phone,
            "amount": amount,
            "description": description,
            "sender_pays_fee": sender_pays_fee,
            "client_reference": client_reference,
            "metadata": metadata,
        }
        call = Call("POST", "/api/v1/wallet/send-money", "keyed", body=body)
        result: Payment = await self._transport.data(call, options)
        return result

    async def send_batch(
        self, *, payments: Sequence[BatchPaymentRequest], **options: Unpack[MoneyCallOptions]
    ) -> Batch:
        """Makes up to 256 payments to wallets of the service, all or none, each as of `send_money`. The same
        `idempotency_key` never pays twice.

        Returns the sums, and each payment in the order of the request.
        Raises NsimbiError with the `idempotency_key`; where one payment is the cause, `fields` names it, such as
        `payments[2].amount`.
        """
        body = {"payments": [dict(payment) for payment in payments]}
        result: Batch = await self._transport.data(Call("POST", "/api/v1/wallet/batches", "keyed", body=body), options)
        return result

    async def withdraw(
        self,
        *,
        phone: str,
        amount: int,
        description: str | None = None,
        client_reference: str | None = None,
        metadata: Mapping[str, str] | None = None,
        **options: Unpack[MoneyCallOptions],
    ) -> Withdrawal:
        """Withdraws money to a mobile-money account. The same `idempotency_key` never pays twice.

        `amount` is whole shillings; the fee comes on top.
        Raises NsimbiError with the `idempotency_key`, to continue with.
        """
        body = {
            "phone": phone,
            "amount": amount,
            "description": description,
            "client_reference": client_reference,
            "metadata": metadata,
        }
        call = Call("POST", "/api/v1/wallet/withdraw/mobile", "keyed", body=body)
        result: Withdrawal = await self._transport.data(call, options)
        return result

    async def quote_fee(
        self,
        *,
        operation: FeeOperation,
        amount: int,
        recipient_phone: str | None = None,
        sender_pays_fee: bool | None = None,
        **options: Unpack[CallOptions],
    ) -> Fee:
        """The fee that an operation would have now. Amounts in shillings. Raises NsimbiError."""
        query = {
            "operation": operation,
            "amount": amount,
            "recipient_phone": recipient_phone,
            "sender_pays_fee": sender_pays_fee,
        }
        result: Fee = await self._transport.data(Call("GET", "/api/v1/wallet/fees", "read", query=query), options)
        return result

    async def lookup(self, phone: str, **options: Unpack[CallOptions]) -> PhoneLookup:
        """Whom a payment to this phone would reach. `phone` is 12 digits that begin with 256. Raises NsimbiError."""
        call = Call("GET", "/api/v1/wallet/lookup", "read", query={"phone": phone})
        result: PhoneLookup = await self._transport.data(call, options)
        return result


class AsyncTransactions:
    """The transactions of the wallet."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        type: TransactionType | None = None,
        status: TransactionStatus | None = None,
        reference: str | None = None,
        phone: str | None = None,
        from_: Moment | None = None,
        to: Moment | None = None,
        client_reference: str | None = None,
        metadata: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Page[Transaction]:
        """One page, the newest transaction first. `metadata` is a pair written `name:value`. Raises NsimbiError."""
        query = {
            "limit": limit,
            "cursor": cursor,
            "type": type,
            "status": status,
            "reference": reference,
            "phone": phone,
            "from": from_,
            "to": to,
            "client_reference": client_reference,
            "metadata": metadata,
        }
        call = Call("GET", "/api/v1/wallet/transactions", "read", query=query)
        return await read_page(self._transport, call, options)

    def iterate(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        type: TransactionType | None = None,
        status: TransactionStatus | None = None,
        reference: str | None = None,
        phone: str | None = None,
        from_: Moment | None = None,
        to: Moment | None = None,
        client_reference: str | None = None,
        metadata: str | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncIterator[Transaction]:
        """All transactions, the newest first. `limit` is the size of a page, `cursor` the page to begin with. Raises
        NsimbiError.
        """

        async def read(following: str | None) -> Page[Transaction]:
            return await self.list(
                limit=limit,
                cursor=cursor if following is None else following,
                type=type,
                status=status,
                reference=reference,
                phone=phone,
                from_=from_,
                to=to,
                client_reference=client_reference,
                metadata=metadata,
                **options,
            )

        return items_of_pages(read)

    async def get(self, id: int, **options: Unpack[CallOptions]) -> Transaction:
        """One transaction. Raises NsimbiError."""
        call = Call("GET", f"/api/v1/wallet/transactions/{id_in_path(id)}", "read")
        result: Transaction = await self._transport.data(call, options)
        return result

    async def wait(self, id: int, *, timeout_seconds: float = TIMEOUT_SECONDS_DEFAULT) -> Transaction:
        """Waits until a transaction is `completed` or `failed`, at most `timeout_seconds` in all.

        Raises TimeoutError with the code `not_final_in_time`; NsimbiError.
        """

        async def read(options: CallOptions) -> Transaction:
            return await self.get(id, **options)

        return await wait_until_final(read, timeout_seconds)
