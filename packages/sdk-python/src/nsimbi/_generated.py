"""The objects of the API, which `types.py` gives to programs.

Written by generate.py with datamodel-code-generator from the OpenAPI document; do not edit it.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class AmountBounds(TypedDict):
    minimum: int
    """The smallest amount of a request."""
    maximum: int
    """The largest one."""


class ApiKey(TypedDict):
    id: int
    """The number of the key."""
    key_prefix: str
    """How the key begins; the rest is secret."""
    name: str
    """What the key is for."""
    mode: Literal["live", "test"]
    client_id: int
    client_name: str
    wallet_id: int
    """The wallet that the key uses."""
    permissions: list[Literal["wallet:read", "wallet:send", "wallet:withdraw", "wallet:collect", "approvals:read", "approvals:decide", "webhooks:read", "webhooks:write"]]
    """What the key may do."""
    allowed_ips: list[str]
    """Addresses and networks that may use it; empty: all."""
    rate_limits: ApiKeyRateLimits
    budget: ApiKeyBudget | None
    signing_keys: list[str]
    """The fingerprints of the public keys one of which must sign each request of the key, as `keyid`; empty: requests need no signature."""
    created_at: str
    """When the key was created."""
    expires_at: str | None
    """When the key stops working; null: never by itself."""


class ApiKeyBudget(TypedDict):
    per_payment: int | None
    """The most that the key may pay at once, fees included; null: no such limit."""
    per_day: int | None
    """The most that the key may pay in a day of Kampala, fees included; null: no such limit."""
    used_today: int
    """What payments of today take of the budget; those that failed take nothing."""
    left_today: int | None
    """What is left of it today; null where there is no such limit."""
    day_ends_at: str
    """When the next day begins in Kampala."""
    per_month: int | None
    """The most that the key may pay in a month of Kampala, fees included; null: no such limit."""
    used_this_month: int
    """What payments of this month take of the budget."""
    left_this_month: int | None
    """What is left of it this month; null where there is no such limit."""
    month_ends_at: str
    """When the next month begins in Kampala."""


class ApiKeyRateLimits(TypedDict):
    balance: int
    send_money: int
    withdrawal: int
    history: int
    transaction: int
    statements: int
    collect: int
    collection_status: int
    approvals: int
    webhooks: int
    fees: int
    lookup: int
    quotes: int
    name_match: int


class Approval(TypedDict):
    transaction_id: int
    """The id of the transaction."""
    reference: str
    """Our reference."""
    type: Literal["payment_sent", "payment_received", "withdrawal", "collection", "deposit", "adjustment", "refund"]
    amount: int
    """What leaves the wallet: net_amount + fee_amount. The approval must repeat it."""
    fee_amount: int
    """The fee."""
    net_amount: int
    """The amount that reaches the recipient."""
    recipient_phone: str | None
    recipient_name: str | None
    provider: str | None
    """The operator of the recipient."""
    description: str | None
    maker: str
    """Who requested it: the email address of a person, or api_key: and the id of a key."""
    responsible: str | None
    """The person behind the maker: of an API key, who created or last rolled it. Null: none is known."""
    approvers_needed: int
    """How many persons must approve it."""
    first_approver: str | None
    """Who has approved it already, where two must."""
    created_at: str
    """When it was accepted."""
    expires_at: str
    """When it fails, unless it is approved before."""


class ApprovalDecision(TypedDict):
    transaction_id: int
    """The id of the transaction."""
    reference: str
    """Our reference."""
    status: Literal["pending", "processing", "completed", "failed"]


class Balance(TypedDict):
    balance: int
    """The amount that can be spent now."""
    held_balance: int
    """The amount held for outgoing transactions that are pending or processing."""
    currency: Literal["UGX"]
    mode: Literal["live", "test"]
    as_of: str
    """The time of this balance."""


class Batch(TypedDict):
    batch_id: int
    """The transaction_id of its first payment."""
    payment_count: int
    amount_sent: int
    """The sum that the recipients receive."""
    fee_amount: int
    """The sum of the fees."""
    total_deducted: int
    """The sum that leaves the wallet."""
    new_balance: int
    """The balance after the last payment."""
    created_at: str
    """When it was made."""
    payments: list[Payment]
    """In the order of the request."""


class BatchPaymentRequest(TypedDict):
    recipient_phone: str
    """The recipient."""
    amount: int
    """The amount that the recipient receives, or the amount that leaves the wallet when sender_pays_fee is false."""
    description: NotRequired[str]
    """Free text."""
    sender_pays_fee: NotRequired[bool]
    """Whether the fee comes on top."""
    client_reference: NotRequired[str]
    """The client's own number or name of it."""
    metadata: NotRequired[dict[str, str]]
    """Up to 20 names of 1 to 40 characters, each with a text of at most 500. The transaction shows them among its own `metadata`, whose names cannot be used."""


