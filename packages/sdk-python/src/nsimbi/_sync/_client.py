"""The client."""

import ssl
from types import TracebackType
from typing import Self

from .._call import checked_retries, checked_timeout
from .._http import Http, HttpConnections
from .._settings import checked_address, checked_api_key
from ..request_signing import SigningHttp, SigningKey
from ._approvals import Approvals
from ._bulk_payouts import BulkPayouts
from ._collections import Collections, Refunds
from ._effects import sender_over
from ._events import Events
from ._quotes import Quotes
from ._receipts import Receipts
from ._service import Keys, Proofs, ServiceHealth, TestMode
from ._transport import Transport
from ._wallet import Wallet
from ._webhooks import Webhooks


class Nsimbi:
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
        transport = Transport(
            api_key=checked_api_key(api_key),
            base_url=address,
            timeout_seconds=checked_timeout(timeout_seconds),
            max_retries=checked_retries(max_retries),
            http=sender_over(connections),
        )
        self._transport = transport
        self.wallet = Wallet(transport)
        self.collections = Collections(transport)
        self.refunds = Refunds(transport)
        self.approvals = Approvals(transport)
        self.quotes = Quotes(transport)
        self.bulk_payouts = BulkPayouts(transport)
        self.webhooks = Webhooks(transport)
        self.events = Events(transport)
        self.receipts = Receipts(transport)
        self.proofs = Proofs(transport)
        self.key = Keys(transport)
        self.health = ServiceHealth(transport)
        self.test_mode = TestMode(transport)

    def close(self) -> None:
        """Closes the connections that are kept."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
