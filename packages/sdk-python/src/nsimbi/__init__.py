"""The Python client of Nsimbi: send money, collect payments, and verify webhooks and receipts."""

from . import types
from ._async._client import AsyncNsimbi
from ._async._events import AsyncEventStream
from ._call import CallOptions, MoneyCallOptions
from ._http import Http, HttpConnections, HttpRequest, HttpResponse, HttpStream, RequestNotSentError
from ._page import Page, StatementPage
from ._sync._client import Nsimbi
from ._sync._events import EventStream
from ._version import version as __version__
from .errors import (
    AuthenticationError,
    ConflictError,
    FailedCallData,
    NotFoundError,
    NsimbiError,
    RateLimitError,
    ServerError,
    ValidationError,
)

# Not in `__all__`, because `from nsimbi import *` must not replace the built-in errors of these names.
from .errors import ConnectionError as ConnectionError
from .errors import PermissionError as PermissionError
from .errors import TimeoutError as TimeoutError
from .receipt_verification import ReceiptVerdict, UnreadableReceiptError, VerifiedRound, verify_receipt
from .request_signing import SigningKey
from .webhook_signature import SignatureScheme, WebhookRefusal, WebhookVerificationError, verify_webhook

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
    "SigningKey",
    "StatementPage",
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
