"""The client."""

import ssl
from types import TracebackType
from typing import Self

from .._call import checked_retries, checked_timeout
from .._http import Http, HttpConnections
from .._settings import checked_address, checked_api_key
from ..request_signing import SigningHttp, SigningKey
from ._approvals import AsyncApprovals
from ._bulk_payouts import AsyncBulkPayouts
from ._collections import AsyncCollections, AsyncRefunds
from ._effects import sender_over
from ._events import AsyncEvents
from ._quotes import AsyncQuotes
from ._receipts import AsyncReceipts
from ._service import AsyncKeys, AsyncProofs, AsyncServiceHealth, AsyncTestMode
from ._transport import AsyncTransport
from ._wallet import AsyncWallet
from ._webhooks import AsyncWebhooks


class AsyncNsimbi:
    """A client of the service with one key. All parts of a program may share it."""

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        timeout_seconds: float = 30.0,
        max_retries: int = 3,
        ssl_context: ssl.SSLContext | None = None,
        http: Http | None = None,
        signing_key: SigningKey | None = None,
    ) -> None:
        """`api_key` is `nsk_live_…` or `nsk_test_…`; it decides whether real money moves. `base_url` is the address of
        the service, for example `https://pay.example.ug`. `timeout_seconds` is for one attempt. `max_retries` is how
        often a failed call is repeated where that is safe; 0 for never. `ssl_context` has your own certificates.
        `http` replaces the connections of this package, for tests and proxies. `signing_key` signs every attempt of every
        request; it is needed where the API key has signing keys.

        Raises ValueError when a value cannot be right, before anything is sent.
        """
        connections: Http = http if http is not None else HttpConnections(ssl_context)
        address = checked_address(base_url)
        if signing_key is not None:
            connections = SigningHttp(connections, address, signing_key)
        transport = AsyncTransport(
            api_key=checked_api_key(api_key),
            base_url=address,
            timeout_seconds=checked_timeout(timeout_seconds),
            max_retries=checked_retries(max_retries),
            http=sender_over(connections),
        )
        self._transport = transport
        self.wallet = AsyncWallet(transport)
        self.collections = AsyncCollections(transport)
        self.refunds = AsyncRefunds(transport)
        self.approvals = AsyncApprovals(transport)
        self.quotes = AsyncQuotes(transport)
        self.bulk_payouts = AsyncBulkPayouts(transport)
        self.webhooks = AsyncWebhooks(transport)
        self.events = AsyncEvents(transport)
        self.receipts = AsyncReceipts(transport)
        self.proofs = AsyncProofs(transport)
        self.key = AsyncKeys(transport)
        self.health = AsyncServiceHealth(transport)
        self.test_mode = AsyncTestMode(transport)

    async def aclose(self) -> None:
        """Closes the connections that are kept."""
        await self._transport.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()