class BulkPayout(TypedDict):
    id: int
    name: str
    status: Literal["draft", "awaiting_approval", "running", "finished", "cancelled", "rejected", "expired"]
    """draft: nothing is paid until it is confirmed. running: rows are sent. finished: every row was sent or refused; its payments may still be processing."""
    row_count: int
    amount: int
    """The sum that the recipients receive."""
    fees: int
    """The fees of all rows, as they were when it was created."""
    total_deducted: int
    """The sum of both: what leaves the wallet when every row is paid."""
    retry_of: int | None
    """The bulk payout whose failed rows it sends again."""
    reason: str | None
    """Why it was rejected, where the person said so."""
    created_at: str
    """When it was created."""
    expires_at: str | None
    """Until when a draft can be confirmed, or the bulk payout approved; null elsewhere."""
    begun_at: str | None
    """When its first rows could be sent."""
    ended_at: str | None
    """When the last row was sent, or it was cancelled."""


class BulkPayoutDuplicate(TypedDict):
    row: int
    same_as_row: int
    """An earlier row with this phone and amount."""
    recipient_phone: str
    amount: int
    """The amount of both."""


class BulkPayoutProgress(TypedDict):
    waiting: int
    processing: int
    completed: int
    failed: int
    cancelled: int


class BulkPayoutRow(TypedDict):
    row: int
    """The first one is 1."""
    recipient_phone: str
    amount: int
    """The amount that the recipient receives."""
    fee: int
    """The fee."""
    description: str | None
    client_reference: str | None
    status: Literal["waiting", "processing", "completed", "failed", "cancelled"]
    transaction_id: int | None
    """Its payment; null until it was sent."""
    code: str | None
    """Why it failed: a failure_code, or the code of a refusal."""
    reason: str | None
    """The same in one sentence."""


class BulkPayoutRowRequest(TypedDict):
    recipient_phone: str
    amount: int
    """Shillings that the recipient receives; the fee comes on top."""
    description: NotRequired[str]
    """Free text."""
    client_reference: NotRequired[str]
    """The client's own number or name of the payment."""


class BulkPayoutWithProgress(TypedDict):
    id: int
    name: str
    status: Literal["draft", "awaiting_approval", "running", "finished", "cancelled", "rejected", "expired"]
    """draft: nothing is paid until it is confirmed. running: rows are sent. finished: every row was sent or refused; its payments may still be processing."""
    row_count: int
    amount: int
    """The sum that the recipients receive."""
    fees: int
    """The fees of all rows, as they were when it was created."""
    total_deducted: int
    """The sum of both: what leaves the wallet when every row is paid."""
    retry_of: int | None
    """The bulk payout whose failed rows it sends again."""
    reason: str | None
    """Why it was rejected, where the person said so."""
    created_at: str
    """When it was created."""
    expires_at: str | None
    """Until when a draft can be confirmed, or the bulk payout approved; null elsewhere."""
    begun_at: str | None
    """When its first rows could be sent."""
    ended_at: str | None
    """When the last row was sent, or it was cancelled."""
    progress: BulkPayoutProgress


