"""The key, the proofs of the ledger, the health of the service, and what a test key can do beside the rest."""

from collections.abc import AsyncIterator, Sequence
from typing import Unpack

from .._call import Call, CallOptions, MoneyCallOptions, id_in_path
from ..types import ApiKey, Funding, Health, NotReady, Prompt, ProofKeys, ProofRounds, Ready, Round
from ._transport import AsyncTransport


class AsyncKeys:
    """The key itself."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self, **options: Unpack[CallOptions]) -> ApiKey:
        """Who the key is, what it may do, and what is left of its budget, in shillings. Raises NsimbiError."""
        result: ApiKey = await self._transport.data(Call("GET", "/api/v1/key", "read"), options)
        return result


class AsyncProofs:
    """The signed rounds of the ledger. They are public, so the key is not sent."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self, *, before: int | None = None, **options: Unpack[CallOptions]) -> ProofRounds:
        """One page, the newest round first; `next_before` is the `before` of the next one. Raises NsimbiError."""
        call = Call("GET", "/proofs", "read", query={"before": before}, is_public=True)
        result: ProofRounds = await self._transport.json(call, options)
        return result

    async def iterate(self, *, before: int | None = None, **options: Unpack[CallOptions]) -> AsyncIterator[Round]:
        """All rounds, the newest first. Raises NsimbiError."""
        while True:
            page = await self.list(before=before, **options)
            for one in page["rounds"]:
                yield one
            # A page of none, or one that names no lower number, would be read for ever.
            if page["next_before"] is None or not page["rounds"] or page["next_before"] == before:
                return
            before = page["next_before"]

    async def latest(self, **options: Unpack[CallOptions]) -> Round:
        """The newest round. Raises NotFoundError before the first one; NsimbiError."""
        result: Round = await self._transport.json(_public_read("/proofs/latest"), options)
        return result

    async def get(self, number: int, **options: Unpack[CallOptions]) -> Round:
        """One round. Raises NsimbiError."""
        result: Round = await self._transport.json(_public_read(f"/proofs/{id_in_path(number)}"), options)
        return result

    async def keys(self, **options: Unpack[CallOptions]) -> ProofKeys:
        """The public keys that sign rounds, the oldest first. To verify receipts, keep those that you trust with your
        program. Raises NsimbiError.
        """
        result: ProofKeys = await self._transport.json(_public_read("/proofs/keys"), options)
        return result


class AsyncServiceHealth:
    """Whether the service works. The key is not sent."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def alive(self, **options: Unpack[CallOptions]) -> Health:
        """Answers when the process of the service does. Raises NsimbiError."""
        result: Health = await self._transport.json(_public_read("/healthz"), options)
        return result

    async def ready(self, **options: Unpack[CallOptions]) -> Ready | NotReady:
        """Whether requests can be served. "Not ready" is an answer and no error. Raises NsimbiError."""
        call = Call("GET", "/readyz", "read", is_public=True, also_answers=503)
        result: Ready | NotReady = await self._transport.json(call, options)
        return result


class AsyncTestMode:
    """What a test key can do beside the rest."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.prompts = AsyncPrompts(transport)

    async def fund(self, *, amount: int, **options: Unpack[MoneyCallOptions]) -> Funding:
        """Puts test shillings into the wallet. The same `idempotency_key` never funds twice.

        Raises NsimbiError with the `idempotency_key`, to continue with.
        """
        call = Call("POST", "/api/v1/test/wallet/fund", "keyed", body={"amount": amount})
        result: Funding = await self._transport.data(call, options)
        return result


class AsyncPrompts:
    """The prompts on the phones of the simulator."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self, *, phone: str | None = None, **options: Unpack[CallOptions]) -> Sequence[Prompt]:
        """The prompts that wait, also those of one phone. Raises NsimbiError."""
        call = Call("GET", "/api/v1/test/prompts", "read", query={"phone": phone})
        result: Sequence[Prompt] = await self._transport.data(call, options)
        return result

    async def approve(self, id: int, **options: Unpack[CallOptions]) -> Prompt:
        """Answers as a customer who pays. Raises NsimbiError."""
        call = Call("POST", f"/api/v1/test/prompts/{id_in_path(id)}/approve", "unkeyed")
        result: Prompt = await self._transport.data(call, options)
        return result

    async def decline(self, id: int, **options: Unpack[CallOptions]) -> Prompt:
        """Answers as a customer who declines. Raises NsimbiError."""
        call = Call("POST", f"/api/v1/test/prompts/{id_in_path(id)}/decline", "unkeyed")
        result: Prompt = await self._transport.data(call, options)
        return result


def _public_read(path: str) -> Call:
    return Call("GET", path, "read", is_public=True)
