"""The Python client of Nsimbi: send money, collect payments, and verify webhooks and receipts."""

from . import types
from ._async._client import AsyncNsimbi
from ._async._events import AsyncEventStream
from ._call import CallOptions, MoneyCallOptions
from ._http import Http, HttpConnections, HttpRequest, HttpResponse, HttpStream, RequestNotSentError
from ._page import Page
from ._sync._client import Nsimbi
from ._sync._events import EventStream
from ._version import version as __version__
from .errors import (
    AuthenticationError,
    ConflictError,
    ConnectionError,
    FailedCallData,
    NotFoundError,
    NsimbiError,
    PermissionError,
    RateLimitError,
    ServerError,
    TimeoutError,
    ValidationError,
)
from .receipt_verification import ReceiptVerdict, UnreadableReceiptError, VerifiedRound, verify_receipt
from .webhook_signature import SignatureScheme, WebhookRefusal, WebhookVerificationError, verify_webhook

# Without the errors that have the name of a built-in one: `from nsimbi import *` must not replace those.
__all__ = [
    "AsyncEventStream",
    "AsyncNsimbi",
    "AuthenticationError",
    "CallOptions",
    "ConflictError",
    "EventStream",
    "FailedCallData",
    "Http",
    "HttpConnections",
    "HttpRequest",
    "HttpResponse",
    "HttpStream",
    "MoneyCallOptions",
    "NotFoundError",
    "Nsimbi",
    "NsimbiError",
    "Page",
    "RateLimitError",
    "ReceiptVerdict",
    "RequestNotSentError",
    "ServerError",
    "SignatureScheme",
    "UnreadableReceiptError",
    "ValidationError",
    "VerifiedRound",
    "WebhookRefusal",
    "WebhookVerificationError",
    "__version__",
    "types",
    "verify_receipt",
    "verify_webhook",
]