class Collection(TypedDict):
    transaction_id: int
    reference: str
    customer_phone: str
    customer_name: str | None
    amount_requested: int
    """The amount that the customer pays."""
    collection_fee: int
    """The fee deducted from it."""
    net_amount_to_receive: int
    """The amount that is credited to the wallet."""
    status: Literal["processing"]
    external_reference: str | None
    """The reference that the operator knows."""
    instructions: str
    """What happens next, for people."""
    created_at: str
    """When it was accepted."""
    client_reference: NotRequired[str]
    """As the request gave it; absent where it gave none."""
    metadata: NotRequired[dict[str, str]]
    """Up to 20 names of 1 to 40 characters, each with a text of at most 500. The transaction shows them among its own `metadata`, whose names cannot be used."""


class CollectionStatus(TypedDict):
    success: Literal[True]
    """Always true with HTTP 200; only `status` tells the outcome."""
    transaction_id: int
    reference: str
    status: Literal["processing", "completed", "failed"]
    amount_requested: int
    """The amount that the customer pays."""
    collection_fee: int
    """The fee deducted from it."""
    net_amount_received: int | None
    """The amount that was credited to the wallet; null until completed."""
    failure_reason: str | None
    """Why it failed, in one sentence; null unless failed."""
    external_reference: str | None
    """The reference that the operator knows."""
    customer_phone: str
    customer_name: str | None
    created_at: str
    """When it was accepted."""
    completed_at: str | None
    """When it completed."""
    failed_at: str | None
    """When it failed."""
    client_reference: NotRequired[str]
    """As the request gave it; absent where it gave none."""
    metadata: NotRequired[dict[str, str]]
    """Up to 20 names of 1 to 40 characters, each with a text of at most 500. The transaction shows them among its own `metadata`, whose names cannot be used."""


class CreatedBulkPayout(TypedDict):
    id: int
    name: str
    status: Literal["draft", "awaiting_approval", "running", "finished", "cancelled", "rejected", "expired"]
    """draft: nothing is paid until it is confirmed. running: rows are sent. finished: every row was sent or refused; its payments may still be processing."""
    row_count: int
    amount: int
    """The sum that the recipients receive."""
    fees: int
    """The fees of all rows, as they were when it was created."""
    total_deducted: int
    """The sum of both: what leaves the wallet when every row is paid."""
    retry_of: int | None
    """The bulk payout whose failed rows it sends again."""
    reason: str | None
    """Why it was rejected, where the person said so."""
    created_at: str
    """When it was created."""
    expires_at: str | None
    """Until when a draft can be confirmed, or the bulk payout approved; null elsewhere."""
    begun_at: str | None
    """When its first rows could be sent."""
    ended_at: str | None
    """When the last row was sent, or it was cancelled."""
    duplicates: list[BulkPayoutDuplicate]
    """Rows that repeat an earlier one, the first hundred: often a mistake, so look at them before you confirm."""


class CreatedWebhook(TypedDict):
    id: int
    url: str
    """Where events are delivered: https, without credentials and fragment, and no private address. In test mode the service may allow http and this machine."""
    events: list[Literal["transaction.created", "transaction.completed", "transaction.failed", "transaction.pending", "wallet.credited", "wallet.debited", "deposit.completed", "deposit.failed", "withdrawal.completed", "withdrawal.failed", "send_money.completed", "send_money.failed"]]
    """The events to deliver."""
    secret: str
    """Signs the deliveries. Save it now: it is not shown again."""
    is_active: bool
    """Whether events are delivered."""
    created_at: str
    """When it was created."""


class DeletedWebhook(TypedDict):
    id: int
    deleted: Literal[True]


class Delivery(TypedDict):
    id: int
    """The same through all attempts."""
    event_id: str
    event_type: Literal["transaction.created", "transaction.completed", "transaction.failed", "transaction.pending", "wallet.credited", "wallet.debited", "deposit.completed", "deposit.failed", "withdrawal.completed", "withdrawal.failed", "send_money.completed", "send_money.failed"]
    status: Literal["pending", "delivered", "failed", "cancelled"]
    attempts: list[DeliveryAttempt]
    """Oldest first."""
    next_attempt_at: str | None
    """When the next attempt is due; null when none is."""
    waiting_for: int | None
    """The earlier delivery of the same transaction that must end before this one is sent, of an ordered webhook; null when it waits for none."""
    created_at: str
    """When it was created from the event."""
    delivered_at: str | None
    """When the receiver accepted it; null until then."""


