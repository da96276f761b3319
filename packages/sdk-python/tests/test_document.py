"""The package against the OpenAPI document of the service. `NSIMBI_OPENAPI` is the file with the document; without it
only what needs none is tested.
"""

import inspect
import json
import os
import re
import sys
import typing
import unittest
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from nsimbi import HttpResponse, Nsimbi, types

from .scripted import BothClients, for_both_clients
from .test_events import FakeStream

sys.path.insert(0, str(Path(__file__).parents[1]))
import generate

DOCUMENT_FILE = os.environ.get("NSIMBI_OPENAPI")

# The values to which `types` gives a name, and a place where the document has them: an object and its field, or an
# operation and its parameter.
NAMED_VALUES = {
    "Mode": ("Balance", "mode"),
    "EventName": ("Event", "type"),
    "TransactionType": ("Transaction", "type"),
    "TransactionStatus": ("Transaction", "status"),
    "BulkPayoutStatus": ("BulkPayout", "status"),
    "BulkPayoutRowStatus": ("BulkPayoutRow", "status"),
    "FeeOperation": ("Fee", "operation"),
    "QuoteOperation": ("Quote", "operation"),
    "PartyDetail": ("readReceipt", "business"),
}

NOTES = {"client_reference": "order-1", "metadata": {"branch": "Kampala"}}

# One call for each operation of the document, with every parameter of its path, query and body. The first text is the
# method of the client.
CALLS: dict[str, tuple[str, tuple[Any, ...], dict[str, Any]]] = {
    "healthz": ("health.alive", (), {}),
    "readyz": ("health.ready", (), {}),
    "listProofRounds": ("proofs.list", (), {"before": 7}),
    "latestProofRound": ("proofs.latest", (), {}),
    "listProofKeys": ("proofs.keys", (), {}),
    "getProofRound": ("proofs.get", (7,), {}),
    "readBalance": ("wallet.balance", (), {"at": "2026-11-01"}),
    "readKey": ("key.get", (), {}),
    "sendMoney": (
        "wallet.send_money",
        (),
        {
            "recipient_phone": "256772000001",
            "amount": 25_000,
            "description": "Rent",
            "sender_pays_fee": False,
            "quote_id": 7,
            **NOTES,
        },
    ),
    "sendBatch": (
        "wallet.send_batch",
        (),
        {"payments": [{"recipient_phone": "256772000001", "amount": 25_000, "sender_pays_fee": False, **NOTES}]},
    ),
    "withdrawToMobile": (
        "wallet.withdraw",
        (),
        {"phone": "256772000001", "amount": 25_000, "description": "Rent", "quote_id": 7, **NOTES},
    ),
    "collectPayment": (
        "collections.create",
        (),
        {
            "customer_phone": "256772000001",
            "amount": 25_000,
            "description": "Rent",
            "customer_name": "Akello",
            **NOTES,
        },
    ),
    "collectionStatus": ("collections.get", (7,), {}),
    "refundCollection": ("refunds.create", (7,), {"amount": 5_000, "description": "Sent back", **NOTES}),
    "listApprovals": ("approvals.list", (), {"limit": 3, "cursor": "9"}),
    "readApproval": ("approvals.get", (7,), {}),
    "approvePayment": ("approvals.approve", (7, 26_500), {}),
    "rejectPayment": ("approvals.reject", (7,), {"reason": "Paid before"}),
    "createBulkPayout": (
        "bulk_payouts.create",
        (),
        {
            "name": "Wages",
            "rows": [{"recipient_phone": "256772000001", "amount": 25_000}],
            "csv": "phone,amount\n",
            "ask_approval": True,
        },
    ),
    "listBulkPayouts": ("bulk_payouts.list", (), {"status": "draft", "limit": 3, "cursor": "9"}),
    "readBulkPayout": ("bulk_payouts.get", (7,), {}),
    "confirmBulkPayout": ("bulk_payouts.confirm", (7, 26_500), {}),
    "cancelBulkPayout": ("bulk_payouts.cancel", (7,), {}),
    "retryBulkPayout": ("bulk_payouts.retry", (7,), {}),
    "listBulkPayoutRows": ("bulk_payouts.list_rows", (7,), {"status": "failed", "limit": 3, "cursor": "9"}),
    "readBulkPayoutResult": ("bulk_payouts.result", (7,), {}),
    "readStatement": (
        "wallet.statements.get",
        (),
        {"from_": "2026-11-01", "to": "2026-11-30", "limit": 3, "cursor": "3.9"},
    ),
    "listTransactions": (
        "wallet.transactions.list",
        (),
        {
            "limit": 3,
            "cursor": "a",
            "type": "refund",
            "status": "failed",
            "reference": "REF_1_7",
            "phone": "256772000001",
            "from_": "2026-11-01",
            "to": "2026-11-02",
            "client_reference": "order-1",
            "metadata": "branch:Kampala",
        },
    ),
    "readTransaction": ("wallet.transactions.get", (7,), {}),
    "readReceipt": (
        "receipts.pdf",
        (7,),
        {"business": "masked", "counterparty": "hidden", "show_description": False},
    ),
    "quoteFee": (
        "wallet.quote_fee",
        (),
        {"operation": "send_money", "amount": 500, "recipient_phone": "256772000001", "sender_pays_fee": True},
    ),
    "createQuote": (
        "quotes.create",
        (),
        {
            "operation": "send_money",
            "recipient_phone": "256772000001",
            "amount": 25_000,
            "sender_pays_fee": False,
            "expected_name": "Akello",
        },
    ),
    "readQuote": ("quotes.get", (7,), {}),
    "readLimits": ("wallet.limits", (), {}),
    "lookupPhone": ("wallet.lookup", ("256772000001",), {}),
    "readEvents": ("events.list", (), {"after": 7, "limit": 3}),
    "streamEvents": ("events.stream", (), {"after": 7, "events": ["deposit.failed"]}),
    "createWebhook": (
        "webhooks.create",
        (),
        {
            "url": "https://shop.example.ug/hooks",
            "events": ["deposit.failed"],
            "api_key_id": 3,
            "description": "Orders",
            "honor_hints": True,
            "ordered": True,
        },
    ),
    "listWebhooks": ("webhooks.list", (), {}),
    "readWebhook": ("webhooks.get", (7,), {}),
    "updateWebhook": (
        "webhooks.update",
        (7,),
        {
            "url": "https://shop.example.ug/hooks",
            "events": ("deposit.failed",),
            "api_key_id": 0,
            "description": "",
            "honor_hints": False,
            "ordered": False,
            "is_active": True,
        },
    ),
    "deleteWebhook": ("webhooks.delete", (7,), {}),
    "testWebhook": ("webhooks.test", (7,), {}),
    "listDeliveries": ("webhooks.deliveries.list", (7,), {"limit": 3, "cursor": "a"}),
    "redeliverOne": ("webhooks.deliveries.redeliver", (7, 8), {}),
    "redeliverRange": ("webhooks.redeliver", (7,), {"from_": "2026-11-01", "to": "2026-11-02"}),
    "rollSecret": ("webhooks.roll_secret", (7,), {"overlap_seconds": 0}),
    "listPrompts": ("test_mode.prompts.list", (), {"phone": "256772000001"}),
    "approvePrompt": ("test_mode.prompts.approve", (7,), {}),
    "declinePrompt": ("test_mode.prompts.decline", (7,), {}),
    "fundTestWallet": ("test_mode.fund", (), {"amount": 25_000}),
}


