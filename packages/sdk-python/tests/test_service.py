"""The package against a running service. `NSIMBI_URL` is its address, `NSIMBI_API_KEY` the test key of its first
start.
"""

import os
import time
import unittest
import uuid
from collections.abc import Callable
from typing import Any

from nsimbi import Nsimbi, verify_receipt
from nsimbi.errors import ConflictError

from . import test_document
from .scripted import BothClients, for_both_clients, read_vectors

BASE_URL = os.environ.get("NSIMBI_URL", "")
API_KEY = os.environ.get("NSIMBI_API_KEY", "")
WRONG_KEY = f"nsk_test_{'A' * 12}.{'A' * 40}"


@unittest.skipIf(BASE_URL == "" or API_KEY == "", "NSIMBI_URL and NSIMBI_API_KEY do not name a service")
class ServiceCase(BothClients):
    passes_pauses = False

    def setUp(self) -> None:
        super().setUp()
        self.client = self.made_client(api_key=API_KEY, base_url=BASE_URL)

    def call(self, operation: str, **values: Any) -> Any:
        """Calls the method of an operation of the document."""
        return self.call_with(self.client, operation, **values)

    def call_with(self, client: Any, operation: str, *positional: Any, **values: Any) -> Any:
        method = client
        for part in test_document.CALLS[operation][0].split("."):
            method = getattr(method, part)
        return self.result(method(*positional, **values))

    def until(self, what: str, find: Callable[[], Any]) -> Any:
        end = time.monotonic() + 60
        while not (found := find()):
            self.assertLess(time.monotonic(), end, f"not within a minute: {what}")
            time.sleep(0.5)
        return found


class Service(ServiceCase):
    def test_the_pages_of_the_vectors_have_every_transaction_once_the_newest_first(self) -> None:
        pages = read_vectors("pages.json")["service"]
        created = [self.call(pages["operation"], **pages["body"])["transaction_id"] for _ in range(pages["times"])]
        listed = [one["id"] for one in self.items(self.client.wallet.transactions.iterate(**pages["query"]))]
        self.assertEqual(listed[: len(created)], created[::-1])
        self.assertEqual(len(set(listed)), len(listed))

    def test_the_amounts_of_the_vectors_are_read_as_they_are(self) -> None:
        amounts = read_vectors("amounts.json")["service"]
        new_balance = None
        for _ in range(amounts["times"]):
            new_balance = self.call(amounts["operation"], **amounts["body"])["new_balance"]
        balance = self.result(self.client.wallet.balance())["balance"]
        self.assertEqual(balance, new_balance)
        self.assertGreaterEqual(balance, amounts["least_balance"])

    def test_the_stream_gives_a_collection_that_a_customer_declines_and_waiting_for_it_ends_with_the_reason(
        self,
    ) -> None:
        feed = self.items(self.client.events.iterate(limit=100))
        last = feed[-1]["sequence"] if feed else 0
        stream = self.client.events.stream(after=last, events=["deposit.failed"])
        collection = self.result(self.client.collections.create(customer_phone="256770000009", amount=5_000))
        prompts = self.client.test_mode.prompts
        prompt = self.until(
            "the prompt is on the phone",
            lambda: [one for one in self.result(prompts.list(phone="256770000009")) if one["status"] == "waiting"],
        )[0]
        self.result(prompts.decline(prompt["id"]))
        ended = self.result(self.client.collections.wait(collection["transaction_id"]))
        self.assertEqual(ended["status"], "failed")
        self.assertIsInstance(ended["failure_reason"], str)
        [event] = self.items(stream, 1)
        self.assertEqual([event["data"]["id"], event["data"]["status"]], [collection["transaction_id"], "failed"])
        self.result(stream.aclose() if hasattr(stream, "aclose") else stream.close())

    def test_a_receipt_is_read_as_pdf_and_verified_as_soon_as_its_transaction_is_proven(self) -> None:
        number = self.result(self.client.test_mode.fund(amount=4_000))["transaction_id"]
        self.assertEqual(self.result(self.client.receipts.pdf(number))[:5], b"%PDF-")

        def proven() -> Any:
            receipt = self.result(self.client.receipts.get(number, business="masked"))
            return receipt if receipt["round"] is not None else None

        receipt = self.until("the transaction is proven", proven)
        trusted = [one["public_key"] for one in self.result(self.client.proofs.keys())["keys"]]
        verdict = verify_receipt(receipt, trusted)
        self.assertEqual([verdict.result, verdict.values["amount"]], ["valid", "4000"])
        altered = {**receipt, "transaction": {**receipt["transaction"], "amount": "9000"}}
        self.assertEqual(list(verify_receipt(altered, trusted).altered), ["transaction.amount"])

    def test_the_public_operations_need_no_valid_key(self) -> None:
        client = self.made_client(api_key=WRONG_KEY, base_url=BASE_URL)
        self.assertTrue(self.result(client.health.ready())["ready"])
        self.result(client.health.alive())
        self.assertGreater(len(self.result(client.proofs.keys())["keys"]), 0)


class ServicePayments(ServiceCase):
    """For one client: payments of both would be more than the rate limit allows in a minute."""

    client_class = Nsimbi

    def test_a_repeated_payment_is_one_payment_and_its_key_with_another_body_is_a_conflict(self) -> None:
        key = f"rent-{uuid.uuid4()}"
        request = {"recipient_phone": "256772000001", "amount": 1_000, "idempotency_key": key}
        first = self.result(self.client.wallet.send_money(**request))
        self.assertEqual(self.result(self.client.wallet.send_money(**request)), first)
        error = self.error_of(lambda: self.client.wallet.send_money(**{**request, "amount": 2_000}))
        self.assertIs(type(error), ConflictError)
        self.assertEqual(error.idempotency_key, key)

    def test_the_errors_of_the_vectors(self) -> None:
        for case in read_vectors("errors.json")["service"]:
            with self.subTest(case["name"]):
                key = WRONG_KEY if case.get("key") == "wrong" else API_KEY
                client = self.made_client(api_key=key, base_url=BASE_URL, max_retries=0)
                positional = [case["id"]] if "id" in case else []
                error = self.error_of(
                    lambda client=client, case=case, positional=positional: self.call_with(
                        client, case["operation"], *positional, **case.get("body", {})
                    )
                )
                self.assertEqual(
                    [type(error).__name__, error.code, error.status, error.is_retryable],
                    [case[name] for name in ("class", "code", "status", "is_retryable")],
                )
                self.assertIsNotNone(error.request_id)
                self.assertEqual(list(error.fields), case.get("fields", []))
                self.assertEqual((error.data or {}).get("status"), case.get("transaction_status"))


SyncService, AsyncService = for_both_clients(Service)
del BothClients, ServiceCase, Service
