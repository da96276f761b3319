"""The objects of the API. Amounts are whole shillings, times ISO 8601 in UTC, ids integers.

Written by generate.py from the OpenAPI document. Responses are plain dictionaries, so a field that a newer
service adds is there too.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

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


class AmountBounds(TypedDict):
    # The smallest amount of a request.
    minimum: int
    # The largest one.
    maximum: int


class ApiKey(TypedDict):
    # The number of the key.
    id: int
    # How the key begins; the rest is secret.
    key_prefix: str
    # What the key is for.
    name: str
    mode: Mode
    client_id: int
    client_name: str
    # The wallet that the key uses.
    wallet_id: int
    # What the key may do.
    permissions: list[Literal[
        "wallet:read",
        "wallet:send",
        "wallet:withdraw",
        "wallet:collect",
        "approvals:read",
        "approvals:decide",
        "webhooks:read",
        "webhooks:write",
    ]]
    # Addresses and networks that may use it; empty: all.
    allowed_ips: list[str]
    rate_limits: ApiKeyRateLimits
    budget: ApiKeyBudget | None
    # The fingerprints of the public keys one of which must sign each request of the key, as
    # `keyid`; empty: requests need no signature.
    signing_keys: list[str]
    # When the key was created.
    created_at: str
    # When the key stops working; null: never by itself.
    expires_at: str | None


class ApiKeyBudget(TypedDict):
    # The most that the key may pay at once, fees included; null: no such limit.
    per_payment: int | None
    # The most that the key may pay in a day of Kampala, fees included; null: no such limit.
    per_day: int | None
    # What payments of today take of the budget; those that failed take nothing.
    used_today: int
    # What is left of it today; null where there is no such limit.
    left_today: int | None
    # When the next day begins in Kampala.
    day_ends_at: str
    # The most that the key may pay in a month of Kampala, fees included; null: no such limit.
    per_month: int | None
    # What payments of this month take of the budget.
    used_this_month: int
    # What is left of it this month; null where there is no such limit.
    left_this_month: int | None
    # When the next month begins in Kampala.
    month_ends_at: str


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
    # The id of the transaction.
    transaction_id: int
    # Our reference.
    reference: str
    type: TransactionType
    # What leaves the wallet: net_amount + fee_amount. The approval must repeat it.
    amount: int
    # The fee.
    fee_amount: int
    # The amount that reaches the recipient.
    net_amount: int
    recipient_phone: str | None
    recipient_name: str | None
    # The operator of the recipient.
    provider: str | None
    description: str | None
    # Who requested it: the email address of a person, or api_key: and the id of a key.
    maker: str
    # The person behind the maker: of an API key, who created or last rolled it. Null: none is
    # known.
    responsible: str | None
    # How many persons must approve it.
    approvers_needed: int
    # Who has approved it already, where two must.
    first_approver: str | None
    # When it was accepted.
    created_at: str
    # When it fails, unless it is approved before.
    expires_at: str


class ApprovalDecision(TypedDict):
    # The id of the transaction.
    transaction_id: int
    # Our reference.
    reference: str
    status: TransactionStatus


class Balance(TypedDict):
    # The amount that can be spent now.
    balance: int
    # The amount held for outgoing transactions that are pending or processing.
    held_balance: int
    currency: Literal["UGX"]
    mode: Mode
    # The time of this balance.
    as_of: str


class Batch(TypedDict):
    # The transaction_id of its first payment.
    batch_id: int
    payment_count: int
    # The sum that the recipients receive.
    amount_sent: int
    # The sum of the fees.
    fee_amount: int
    # The sum that leaves the wallet.
    total_deducted: int
    # The balance after the last payment.
    new_balance: int
    # When it was made.
    created_at: str
    # In the order of the request.
    payments: list[Payment]


class BatchPaymentRequest(TypedDict):
    # The recipient.
    recipient_phone: str
    # The amount that the recipient receives, or the amount that leaves the wallet when
    # sender_pays_fee is false.
    amount: int
    # Free text.
    description: NotRequired[str]
    # Whether the fee comes on top.
    sender_pays_fee: NotRequired[bool]
    # The client's own number or name of it.
    client_reference: NotRequired[str]
    # Up to 20 names of 1 to 40 characters, each with a text of at most 500. The transaction shows
    # them among its own `metadata`, whose names cannot be used.
    metadata: NotRequired[dict[str, str]]


class BulkPayout(TypedDict):
    id: int
    name: str
    # draft: nothing is paid until it is confirmed. running: rows are sent. finished: every row was
    # sent or refused; its payments may still be processing.
    status: BulkPayoutStatus
    row_count: int
    # The sum that the recipients receive.
    amount: int
    # The fees of all rows, as they were when it was created.
    fees: int
    # The sum of both: what leaves the wallet when every row is paid.
    total_deducted: int
    # The bulk payout whose failed rows it sends again.
    retry_of: int | None
    # Why it was rejected, where the person said so.
    reason: str | None
    # When it was created.
    created_at: str
    # Until when a draft can be confirmed, or the bulk payout approved; null elsewhere.
    expires_at: str | None
    # When its first rows could be sent.
    begun_at: str | None
    # When the last row was sent, or it was cancelled.
    ended_at: str | None


class BulkPayoutDuplicate(TypedDict):
    row: int
    # An earlier row with this phone and amount.
    same_as_row: int
    recipient_phone: str
    # The amount of both.
    amount: int


class BulkPayoutProgress(TypedDict):
    waiting: int
    processing: int
    completed: int
    failed: int
    cancelled: int


class BulkPayoutRow(TypedDict):
    # The first one is 1.
    row: int
    recipient_phone: str
    # The amount that the recipient receives.
    amount: int
    # The fee.
    fee: int
    description: str | None
    client_reference: str | None
    status: BulkPayoutRowStatus
    # Its payment; null until it was sent.
    transaction_id: int | None
    # Why it failed: a failure_code, or the code of a refusal.
    code: str | None
    # The same in one sentence.
    reason: str | None


class BulkPayoutRowRequest(TypedDict):
    recipient_phone: str
    # Shillings that the recipient receives; the fee comes on top.
    amount: int
    # Free text.
    description: NotRequired[str]
    # The client's own number or name of the payment.
    client_reference: NotRequired[str]


class BulkPayoutWithProgress(TypedDict):
    id: int
    name: str
    # draft: nothing is paid until it is confirmed. running: rows are sent. finished: every row was
    # sent or refused; its payments may still be processing.
    status: BulkPayoutStatus
    row_count: int
    # The sum that the recipients receive.
    amount: int
    # The fees of all rows, as they were when it was created.
    fees: int
    # The sum of both: what leaves the wallet when every row is paid.
    total_deducted: int
    # The bulk payout whose failed rows it sends again.
    retry_of: int | None
    # Why it was rejected, where the person said so.
    reason: str | None
    # When it was created.
    created_at: str
    # Until when a draft can be confirmed, or the bulk payout approved; null elsewhere.
    expires_at: str | None
    # When its first rows could be sent.
    begun_at: str | None
    # When the last row was sent, or it was cancelled.
    ended_at: str | None
    progress: BulkPayoutProgress


class Collection(TypedDict):
    transaction_id: int
    reference: str
    customer_phone: str
    customer_name: str | None
    # The amount that the customer pays.
    amount_requested: int
    # The fee deducted from it.
    collection_fee: int
    # The amount that is credited to the wallet.
    net_amount_to_receive: int
    status: Literal["processing"]
    # The reference that the operator knows.
    external_reference: str | None
    # What happens next, for people.
    instructions: str
    # When it was accepted.
    created_at: str
    # As the request gave it; absent where it gave none.
    client_reference: NotRequired[str]
    # Up to 20 names of 1 to 40 characters, each with a text of at most 500. The transaction shows
    # them among its own `metadata`, whose names cannot be used.
    metadata: NotRequired[dict[str, str]]


class CollectionStatus(TypedDict):
    # Always true with HTTP 200; only `status` tells the outcome.
    success: Literal[True]
    transaction_id: int
    reference: str
    status: Literal["processing", "completed", "failed"]
    # The amount that the customer pays.
    amount_requested: int
    # The fee deducted from it.
    collection_fee: int
    # The amount that was credited to the wallet; null until completed.
    net_amount_received: int | None
    # Why it failed, in one sentence; null unless failed.
    failure_reason: str | None
    # The reference that the operator knows.
    external_reference: str | None
    customer_phone: str
    customer_name: str | None
    # When it was accepted.
    created_at: str
    # When it completed.
    completed_at: str | None
    # When it failed.
    failed_at: str | None
    # As the request gave it; absent where it gave none.
    client_reference: NotRequired[str]
    # Up to 20 names of 1 to 40 characters, each with a text of at most 500. The transaction shows
    # them among its own `metadata`, whose names cannot be used.
    metadata: NotRequired[dict[str, str]]


class CreatedBulkPayout(TypedDict):
    id: int
    name: str
    # draft: nothing is paid until it is confirmed. running: rows are sent. finished: every row was
    # sent or refused; its payments may still be processing.
    status: BulkPayoutStatus
    row_count: int
    # The sum that the recipients receive.
    amount: int
    # The fees of all rows, as they were when it was created.
    fees: int
    # The sum of both: what leaves the wallet when every row is paid.
    total_deducted: int
    # The bulk payout whose failed rows it sends again.
    retry_of: int | None
    # Why it was rejected, where the person said so.
    reason: str | None
    # When it was created.
    created_at: str
    # Until when a draft can be confirmed, or the bulk payout approved; null elsewhere.
    expires_at: str | None
    # When its first rows could be sent.
    begun_at: str | None
    # When the last row was sent, or it was cancelled.
    ended_at: str | None
    # Rows that repeat an earlier one, the first hundred: often a mistake, so look at them before
    # you confirm.
    duplicates: list[BulkPayoutDuplicate]


class CreatedWebhook(TypedDict):
    id: int
    # Where events are delivered: https, without credentials and fragment, and no private address.
    # In test mode the service may allow http and this machine.
    url: str
    # The events to deliver.
    events: list[EventName]
    # Signs the deliveries. Save it now: it is not shown again.
    secret: str
    # Whether events are delivered.
    is_active: bool
    # When it was created.
    created_at: str


class DeletedWebhook(TypedDict):
    id: int
    deleted: Literal[True]


class Delivery(TypedDict):
    # The same through all attempts.
    id: int
    event_id: str
    event_type: EventName
    status: Literal["pending", "delivered", "failed", "cancelled"]
    # Oldest first.
    attempts: list[DeliveryAttempt]
    # When the next attempt is due; null when none is.
    next_attempt_at: str | None
    # The earlier delivery of the same transaction that must end before this one is sent, of an
    # ordered webhook; null when it waits for none.
    waiting_for: int | None
    # When it was created from the event.
    created_at: str
    # When the receiver accepted it; null until then.
    delivered_at: str | None


class DeliveryAttempt(TypedDict):
    # When it was created.
    at: str
    # The HTTP status of the response; null without one.
    response_status: int | None
    # How long it took, in milliseconds.
    duration_ms: int
    # Why it failed, in one sentence; null when it was delivered.
    error: str | None
    # The start of the response, at most 1 KiB.
    response_excerpt: str | None


class Event(TypedDict):
    id: str
    type: EventName
    # Unix time in seconds.
    created: int
    data: Transaction
    api_version: str
    # In the feed: the number of the event in its wallet, without gaps.
    sequence: NotRequired[int]


class Fee(TypedDict):
    operation: FeeOperation
    # The amount of the request.
    amount: int
    # The fee.
    fee_amount: int
    # The amount that would reach the receiver.
    net_amount: int
    # The amount that would leave the payer.
    total_deducted: int
    transfer_type: Literal["internal", "external"]
    currency: Literal["UGX"]


class FeeBand(TypedDict):
    # The largest amount of the band; null: without an end.
    up_to: int | None
    # The fixed part of the fee.
    fixed: int
    # Hundredths of a percent of the amount.
    basis_points: int
    # The smallest fee.
    minimum: int
    # The largest fee; null: none.
    maximum: int | None


class FeeSchedule(TypedDict):
    operation: Literal[
        "collection",
        "send_money_internal",
        "send_money_external",
        "withdrawal",
    ]
    # Since when it applies.
    effective_from: str
    # By amount, the smallest first: the first band that reaches an amount decides.
    bands: list[FeeBand]


class Funding(TypedDict):
    transaction_id: int
    reference: str
    # What was added.
    amount: int
    # The balance after it.
    new_balance: int | None
    # When it was booked.
    created_at: str


class Health(TypedDict):
    status: Literal["ok"]


class Limits(TypedDict):
    mode: Mode
    currency: Literal["UGX"]
    # Whether nothing may leave the wallet.
    frozen: bool
    # The most that one payment may take from the wallet, with its fee; null: no limit.
    per_payment: int | None
    # The most that may leave the wallet on a day of Kampala, with fees; null: no limit.
    per_day: int | None
    # What left it today; payments that failed do not count.
    used_today: int
    # What may still leave it today; null where there is no limit.
    left_today: int | None
    # When the next day begins in Kampala.
    day_ends_at: str
    # From this amount on, with the fee, a payment needs a second person; null: none does.
    approval_threshold: int | None
    # Whether withdrawals go only to numbers on the list of the wallet.
    withdraw_listed_only: bool
    # Whether a payer can have only one collection that is not answered yet.
    one_collection_per_payer: bool
    # Whether a payment is refused when an earlier one has its client_reference.
    unique_client_references: bool
    # The time of these limits.
    as_of: str
    # What is in force, by operation.
    fees: list[FeeSchedule]
    amounts: RequestAmounts


class ProofKeys(TypedDict):
    keys: list[ProofKey]


class ProofRounds(TypedDict):
    rounds: list[Round]
    next_before: int | None


class MissedEvents(TypedDict):
    # Deliveries that failed.
    failed_deliveries: int
    # Deliveries that were waiting when it was disabled.
    cancelled_deliveries: int
    # Events that it is subscribed to and that happened while it was disabled.
    events: int
    # Whether there may be more: only the newest 10,000 were counted. `redeliver` includes the rest.
    is_more: bool
    redeliver: RedeliveryRange | None


class NameMatch(TypedDict):
    result: Literal["match", "close", "different", "unknown"]
    # 100 for match, 70 for close, 0 for different, null for unknown; there are no finer steps.
    score: int | None
    # Why, in a sentence for people.
    reason: str


class Pagination(TypedDict):
    # Send it as `cursor` (events: as `after`) for the next page.
    next_cursor: str | None
    has_more: bool


class Payment(TypedDict):
    transaction_id: int
    reference: str
    recipient_name: str | None
    recipient_phone: str
    # The amount that the recipient receives.
    amount_sent: int
    # The fee.
    fee_amount: int
    # The amount that leaves the wallet.
    total_deducted: int
    transfer_type: Literal["internal", "external"]
    status: Literal["pending", "processing", "completed"]
    # Whether a second person must approve it first.
    requires_approval: bool
    # The balance after it.
    new_balance: int | None
    # The reference that the operator knows.
    external_reference: str | None
    # When it was accepted.
    created_at: str
    # When it completed; null until then.
    completed_at: str | None
    # As the request gave it; absent where it gave none.
    client_reference: NotRequired[str]
    # Up to 20 names of 1 to 40 characters, each with a text of at most 500. The transaction shows
    # them among its own `metadata`, whose names cannot be used.
    metadata: NotRequired[dict[str, str]]


class PhoneLookup(TypedDict):
    phone: str
    operator: str
    # The recipient of a payment to this phone: the holder of its wallet in this service, otherwise
    # the name that the operator gives; null if there is none.
    registered_name: str | None
    # Whether a wallet of this service has this phone, so that a payment is internal.
    is_wallet: bool


class Prompt(TypedDict):
    id: int
    kind: Literal["collection", "payout"]
    phone: str
    operator: str
    # The amount that the customer pays, or the recipient receives.
    amount: int
    currency: Literal["UGX"]
    description: str | None
    # Your name, as shown on the phone.
    merchant_name: str
    transaction_id: int
    external_reference: str
    status: Literal["waiting", "approved", "declined"]
    # When it appeared.
    created_at: str
    # Until when it can be answered.
    expires_at: str


class ProofKey(TypedDict):
    key_id: str
    # Ed25519, 32 bytes in base64.
    public_key: str
    introduced_at: str
    signs_from: str
    # The key that introduced it; null for the first.
    introduced_by: str | None
    # The signature of that key, in base64.
    introduction: str | None


class QueuedDelivery(TypedDict):
    # The same through all attempts.
    id: int
    status: Literal["pending"]


class QueuedRange(TypedDict):
    # How many deliveries will be sent.
    queued: int
    # Whether there may be more: send the request again, with next_from as from.
    has_more: bool
    # The start of the next request; null at the end.
    next_from: str | None


class Quote(TypedDict):
    # Name it in the payment.
    quote_id: int
    operation: QuoteOperation
    recipient_phone: str
    transfer_type: Literal["internal", "external"]
    # The operator of the phone number.
    provider: str
    # The amount to ask the operation for.
    amount: int
    # Whether the fee comes on top.
    sender_pays_fee: bool
    # Binding: the fee.
    fee_amount: int
    # Binding: the amount that leaves the wallet.
    total_deducted: int
    # Binding: the amount that the recipient receives.
    amount_received: int
    currency: Literal["UGX"]
    # Informational: the registered name, as the look-up of the phone shows it; null if there is
    # none, or the key lacks wallet:read.
    recipient_name: str | None
    name_match: NameMatch | None
    # Informational: whether a second person would have to approve it now; decided at payment.
    requires_approval: bool
    remaining_limits: RemainingLimits
    # When the quote was made.
    created_at: str
    # Until when a payment can name it.
    expires_at: str


class NotReady(TypedDict):
    ready: Literal[False]
    details: NotReadyDetails


class Ready(TypedDict):
    ready: Literal[True]
    details: ReadyDetails


class Receipt(TypedDict):
    format: Literal["nsimbi-receipt-1"]
    # What the receipt shows: numbers in decimal, times ISO 8601.
    transaction: dict[str, str | None]
    round: ReceiptRound | None
    leaf: ReceiptLeaf | None


class ReceiptHiddenField(TypedDict):
    name: str
    # The commitment to name and value.
    commitment: str


class ReceiptLeaf(TypedDict):
    kind: Literal["transaction"]
    # The place in the tree, from 0.
    index: int
    # From the sibling of the leaf upwards.
    path: list[str]
    fields: list[ReceiptShownField | ReceiptHiddenField]
    # The hash of the leaf.
    hash: str


class ReceiptRound(TypedDict):
    installation_id: str
    number: int
    tree_size: int
    # The root of the tree.
    root: str
    # The hash of the round before.
    previous: str
    # When it was signed.
    signed_at: str
    fork_of: ReceiptRoundReference | None
    # The hash of the signed lines.
    hash: str
    key_id: str
    # 32 bytes as base64.
    public_key: str
    # 64 bytes as base64.
    signature: str


class ReceiptRoundReference(TypedDict):
    number: int
    # Of that round.
    hash: str


class ReceiptShownField(TypedDict):
    name: str
    value: str | None
    salt: str
    # The commitment to name and value.
    commitment: str


class Refund(TypedDict):
    transaction_id: int
    reference: str
    # The transaction_id of the collection.
    collection_id: int
    # The amount that goes back to the customer; it leaves the wallet.
    amount: int
    status: Literal["processing"]
    # The balance after it.
    new_balance: int | None
    # The reference that the operator knows.
    external_reference: str | None
    # When it was accepted.
    created_at: str
    # As the request gave it; absent where it gave none.
    client_reference: NotRequired[str]
    # Up to 20 names of 1 to 40 characters, each with a text of at most 500. The transaction shows
    # them among its own `metadata`, whose names cannot be used.
    metadata: NotRequired[dict[str, str]]


class RemainingLimits(TypedDict):
    # Whether nothing may leave the wallet.
    frozen: bool
    # The most that one payment may take from the wallet; null: no limit.
    per_payment: int | None
    # What may still leave the wallet today; null: no limit.
    left_today: int | None
    # When the next day begins in Kampala.
    day_ends_at: str
    budget: ApiKeyBudget | None
    # The time of these limits.
    as_of: str


class RequestAmounts(TypedDict):
    send_money: AmountBounds
    withdrawal: AmountBounds
    collection: AmountBounds


class RolledSecret(TypedDict):
    id: int
    # Signs the deliveries. Save it now: it is not shown again.
    secret: str
    # Until when the old secret also signs.
    previous_secret_ends_at: str


class Round(TypedDict):
    installation_id: str
    # From 1, without gaps except after a fork.
    number: int
    # How many leaves its tree has.
    tree_size: int
    # The root of its tree.
    root: str
    # The hash of the round before; 64 zeros for the first.
    previous: str
    signed_at: str
    fork_of: NotRequired[RoundReference]
    # The hash of its statement.
    hash: str
    key_id: str
    # Ed25519, 32 bytes in base64.
    public_key: str
    # Of the statement, in base64.
    signature: str


class RoundReference(TypedDict):
    number: int
    # Its hash.
    hash: str


class StatementRow(TypedDict):
    # The transaction.
    id: int
    # Our reference.
    reference: str
    # When it completed; rows are in this order.
    completed_at: str
    type: TransactionType
    direction: Literal["in", "out"]
    # What reached the wallet, after our fee.
    money_in: int
    # What left the wallet, with our fee.
    money_out: int
    # Our fee: already taken off money_in, or contained in money_out.
    fee_amount: int
    # The balance after this row, with what is held: balance before + money_in - money_out.
    balance: int
    description: str | None
    counterparty_phone: str | None
    counterparty_name: str | None
    operator: str | None
    # The reference that the operator knows.
    external_reference: str | None
    # The receipt that the operator gave.
    operator_receipt: str | None
    # The reference that you gave.
    client_reference: str | None


class TestDelivery(TypedDict):
    # The same through all attempts.
    delivery_id: int
    event_id: str
    # Whether the receiver answered with a 2xx status.
    delivered: bool
    # The HTTP status of the response; null without one.
    response_status: int | None
    # How long it took, in milliseconds.
    duration_ms: int
    # Why it failed, in one sentence; null when it was delivered.
    error: str | None


class Transaction(TypedDict):
    id: int
    # Our reference.
    reference: str
    # The reference that the operator knows; null when internal.
    external_reference: str | None
    type: TransactionType
    # The amount that leaves the payer: net_amount + fee_amount.
    amount: int
    # The fee.
    fee_amount: int
    # The amount that reaches the receiver.
    net_amount: int
    currency: Literal["UGX"]
    status: TransactionStatus
    description: str | None
    # When it was accepted.
    created_at: str
    # When it completed.
    completed_at: str | None
    # When it failed.
    failed_at: str | None
    metadata: TransactionMetadata
    mode: Mode
    direction: Literal["in", "out"]
    # Why it failed; null unless failed. Codes may be added.
    failure_code: Literal[
        "customer_refused",
        "customer_insufficient_funds",
        "customer_limit_reached",
        "prompt_expired",
        "recipient_not_found",
        "recipient_limit_reached",
        "recipient_cannot_receive",
        "operator_refused",
        "operator_float_too_low",
        "operator_unavailable",
        "operator_failed",
        "approval_rejected",
        "approval_expired",
        "not_sent_in_time",
    ] | None
    # Why it failed, in one sentence.
    failure_reason: str | None
    # Outgoing transactions only.
    sender_pays_fee: NotRequired[bool | None]
    # The balance after its latest transfer; null before.
    balance_after: int | None
    # As the request gave it; absent where it gave none.
    client_reference: NotRequired[str]


class TransactionMetadata(TypedDict):
    api_triggered: bool
    recipient_phone: NotRequired[str | None]
    recipient_name: NotRequired[str | None]
    customer_phone: NotRequired[str | None]
    customer_name: NotRequired[str | None]
    provider: NotRequired[str | None]
    operator_receipt: NotRequired[str]
    # Of a refund: the collection.
    refunds: NotRequired[int]
    # Of a payment of a bulk payout: the number of the bulk payout.
    bulk_payout_id: NotRequired[int]
    # And the row of its file, the first payment being 1.
    bulk_payout_row: NotRequired[int]
    # Of a payment of a batch: the id of the first payment of the batch.
    batch_id: NotRequired[int]
    # And its place in the batch, from 1.
    batch_item: NotRequired[int]
    # And how many payments the batch has.
    batch_items: NotRequired[int]
    # Of a payment that named a quote: the quote.
    quote_id: NotRequired[int]
    # And when the quote was created.
    quoted_at: NotRequired[str]
    # Of a received payment.
    sender_phone: NotRequired[str | None]
    # Of a received payment.
    sender_name: NotRequired[str | None]
    # Of a deposit or an adjustment: the document that it was booked from.
    bank_reference: NotRequired[str]
    # Of an adjustment for a payment without a transaction: the review case.
    review_case: NotRequired[int]
    # Of an adjustment that ends a review: the transaction.
    resolves: NotRequired[int]


class UpdatedWebhook(TypedDict):
    id: int
    # Where events are delivered: https, without credentials and fragment, and no private address.
    # In test mode the service may allow http and this machine.
    url: str
    # The events to deliver.
    events: list[EventName]
    # Only events of transactions made with this API key, or with the one it was rolled to, are
    # delivered; null: of all.
    api_key_id: int | None
    # Free text.
    description: str | None
    # Whether your responses control deliveries: 410 disables the webhook at once, and Retry-After
    # with 429 or 503 delays the next attempt, by at most 6 hours.
    honor_hints: bool
    # Whether the events of each transaction arrive in order: an event is sent after every earlier
    # event of its transaction was delivered, failed or was cancelled. Events of other transactions
    # do not wait for it.
    ordered: bool
    # Whether events are delivered.
    is_active: bool
    # When it was disabled; null while it is active.
    disabled_at: str | None
    # Why, in one sentence; null while it is active.
    disabled_reason: str | None
    # When it was created.
    created_at: str
    # When it was last changed.
    updated_at: str
    missed: NotRequired[MissedEvents]


class Webhook(TypedDict):
    id: int
    # Where events are delivered: https, without credentials and fragment, and no private address.
    # In test mode the service may allow http and this machine.
    url: str
    # The events to deliver.
    events: list[EventName]
    # Only events of transactions made with this API key, or with the one it was rolled to, are
    # delivered; null: of all.
    api_key_id: int | None
    # Free text.
    description: str | None
    # Whether your responses control deliveries: 410 disables the webhook at once, and Retry-After
    # with 429 or 503 delays the next attempt, by at most 6 hours.
    honor_hints: bool
    # Whether the events of each transaction arrive in order: an event is sent after every earlier
    # event of its transaction was delivered, failed or was cancelled. Events of other transactions
    # do not wait for it.
    ordered: bool
    # Whether events are delivered.
    is_active: bool
    # When it was disabled; null while it is active.
    disabled_at: str | None
    # Why, in one sentence; null while it is active.
    disabled_reason: str | None
    # When it was created.
    created_at: str
    # When it was last changed.
    updated_at: str


class Withdrawal(TypedDict):
    transaction_id: int
    reference: str
    # The amount that the destination receives.
    amount: int
    # The fee.
    fee: int
    # The amount that leaves the wallet.
    total_deducted: int
    destination_phone: str
    status: Literal["pending", "processing"]
    # Whether a second person must approve it first.
    requires_approval: bool
    # The balance after it.
    new_balance: int | None
    # The reference that the operator knows.
    external_reference: str | None
    # When it was accepted.
    created_at: str
    # As the request gave it; absent where it gave none.
    client_reference: NotRequired[str]
    # Up to 20 names of 1 to 40 characters, each with a text of at most 500. The transaction shows
    # them among its own `metadata`, whose names cannot be used.
    metadata: NotRequired[dict[str, str]]


NotReadyDetails = dict[str, Any]


ReadyDetails = dict[str, Any]


RedeliveryRange = TypedDict(
    "RedeliveryRange",
    {
        "from": str,
        "to": str,
    },
)


Statement = TypedDict(
    "Statement",
    {
        "from": str,
        "to": str,
        "mode": Mode,
        "currency": Literal["UGX"],
        "opening_balance": int,
        "money_in": int,
        "money_out": int,
        "fees": int,
        "closing_balance": int,
        "closing_held": int,
        "row_count": int,
        "rows": list[StatementRow],
    },
)