class Modules(unittest.TestCase):
    def test_the_modules_of_the_client_that_waits_are_what_the_generator_writes_from_the_async_ones(self) -> None:
        for module in generate.async_modules():
            with self.subTest(module.name):
                written = (generate.PACKAGE / "_sync" / module.name).read_text("utf-8")
                self.assertEqual(generate.sync_source(module.read_text("utf-8")), written)

    def test_there_are_no_other_modules(self) -> None:
        names = {
            folder: {path.name for path in (generate.PACKAGE / folder).glob("*.py")} for folder in ("_async", "_sync")
        }
        self.assertEqual(names["_async"], names["_sync"])


@unittest.skipIf(DOCUMENT_FILE is None, "NSIMBI_OPENAPI does not name the document")
class Document(BothClients):
    document: Any

    @classmethod
    def setUpClass(cls) -> None:
        cls.document = json.loads(Path(DOCUMENT_FILE or "").read_text("utf-8"))
        cls.operations = {
            operation["operationId"]: (method.upper(), path, operation)
            for path, methods in cls.document["paths"].items()
            for method, operation in methods.items()
        }

    def test_every_field_of_the_document_is_one_of_a_type_and_the_types_have_no_others(self) -> None:
        for name, schema in generate.described_schemas(self.document).items():
            kind = getattr(types, generate.NEW_NAMES.get(name, name))
            if not schema["properties"]:
                continue
            with self.subTest(name):
                hints = typing.get_type_hints(kind, include_extras=True)
                self.assertEqual(set(hints), set(schema["properties"]))
                needed = {field for field, hint in hints.items() if typing.get_origin(hint) is not typing.NotRequired}
                self.assertEqual(needed, set(schema.get("required", [])))

    def test_named_values_are_those_of_the_document(self) -> None:
        named = {name for name, value in vars(types).items() if typing.get_origin(value) is typing.Literal}
        self.assertEqual(named, set(NAMED_VALUES))
        for name, place in NAMED_VALUES.items():
            with self.subTest(name):
                self.assertEqual(list(typing.get_args(getattr(types, name))), self.values_at(*place))

    def test_every_operation_has_a_method(self) -> None:
        self.assertEqual(sorted(CALLS), sorted(self.operations))

    def test_every_method_sends_what_the_document_says(self) -> None:
        for operation_id, (name, positional, named) in CALLS.items():
            method, path, operation = self.operations[operation_id]
            with self.subTest(operation_id):
                stops = FakeStream(400, {}, [b"stop"], None) if "stream" in name else HttpResponse(400, {}, b"stop")
                client, http = self.client_of(lambda _, stops=stops: stops)
                call = self.method_of(client, name)

                def act(call: Any = call, case: Any = (name, positional, named)) -> Any:
                    returned = call(*case[1], **case[2])
                    return self.items(returned) if case[0] == "events.stream" else returned

                self.assertEqual(self.error_of(act).status, 400)
                [request] = http.sent
                url = urlsplit(request.url)
                self.assertEqual(request.method, method)
                self.assertRegex(url.path, "^" + re.sub(r"\{\w+\}", r"\\d+", path) + "$")
                self.assertEqual(
                    sorted(parse_qs(url.query, keep_blank_values=True)), self.parameters_in(operation, "query")
                )
                has_key = "Idempotency-Key" in self.parameters_in(operation, "header")
                self.assertEqual("Idempotency-Key" in request.headers, has_key)
                self.assertEqual("Authorization" in request.headers, operation.get("security") != [])
                self.assertEqual(self.fields_of(request.body), self.body_fields(operation))
                self.assertEqual("Content-Type" in request.headers, "requestBody" in operation)

    def test_every_method_has_the_parameters_of_its_operation_and_needs_the_same(self) -> None:
        for operation_id, (name, positional, _) in CALLS.items():
            operation = self.operations[operation_id][2]
            with self.subTest(operation_id):
                client, _ = self.client_of(lambda _: HttpResponse(400, {}, b""))
                parameters = inspect.signature(self.method_of(client, name)).parameters
                given = {
                    found.name.rstrip("_"): found.default is found.empty
                    for found in parameters.values()
                    if found.kind is found.KEYWORD_ONLY
                }
                first = {found.name for found in parameters.values() if found.kind is found.POSITIONAL_OR_KEYWORD}
                self.assertEqual(len(first), len(positional))
                documented = self.parameters_and_need(operation)
                documented.pop("format", None)
                self.assertEqual(given, {found: needed for found, needed in documented.items() if found not in first})

    def test_a_list_and_its_iterator_have_the_same_parameters(self) -> None:
        client = Nsimbi(api_key="nsk_test_a", base_url="http://127.0.0.1")
        same: list[tuple[Any, Any, set[str]]] = [
            (client.wallet.transactions.list, client.wallet.transactions.iterate, set()),
            (client.wallet.transactions.list, client.collections.iterate, {"type"}),
            (client.wallet.transactions.list, client.refunds.iterate, {"type"}),
            (client.webhooks.deliveries.list, client.webhooks.deliveries.iterate, set()),
            (client.events.list, client.events.iterate, set()),
            (client.proofs.list, client.proofs.iterate, set()),
        ]
        for lists, iterates, without in same:
            with self.subTest(iterates.__qualname__):
                expected = set(inspect.signature(lists).parameters) - without
                self.assertEqual(set(inspect.signature(iterates).parameters), expected)

    def method_of(self, client: Any, name: str) -> Any:
        for part in name.split("."):
            client = getattr(client, part)
        return client

    def fields_of(self, body: bytes | None) -> list[str] | None:
        return None if body is None else sorted(json.loads(body))

    def body_fields(self, operation: Any) -> list[str] | None:
        schema = self.body_schema(operation)
        return None if schema is None else sorted(schema["properties"])

    def body_schema(self, operation: Any) -> Any:
        if "requestBody" not in operation:
            return None
        [content] = operation["requestBody"]["content"].values()
        return self.resolved(content["schema"])

    def parameters_in(self, operation: Any, place: str) -> list[str]:
        parameters = [self.resolved(one) for one in operation.get("parameters", [])]
        return sorted(one["name"] for one in parameters if one["in"] == place)

    def parameters_and_need(self, operation: Any) -> dict[str, bool]:
        """The names of all values of the query and the body, and whether they must be given."""
        parameters = [self.resolved(one) for one in operation.get("parameters", [])]
        found = {one["name"]: one.get("required", False) for one in parameters if one["in"] == "query"}
        schema = self.body_schema(operation)
        if schema is not None:
            found |= {name: name in schema.get("required", []) for name in schema["properties"]}
        return found

    def values_at(self, owner: str, name: str) -> Any:
        """The values of a field of an object, or of a parameter of an operation."""
        if owner not in self.operations:
            return self.document["components"]["schemas"][owner]["properties"][name]["enum"]
        parameters = [self.resolved(one) for one in self.operations[owner][2]["parameters"]]
        [parameter] = [one for one in parameters if one["name"] == name]
        return parameter["schema"]["enum"]

    def resolved(self, value: Any) -> Any:
        while "$ref" in value:
            found: Any = self.document
            for part in value["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            value = found
        return value


SyncDocument, AsyncDocument = for_both_clients(Document)
del BothClients, Document
