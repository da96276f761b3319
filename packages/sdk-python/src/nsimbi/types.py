"""The objects of the API. Amounts are whole shillings, times ISO 8601 in UTC, ids integers.

Responses are plain dictionaries, so a field that a newer service adds is there too.
"""

from typing import Literal

from ._generated import *

# Values that methods take, and that the document does not name.
Mode = Literal["live", "test"]
EventName = Literal[
    "transaction.created",
    "transaction.completed",
    "transaction.failed",
    "transaction.pending",
    "wallet.credited",
    "wallet.debited",
    "deposit.completed",
    "deposit.failed",
    "withdrawal.completed",
    "withdrawal.failed",
    "send_money.completed",
    "send_money.failed",
]
TransactionType = Literal[
    "payment_sent",
    "payment_received",
    "withdrawal",
    "collection",
    "deposit",
    "adjustment",
    "refund",
]
TransactionStatus = Literal["pending", "processing", "completed", "failed"]
BulkPayoutStatus = Literal[
    "draft",
    "awaiting_approval",
    "running",
    "finished",
    "cancelled",
    "rejected",
    "expired",
]
BulkPayoutRowStatus = Literal["waiting", "processing", "completed", "failed", "cancelled"]
FeeOperation = Literal["send_money", "withdrawal", "collection"]
QuoteOperation = Literal["send_money", "withdrawal"]
PartyDetail = Literal["full", "masked", "hidden"]