class DeliveryAttempt(TypedDict):
    at: str
    """When it was created."""
    response_status: int | None
    """The HTTP status of the response; null without one."""
    duration_ms: int
    """How long it took, in milliseconds."""
    error: str | None
    """Why it failed, in one sentence; null when it was delivered."""
    response_excerpt: str | None
    """The start of the response, at most 1 KiB."""


class Event(TypedDict):
    id: str
    type: Literal["transaction.created", "transaction.completed", "transaction.failed", "transaction.pending", "wallet.credited", "wallet.debited", "deposit.completed", "deposit.failed", "withdrawal.completed", "withdrawal.failed", "send_money.completed", "send_money.failed"]
    created: int
    """Unix time in seconds."""
    data: Transaction
    api_version: str
    sequence: NotRequired[int]
    """In the feed: the number of the event in its wallet, without gaps."""


class Fee(TypedDict):
    operation: Literal["send_money", "withdrawal", "collection"]
    amount: int
    """The amount of the request."""
    fee_amount: int
    """The fee."""
    net_amount: int
    """The amount that would reach the receiver."""
    total_deducted: int
    """The amount that would leave the payer."""
    transfer_type: Literal["internal", "external"]
    currency: Literal["UGX"]


class FeeBand(TypedDict):
    up_to: int | None
    """The largest amount of the band; null: without an end."""
    fixed: int
    """The fixed part of the fee."""
    basis_points: int
    """Hundredths of a percent of the amount."""
    minimum: int
    """The smallest fee."""
    maximum: int | None
    """The largest fee; null: none."""


class FeeSchedule(TypedDict):
    operation: Literal["collection", "send_money_internal", "send_money_external", "withdrawal"]
    effective_from: str
    """Since when it applies."""
    bands: list[FeeBand]
    """By amount, the smallest first: the first band that reaches an amount decides."""


class Funding(TypedDict):
    transaction_id: int
    reference: str
    amount: int
    """What was added."""
    new_balance: int | None
    """The balance after it."""
    created_at: str
    """When it was booked."""


class Health(TypedDict):
    status: Literal["ok"]


class Limits(TypedDict):
    mode: Literal["live", "test"]
    currency: Literal["UGX"]
    frozen: bool
    """Whether nothing may leave the wallet."""
    per_payment: int | None
    """The most that one payment may take from the wallet, with its fee; null: no limit."""
    per_day: int | None
    """The most that may leave the wallet on a day of Kampala, with fees; null: no limit."""
    used_today: int
    """What left it today; payments that failed do not count."""
    left_today: int | None
    """What may still leave it today; null where there is no limit."""
    day_ends_at: str
    """When the next day begins in Kampala."""
    approval_threshold: int | None
    """From this amount on, with the fee, a payment needs a second person; null: none does."""
    withdraw_listed_only: bool
    """Whether withdrawals go only to numbers on the list of the wallet."""
    one_collection_per_payer: bool
    """Whether a payer can have only one collection that is not answered yet."""
    unique_client_references: bool
    """Whether a payment is refused when an earlier one has its client_reference."""
    as_of: str
    """The time of these limits."""
    fees: list[FeeSchedule]
    """What is in force, by operation."""
    amounts: RequestAmounts


class MissedEvents(TypedDict):
    failed_deliveries: int
    """Deliveries that failed."""
    cancelled_deliveries: int
    """Deliveries that were waiting when it was disabled."""
    events: int
    """Events that it is subscribed to and that happened while it was disabled."""
    is_more: bool
    """Whether there may be more: only the newest 10,000 were counted. `redeliver` includes the rest."""
    redeliver: RedeliveryRange | None


class NameMatch(TypedDict):
    result: Literal["match", "close", "different", "unknown"]
    score: int | None
    """100 for match, 70 for close, 0 for different, null for unknown; there are no finer steps."""
    reason: str
    """Why, in a sentence for people."""


class NotReady(TypedDict):
    ready: Literal[False]
    details: NotReadyDetails


NotReadyDetails: TypeAlias = dict[str, Any]


class Pagination(TypedDict):
    next_cursor: str | None
    """Send it as `cursor` (events: as `after`) for the next page."""
    has_more: bool


