"""Every case of the vectors that the client packages of all languages share."""

import email.message
import json
import re
import unittest
from typing import Any

from nsimbi import (
    NsimbiError,
    Page,
    UnreadableReceiptError,
    WebhookVerificationError,
    errors,
    verify_receipt,
    verify_webhook,
)
from nsimbi._async._pages import items_of_pages as async_items_of_pages
from nsimbi._retry import AttemptFailure, decide_retry, parse_retry_after
from nsimbi._sync._pages import items_of_pages
from nsimbi.errors import ValidationError, error_of_response

from .scripted import VECTORS, BothClients, for_both_clients, read_vectors, responds, succeeds

ALMOST_ONE = 1 - 2**-52


class WebhookSignatures(unittest.TestCase):
    vectors = read_vectors("webhook-signatures.json")

    def arguments_of(self, case: Any) -> dict[str, Any]:
        arguments = {
            "payload": case["payload"],
            "headers": case["headers"],
            "secrets": case["secrets"],
            "now": self.vectors["now"],
            "tolerance_seconds": case.get("tolerance_seconds"),
            "schemes": case.get("schemes"),
            "brand": case.get("brand"),
        }
        return {name: value for name, value in arguments.items() if value is not None}

    def test_every_case(self) -> None:
        for case in self.vectors["cases"]:
            arguments = self.arguments_of(case)
            forms = [
                arguments,
                {**arguments, "payload": case["payload"].encode()},
                {**arguments, "headers": list(case["headers"].items())},
            ]
            for form in forms:
                with self.subTest(case["name"]):
                    self.assertEqual(self.outcome_of(form), case["result"])

    def outcome_of(self, arguments: dict[str, Any]) -> str:
        try:
            event = verify_webhook(**arguments)
        except WebhookVerificationError as error:
            return error.reason
        self.assertEqual(event["id"], self.vectors["event_id"])
        return "valid"

    def test_one_secret_may_be_a_text(self) -> None:
        valid = self.arguments_of(self.vectors["cases"][0])
        self.assertEqual(verify_webhook(**{**valid, "secrets": valid["secrets"][0]})["data"]["amount"], 50_000)

    def test_a_mistake_of_the_receiver_is_another_error_than_a_wrong_request(self) -> None:
        valid = self.arguments_of(self.vectors["cases"][0])
        with self.assertRaises(TypeError):
            verify_webhook(**{**valid, "payload": json.loads(valid["payload"])})
        for secrets in ("", [], [""], ["secret"], [None], "whsec_" + "A" * 33):
            with self.subTest(secrets), self.assertRaises(ValueError):
                verify_webhook(**{**valid, "secrets": secrets})

    def test_headers_of_the_standard_library_are_read(self) -> None:
        valid = self.arguments_of(self.vectors["cases"][0])
        headers = email.message.Message()
        for name, value in valid["headers"].items():
            headers[name] = value
        self.assertEqual(self.outcome_of({**valid, "headers": headers}), "valid")

    def test_headers_of_any_characters_are_refused_and_do_not_fail(self) -> None:
        valid = self.arguments_of(self.vectors["cases"][0])
        headers = {**valid["headers"], "webhook-signature": "v1,\udcff é", "webhook-id": "\ud800"}
        self.assertEqual(self.outcome_of({**valid, "headers": headers}), "wrong_signature")


class Retries(unittest.TestCase):
    vectors = read_vectors("retries.json")

    def test_every_case(self) -> None:
        for case in self.vectors["cases"]:
            with self.subTest(case["name"]):
                failure = AttemptFailure(**case["failure"])
                shortest, longest = (
                    decide_retry(case["call"], failure, case["retries_done"], case["retries_max"], random)
                    for random in (0, ALMOST_ONE)
                )
                if case["retry"]:
                    self.assertEqual([shortest, longest], [case["delay_ms"]["min"], case["delay_ms"]["below"] - 1])
                else:
                    self.assertEqual([shortest, longest], [None, None])

    def test_every_retry_after(self) -> None:
        vectors = self.vectors["retry_after"]
        for case in vectors["cases"]:
            with self.subTest(case["header"]):
                self.assertEqual(parse_retry_after(case["header"], vectors["now_ms"]), case["ms"])


class Errors(unittest.TestCase):
    def test_every_case(self) -> None:
        for case in read_vectors("errors.json")["cases"]:
            with self.subTest(case["name"]):
                headers = {name.lower(): value for name, value in case["headers"].items()}
                error, _ = error_of_response(case["call"], case["status"], headers, case["body"], "order-1", 0)
                self.assertIs(type(error), getattr(errors, case["class"]))
                self.assertIsInstance(error, NsimbiError)
                self.assertEqual(error.code, case["code"])
                self.assertEqual(error.status, case["status"])
                self.assertIs(error.is_retryable, case["is_retryable"])
                self.assertEqual(error.fields, case.get("fields", {}))
                self.assertEqual(error.idempotency_key, "order-1")
                milliseconds = case.get("retry_after_ms")
                self.assertEqual(error.retry_after_seconds, None if milliseconds is None else milliseconds / 1_000)
                if "message" in case:
                    self.assertEqual([error.message, str(error)], [case["message"]] * 2)
                if "request_id" in case:
                    self.assertEqual(error.request_id, case["request_id"])
                if "data" in case:
                    self.assertEqual(error.data, case["data"])