class Payment(TypedDict):
    transaction_id: int
    reference: str
    recipient_name: str | None
    recipient_phone: str
    amount_sent: int
    """The amount that the recipient receives."""
    fee_amount: int
    """The fee."""
    total_deducted: int
    """The amount that leaves the wallet."""
    transfer_type: Literal["internal", "external"]
    status: Literal["pending", "processing", "completed"]
    requires_approval: bool
    """Whether a second person must approve it first."""
    new_balance: int | None
    """The balance after it."""
    external_reference: str | None
    """The reference that the operator knows."""
    created_at: str
    """When it was accepted."""
    completed_at: str | None
    """When it completed; null until then."""
    client_reference: NotRequired[str]
    """As the request gave it; absent where it gave none."""
    metadata: NotRequired[dict[str, str]]
    """Up to 20 names of 1 to 40 characters, each with a text of at most 500. The transaction shows them among its own `metadata`, whose names cannot be used."""


class PhoneLookup(TypedDict):
    phone: str
    operator: str
    registered_name: str | None
    """The recipient of a payment to this phone: the holder of its wallet in this service, otherwise the name that the operator gives; null if there is none."""
    is_wallet: bool
    """Whether a wallet of this service has this phone, so that a payment is internal."""


class Prompt(TypedDict):
    id: int
    kind: Literal["collection", "payout"]
    phone: str
    operator: str
    amount: int
    """The amount that the customer pays, or the recipient receives."""
    currency: Literal["UGX"]
    description: str | None
    merchant_name: str
    """Your name, as shown on the phone."""
    transaction_id: int
    external_reference: str
    status: Literal["waiting", "approved", "declined"]
    created_at: str
    """When it appeared."""
    expires_at: str
    """Until when it can be answered."""


class ProofKey(TypedDict):
    key_id: str
    public_key: str
    """Ed25519, 32 bytes in base64."""
    introduced_at: str
    signs_from: str
    introduced_by: str | None
    """The key that introduced it; null for the first."""
    introduction: str | None
    """The signature of that key, in base64."""


class ProofKeys(TypedDict):
    keys: list[ProofKey]


class ProofRounds(TypedDict):
    rounds: list[Round]
    next_before: int | None


class QueuedDelivery(TypedDict):
    id: int
    """The same through all attempts."""
    status: Literal["pending"]


class QueuedRange(TypedDict):
    queued: int
    """How many deliveries will be sent."""
    has_more: bool
    """Whether there may be more: send the request again, with next_from as from."""
    next_from: str | None
    """The start of the next request; null at the end."""


class Quote(TypedDict):
    quote_id: int
    """Name it in the payment."""
    operation: Literal["send_money", "withdrawal"]
    recipient_phone: str
    transfer_type: Literal["internal", "external"]
    provider: str
    """The operator of the phone number."""
    amount: int
    """The amount to ask the operation for."""
    sender_pays_fee: bool
    """Whether the fee comes on top."""
    fee_amount: int
    """Binding: the fee."""
    total_deducted: int
    """Binding: the amount that leaves the wallet."""
    amount_received: int
    """Binding: the amount that the recipient receives."""
    currency: Literal["UGX"]
    recipient_name: str | None
    """Informational: the registered name, as the look-up of the phone shows it; null if there is none, or the key lacks wallet:read."""
    name_match: NameMatch | None
    requires_approval: bool
    """Informational: whether a second person would have to approve it now; decided at payment."""
    remaining_limits: RemainingLimits
    created_at: str
    """When the quote was made."""
    expires_at: str
    """Until when a payment can name it."""


class Ready(TypedDict):
    ready: Literal[True]
    details: ReadyDetails


ReadyDetails: TypeAlias = dict[str, Any]


class Receipt(TypedDict):
    format: Literal["nsimbi-receipt-1"]
    transaction: dict[str, str | None]
    """What the receipt shows: numbers in decimal, times ISO 8601."""
    round: ReceiptRound | None
    leaf: ReceiptLeaf | None


class ReceiptHiddenField(TypedDict):
    name: str
    commitment: str
    """The commitment to name and value."""


class ReceiptLeaf(TypedDict):
    kind: Literal["transaction"]
    index: int
    """The place in the tree, from 0."""
    path: list[str]
    """From the sibling of the leaf upwards."""
    fields: list[ReceiptShownField | ReceiptHiddenField]
    hash: str
    """The hash of the leaf."""


class ReceiptRound(TypedDict):
    installation_id: str
    number: int
    tree_size: int
    root: str
    """The root of the tree."""
    previous: str
    """The hash of the round before."""
    signed_at: str
    """When it was signed."""
    fork_of: ReceiptRoundReference | None
    hash: str
    """The hash of the signed lines."""
    key_id: str
    public_key: str
    """32 bytes as base64."""
    signature: str
    """64 bytes as base64."""


class ReceiptRoundReference(TypedDict):
    number: int
    hash: str
    """Of that round."""


class ReceiptShownField(TypedDict):
    name: str
    value: str | None
    salt: str
    commitment: str
    """The commitment to name and value."""


RedeliveryRange = TypedDict(
    "RedeliveryRange",
    {
        "from": str,
        "to": str,
    },
)


class Refund(TypedDict):
    transaction_id: int
    reference: str
    collection_id: int
    """The transaction_id of the collection."""
    amount: int
    """The amount that goes back to the customer; it leaves the wallet."""
    status: Literal["processing"]
    new_balance: int | None
    """The balance after it."""
    external_reference: str | None
    """The reference that the operator knows."""
    created_at: str
    """When it was accepted."""
    client_reference: NotRequired[str]
    """As the request gave it; absent where it gave none."""
    metadata: NotRequired[dict[str, str]]
    """Up to 20 names of 1 to 40 characters, each with a text of at most 500. The transaction shows them among its own `metadata`, whose names cannot be used."""


class RemainingLimits(TypedDict):
    frozen: bool
    """Whether nothing may leave the wallet."""
    per_payment: int | None
    """The most that one payment may take from the wallet; null: no limit."""
    left_today: int | None
    """What may still leave the wallet today; null: no limit."""
    day_ends_at: str
    """When the next day begins in Kampala."""
    budget: ApiKeyBudget | None
    as_of: str
    """The time of these limits."""


class RequestAmounts(TypedDict):
    send_money: AmountBounds
    withdrawal: AmountBounds
    collection: AmountBounds


class RolledSecret(TypedDict):
    id: int
    secret: str
    """Signs the deliveries. Save it now: it is not shown again."""
    previous_secret_ends_at: str
    """Until when the old secret also signs."""


class Round(TypedDict):
    installation_id: str
    number: int
    """From 1, without gaps except after a fork."""
    tree_size: int
    """How many leaves its tree has."""
    root: str
    """The root of its tree."""
    previous: str
    """The hash of the round before; 64 zeros for the first."""
    signed_at: str
    fork_of: NotRequired[RoundReference]
    hash: str
    """The hash of its statement."""
    key_id: str
    public_key: str
    """Ed25519, 32 bytes in base64."""
    signature: str
    """Of the statement, in base64."""


class RoundReference(TypedDict):
    number: int
    hash: str
    """Its hash."""


Statement = TypedDict(
    "Statement",
    {
        "from": str,
        "to": str,
        "mode": Literal["live", "test"],
        "currency": Literal["UGX"],
        "opening_balance": int,
        "money_in": int,
        "money_out": int,
        "fees": int,
        "closing_balance": int,
        "closing_held": int,
        "row_count": int,
        "rows": list["StatementRow"],
    },
)


class StatementRow(TypedDict):
    id: int
    """The transaction."""
    reference: str
    """Our reference."""
    completed_at: str
    """When it completed; rows are in this order."""
    type: Literal["payment_sent", "payment_received", "withdrawal", "collection", "deposit", "adjustment", "refund"]
    direction: Literal["in", "out"]
    money_in: int
    """What reached the wallet, after our fee."""
    money_out: int
    """What left the wallet, with our fee."""
    fee_amount: int
    """Our fee: already taken off money_in, or contained in money_out."""
    balance: int
    """The balance after this row, with what is held: balance before + money_in - money_out."""
    description: str | None
    counterparty_phone: str | None
    counterparty_name: str | None
    operator: str | None
    external_reference: str | None
    """The reference that the operator knows."""
    operator_receipt: str | None
    """The receipt that the operator gave."""
    client_reference: str | None
    """The reference that you gave."""