class Pages(BothClients):
    def test_every_case(self) -> None:
        for case in read_vectors("pages.json")["cases"]:
            with self.subTest(case["name"]):
                read: list[str] = []

                def page_at(cursor: str | None, case: Any = case, read: list[str] = read) -> Page[Any]:
                    asked = case.get("first_cursor", "") if cursor is None else cursor
                    read.append(asked)
                    return Page(**case["responses"][asked], as_of=None)

                async def async_page_at(cursor: str | None, page_at: Any = page_at) -> Page[Any]:
                    return page_at(cursor)

                is_async = self.client_class.__name__ == "AsyncNsimbi"
                pages = async_items_of_pages(async_page_at) if is_async else items_of_pages(page_at)
                found, ended = self.items_until_the_error(pages, case.get("take"))
                self.assertEqual([item["id"] for item in found], case["items"])
                self.assertEqual(read, case["requests"])
                self.assertEqual(ended, case.get("error"))

    def items_until_the_error(self, pages: Any, take: int | None) -> tuple[list[Any], str | None]:
        found: list[Any] = []
        while take is None or len(found) < take:
            try:
                more = self.items(pages, 1)
            except NsimbiError as error:
                return found, error.code
            if not more:
                break
            found += more
        return found, None


class Amounts(BothClients):
    vectors = read_vectors("amounts.json")

    def test_every_accepted_amount_is_sent_and_read_as_it_is(self) -> None:
        for text in self.vectors["accepted"]:
            with self.subTest(text):
                amount = int(text)
                client, http = self.client_of(responds(200, {"success": True, "data": {"amount": amount}}))
                received = self.result(client.test_mode.fund(amount=amount))
                self.assertEqual(http.sent[0].body, f'{{"amount":{text}}}'.encode())
                self.assertEqual(str(received["amount"]), text)

    def test_every_refused_amount_is_refused_before_anything_is_sent(self) -> None:
        for text in self.vectors["refused"]:
            with self.subTest(text):
                amount = int(text) if re.fullmatch("-?[0-9]+", text) else float(text)
                self.check_refusal(amount)

    def test_what_is_no_int_is_refused_too(self) -> None:
        for amount in (True, 25_000.0, "25000"):
            with self.subTest(amount):
                self.check_refusal(amount)

    def check_refusal(self, amount: Any) -> None:
        client, http = self.client_of(succeeds({}))
        error = self.error_of(lambda: client.wallet.send_money(recipient_phone="256772000001", amount=amount))
        self.assertIs(type(error), ValidationError)
        self.assertEqual([error.code, list(error.fields)], ["invalid_request", ["amount"]])
        self.assertIsNotNone(error.idempotency_key)
        self.assertEqual(http.sent, [])


class Receipts(unittest.TestCase):
    vectors = json.loads((VECTORS.parent / "receipt-verifier/vectors/vectors.json").read_text("utf-8"))

    def test_every_case(self) -> None:
        for case in self.vectors["vectors"]:
            with self.subTest(case["name"]):
                if case["result"] == "unreadable":
                    with self.assertRaises(UnreadableReceiptError):
                        verify_receipt(case["input"], self.vectors["trusted_keys"])
                    continue
                verdict = verify_receipt(case["input"], self.vectors["trusted_keys"])
                self.assertEqual(verdict.result, case["result"])
                self.assertEqual(list(verdict.altered), case.get("altered", []))

    def test_a_receipt_is_read_from_its_json_and_from_the_response_of_the_api(self) -> None:
        receipt = self.vectors["vectors"][0]["input"]
        for form in (json.dumps(receipt), {"success": True, "message": "Receipt.", "data": receipt}):
            self.assertEqual(verify_receipt(form, self.vectors["trusted_keys"]).result, "valid")

    def test_a_valid_receipt_gives_the_values_of_its_open_fields_and_its_round(self) -> None:
        receipt = self.vectors["vectors"][0]["input"]
        verdict = verify_receipt(receipt, self.vectors["trusted_keys"])
        self.assertLessEqual(receipt["transaction"].items(), dict(verdict.values).items())
        assert verdict.round is not None
        self.assertEqual(
            [verdict.round.number, verdict.round.installation_id, verdict.round.signed_at],
            [receipt["round"][name] for name in ("number", "installation_id", "signed_at")],
        )

    def test_what_is_no_receipt_is_unreadable(self) -> None:
        for value in (None, [], "hello", "12345678901234567", "1" * 8_000, "[" * 100_000, "\ud800"):
            with self.subTest(str(value)[:20]), self.assertRaises(UnreadableReceiptError):
                verify_receipt(value, self.vectors["trusted_keys"])  # type: ignore[arg-type]


SyncPages, AsyncPages = for_both_clients(Pages)
SyncAmounts, AsyncAmounts = for_both_clients(Amounts)
del BothClients, Pages, Amounts