class TestDelivery(TypedDict):
    delivery_id: int
    """The same through all attempts."""
    event_id: str
    delivered: bool
    """Whether the receiver answered with a 2xx status."""
    response_status: int | None
    """The HTTP status of the response; null without one."""
    duration_ms: int
    """How long it took, in milliseconds."""
    error: str | None
    """Why it failed, in one sentence; null when it was delivered."""


class Transaction(TypedDict):
    id: int
    reference: str
    """Our reference."""
    external_reference: str | None
    """The reference that the operator knows; null when internal."""
    type: Literal["payment_sent", "payment_received", "withdrawal", "collection", "deposit", "adjustment", "refund"]
    amount: int
    """The amount that leaves the payer: net_amount + fee_amount."""
    fee_amount: int
    """The fee."""
    net_amount: int
    """The amount that reaches the receiver."""
    currency: Literal["UGX"]
    status: Literal["pending", "processing", "completed", "failed"]
    description: str | None
    created_at: str
    """When it was accepted."""
    completed_at: str | None
    """When it completed."""
    failed_at: str | None
    """When it failed."""
    metadata: TransactionMetadata
    mode: Literal["live", "test"]
    direction: Literal["in", "out"]
    failure_code: Literal["customer_refused", "customer_insufficient_funds", "customer_limit_reached", "prompt_expired", "recipient_not_found", "recipient_limit_reached", "recipient_cannot_receive", "operator_refused", "operator_float_too_low", "operator_unavailable", "operator_failed", "approval_rejected", "approval_expired", "not_sent_in_time"] | None
    """
    Why it failed; null unless failed. Codes may be added.

    - `customer_refused`: The customer declined the payment. Ask them before you send a new request.
    - `customer_insufficient_funds`: The customer does not have enough money in their mobile-money account. Try again after they top up.
    - `customer_limit_reached`: The payment would exceed a limit of the customer's mobile-money account. Try a smaller amount or wait until the limit is renewed.
    - `prompt_expired`: Nobody answered the prompt on the phone in time. Try again when the phone is at hand.
    - `recipient_not_found`: No mobile-money account is registered under this phone number. Check the number.
    - `recipient_limit_reached`: The payment would exceed a limit of the recipient's mobile-money account. Try a smaller amount or wait until the limit is renewed.
    - `recipient_cannot_receive`: The recipient's mobile-money account cannot receive this payment. Ask them to contact their operator.
    - `operator_refused`: The mobile-money operator refused the request for a reason on our side. We have been alerted; try again later.
    - `operator_float_too_low`: The mobile-money operator could not pay out at the moment for a reason on our side. We have been alerted; try again later.
    - `operator_unavailable`: The mobile-money operator could not be reached. Try again later.
    - `operator_failed`: The mobile-money operator could not complete the payment. Try again later.
    - `approval_rejected`: The payment was rejected by the person who had to approve it. Ask them before you try again.
    - `approval_expired`: Nobody approved the payment in time. Make it again if it is still wanted.
    - `not_sent_in_time`: The payment could not be handed to the mobile-money operator in time, so it was not sent. Try again later.
    """
    failure_reason: str | None
    """Why it failed, in one sentence."""
    sender_pays_fee: NotRequired[bool | None]
    """Outgoing transactions only."""
    balance_after: int | None
    """The balance after its latest transfer; null before."""
    client_reference: NotRequired[str]
    """As the request gave it; absent where it gave none."""


class TransactionMetadata(TypedDict):
    api_triggered: bool
    recipient_phone: NotRequired[str | None]
    recipient_name: NotRequired[str | None]
    customer_phone: NotRequired[str | None]
    customer_name: NotRequired[str | None]
    provider: NotRequired[str | None]
    operator_receipt: NotRequired[str]
    refunds: NotRequired[int]
    """Of a refund: the collection."""
    bulk_payout_id: NotRequired[int]
    """Of a payment of a bulk payout: the number of the bulk payout."""
    bulk_payout_row: NotRequired[int]
    """And the row of its file, the first payment being 1."""
    batch_id: NotRequired[int]
    """Of a payment of a batch: the id of the first payment of the batch."""
    batch_item: NotRequired[int]
    """And its place in the batch, from 1."""
    batch_items: NotRequired[int]
    """And how many payments the batch has."""
    quote_id: NotRequired[int]
    """Of a payment that named a quote: the quote."""
    quoted_at: NotRequired[str]
    """And when the quote was created."""
    sender_phone: NotRequired[str | None]
    """Of a received payment."""
    sender_name: NotRequired[str | None]
    """Of a received payment."""
    bank_reference: NotRequired[str]
    """Of a deposit or an adjustment: the document that it was booked from."""
    review_case: NotRequired[int]
    """Of an adjustment for a payment without a transaction: the review case."""
    resolves: NotRequired[int]
    """Of an adjustment that ends a review: the transaction."""


class UpdatedWebhook(TypedDict):
    id: int
    url: str
    """Where events are delivered: https, without credentials and fragment, and no private address. In test mode the service may allow http and this machine."""
    events: list[Literal["transaction.created", "transaction.completed", "transaction.failed", "transaction.pending", "wallet.credited", "wallet.debited", "deposit.completed", "deposit.failed", "withdrawal.completed", "withdrawal.failed", "send_money.completed", "send_money.failed"]]
    """The events to deliver."""
    api_key_id: int | None
    """Only events of transactions made with this API key, or with the one it was rolled to, are delivered; null: of all."""
    description: str | None
    """Free text."""
    honor_hints: bool
    """Whether your responses control deliveries: 410 disables the webhook at once, and Retry-After with 429 or 503 delays the next attempt, by at most 6 hours."""
    ordered: bool
    """Whether the events of each transaction arrive in order: an event is sent after every earlier event of its transaction was delivered, failed or was cancelled. Events of other transactions do not wait for it."""
    is_active: bool
    """Whether events are delivered."""
    disabled_at: str | None
    """When it was disabled; null while it is active."""
    disabled_reason: str | None
    """Why, in one sentence; null while it is active."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it was last changed."""
    missed: NotRequired[MissedEvents]


class Webhook(TypedDict):
    id: int
    url: str
    """Where events are delivered: https, without credentials and fragment, and no private address. In test mode the service may allow http and this machine."""
    events: list[Literal["transaction.created", "transaction.completed", "transaction.failed", "transaction.pending", "wallet.credited", "wallet.debited", "deposit.completed", "deposit.failed", "withdrawal.completed", "withdrawal.failed", "send_money.completed", "send_money.failed"]]
    """The events to deliver."""
    api_key_id: int | None
    """Only events of transactions made with this API key, or with the one it was rolled to, are delivered; null: of all."""
    description: str | None
    """Free text."""
    honor_hints: bool
    """Whether your responses control deliveries: 410 disables the webhook at once, and Retry-After with 429 or 503 delays the next attempt, by at most 6 hours."""
    ordered: bool
    """Whether the events of each transaction arrive in order: an event is sent after every earlier event of its transaction was delivered, failed or was cancelled. Events of other transactions do not wait for it."""
    is_active: bool
    """Whether events are delivered."""
    disabled_at: str | None
    """When it was disabled; null while it is active."""
    disabled_reason: str | None
    """Why, in one sentence; null while it is active."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it was last changed."""


class Withdrawal(TypedDict):
    transaction_id: int
    reference: str
    amount: int
    """The amount that the destination receives."""
    fee: int
    """The fee."""
    total_deducted: int
    """The amount that leaves the wallet."""
    destination_phone: str
    status: Literal["pending", "processing"]
    requires_approval: bool
    """Whether a second person must approve it first."""
    new_balance: int | None
    """The balance after it."""
    external_reference: str | None
    """The reference that the operator knows."""
    created_at: str
    """When it was accepted."""
    client_reference: NotRequired[str]
    """As the request gave it; absent where it gave none."""
    metadata: NotRequired[dict[str, str]]
    """Up to 20 names of 1 to 40 characters, each with a text of at most 500. The transaction shows them among its own `metadata`, whose names cannot be used."""
