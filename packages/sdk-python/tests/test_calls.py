"""What a call sends, and when it is repeated."""

import builtins
import copy
import datetime as dates
import json
import pickle
from typing import Any
from unittest import mock

from nsimbi import HttpResponse, NsimbiError
from nsimbi.errors import ConnectionError, PermissionError, TimeoutError, ValidationError

from .scripted import (
    BothClients,
    breaks,
    fails,
    for_both_clients,
    is_refused,
    is_reset,
    is_silent,
    responds,
    succeeds,
)

PAYMENT = {"recipient_phone": "256772000001", "amount": 25_000}


class Payments(BothClients):
    def test_a_payment_is_repeated_with_the_same_key_and_body_until_the_service_responds(self) -> None:
        client, http = self.client_of(
            is_reset,
            is_silent,
            fails(500, "internal_error"),
            fails(409, "request_in_progress", {"retry-after": "1"}),
            succeeds({"transaction_id": 42}),
            max_retries=4,
        )
        self.assertEqual(self.result(client.wallet.send_money(**PAYMENT)), {"transaction_id": 42})
        self.assertEqual(len(http.sent), 5)
        self.assertEqual(len(set(http.keys)), 1)
        self.assertRegex(str(http.keys[0]), "^[0-9a-f-]{36}$")
        self.assertEqual({request.body for request in http.sent}, {json.dumps(PAYMENT, separators=(",", ":")).encode()})

    def test_every_call_has_another_key_and_the_given_one_where_one_is_given(self) -> None:
        client, http = self.client_of(succeeds({}))
        self.result(client.wallet.send_money(**PAYMENT))
        self.result(client.wallet.send_money(**PAYMENT))
        self.result(client.wallet.send_money(**PAYMENT, idempotency_key="order-1"))
        self.assertEqual(len(set(http.keys)), 3)
        self.assertEqual(http.keys[2], "order-1")

    def test_a_payment_without_a_response_after_all_retries_fails_with_the_key_to_continue_with(self) -> None:
        client, http = self.client_of(is_reset)
        error = self.error_of(lambda: client.wallet.send_money(**PAYMENT))
        self.assertIs(type(error), ConnectionError)
        self.assertEqual([error.code, error.status, error.is_retryable], ["connection_failed", None, True])
        self.assertEqual([error.idempotency_key] * 4, http.keys)

    def test_a_payment_of_which_the_transaction_failed_is_not_repeated_and_the_error_names_it(self) -> None:
        data = {"transaction_id": 42, "reference": "SM_1795269970_42", "status": "failed"}
        client, http = self.client_of(fails(502, "operator_refused", {}, data))
        error = self.error_of(lambda: client.wallet.send_money(**PAYMENT))
        self.assertEqual([error.data, error.is_retryable, len(http.sent)], [data, False, 1])

    def test_a_key_that_cannot_be_sent_is_refused_before_anything_is_sent(self) -> None:
        client, http = self.client_of(succeeds({}))
        for key in ("", "order 1", "é", "a" * 256, "a\n", 7):
            with self.subTest(key):
                error = self.error_of(lambda key=key: client.wallet.send_money(**PAYMENT, idempotency_key=key))
                self.assertIs(type(error), ValidationError)
        self.assertEqual(http.sent, [])

    def test_a_call_that_moves_no_money_takes_no_key(self) -> None:
        client, http = self.client_of(succeeds({}))
        self.assertIsInstance(self.error_of(lambda: client.wallet.balance(idempotency_key="a")), TypeError)
        self.assertIsInstance(self.error_of(lambda: client.wallet.balance(tiemout_seconds=1)), TypeError)
        self.assertEqual(http.sent, [])

    def test_an_error_of_this_program_is_not_repeated(self) -> None:
        client, http = self.client_of(breaks(LookupError("a mistake")))
        self.assertIsInstance(self.error_of(lambda: client.wallet.send_money(**PAYMENT)), LookupError)
        self.assertEqual(len(http.sent), 1)


class CallsWithoutKey(BothClients):
    def create(self, client: Any) -> Any:
        return client.webhooks.create(url="https://shop.example.ug/hooks", events=["deposit.completed"])

    def test_such_a_call_is_not_repeated_when_the_request_may_have_arrived(self) -> None:
        for step in (is_reset, is_silent, fails(500, "internal_error"), fails(503, "outcome_unknown")):
            client, http = self.client_of(step)
            error = self.error_of(lambda client=client: self.create(client))
            self.assertEqual([error.is_retryable, error.idempotency_key, len(http.sent)], [False, None, 1])

    def test_it_is_repeated_when_nothing_was_sent_or_nothing_happened(self) -> None:
        client, http = self.client_of(
            is_refused,
            fails(429, "rate_limited", {"retry-after": "1"}),
            fails(503, "database_unavailable", {"retry-after": "2"}),
            succeeds({"id": 1}),
        )
        self.assertEqual(self.result(self.create(client)), {"id": 1})
        self.assertEqual(http.keys, [None] * 4)

    def test_it_never_uses_a_connection_that_may_have_been_closed(self) -> None:
        client, http = self.client_of(succeeds({}))
        self.result(self.create(client))
        self.result(client.wallet.balance())
        self.result(client.wallet.send_money(**PAYMENT))
        self.assertEqual([request.needs_new_connection for request in http.sent], [True, False, False])

    def test_a_test_event_has_more_time_than_the_receiver(self) -> None:
        client, http = self.client_of(succeeds({}))
        self.result(client.webhooks.test(1))
        self.result(client.webhooks.test(1, timeout_seconds=5))
        self.result(client.webhooks.get(1))
        self.assertEqual([request.timeout_seconds for request in http.sent], [40, 5, 30])


class Reads(BothClients):
    def test_a_read_is_repeated_as_often_as_the_call_allows(self) -> None:
        client, http = self.client_of(is_reset)
        self.error_of(lambda: client.wallet.balance(max_retries=1))
        self.assertEqual(len(http.sent), 2)
        self.error_of(lambda: client.wallet.balance(max_retries=0))
        self.assertEqual(len(http.sent), 3)

    def test_pauses_are_random_up_to_a_bound_that_doubles_and_begin_after_retry_after(self) -> None:
        client, _ = self.client_of(is_reset, is_reset, fails(429, "rate_limited", {"retry-after": "7"}), is_reset)
        with mock.patch("random.random", return_value=0.5):
            self.error_of(lambda: client.wallet.balance())
        self.assertEqual(self.pauses, [0.25, 0.5, 8.0])

    def test_a_read_is_not_repeated_when_the_service_asks_for_more_than_a_minute(self) -> None:
        client, http = self.client_of(fails(429, "rate_limited", {"retry-after": "61"}))
        error = self.error_of(lambda: client.wallet.balance())
        self.assertEqual([error.retry_after_seconds, error.is_retryable, len(http.sent)], [61, True, 1])

    def test_a_read_without_a_response_in_time_is_a_timeout_error(self) -> None:
        client, _ = self.client_of(is_silent)
        error = self.error_of(lambda: client.wallet.limits(timeout_seconds=0.1, max_retries=0))
        self.assertIs(type(error), TimeoutError)
        self.assertEqual(error.code, "timeout")
        self.assertEqual(str(error), "GET /api/v1/wallet/limits had no response within 0.1 seconds.")

    def test_times_are_sent_as_utc_and_what_is_not_given_is_left_out(self) -> None:
        client, http = self.client_of(succeeds({}))
        kampala = dates.timezone(dates.timedelta(hours=3))
        self.result(client.wallet.balance(at=dates.datetime(2026, 11, 1, 3, tzinfo=kampala)))
        self.result(client.wallet.balance(at=dates.date(2026, 11, 1)))
        self.result(client.wallet.balance())
        address = "https://pay.example.ug/api/v1/wallet/balance"
        self.assertEqual(
            [request.url for request in http.sent],
            [f"{address}?at=2026-11-01T00%3A00%3A00.000Z", f"{address}?at=2026-11-01", address],
        )

    def test_a_time_without_a_zone_is_refused(self) -> None:
        client, http = self.client_of(succeeds({}))
        error = self.error_of(lambda: client.wallet.balance(at=dates.datetime(2026, 11, 1)))
        self.assertIs(type(error), ValidationError)
        self.assertEqual(http.sent, [])

    def test_an_id_that_is_none_is_not_sent_because_it_could_be_another_path(self) -> None:
        client, http = self.client_of(succeeds({}))
        for number in ("../webhooks", 1.0, -1, True, None, 2**53):
            with self.subTest(number):
                error = self.error_of(lambda number=number: client.wallet.transactions.get(number))
                self.assertIs(type(error), ValidationError)
        self.assertEqual(http.sent, [])

    def test_a_request_id_is_sent_and_one_that_would_be_two_headers_is_not(self) -> None:
        client, http = self.client_of(succeeds({}))
        self.result(client.wallet.limits(request_id="req-7"))
        self.assertEqual(http.sent[0].headers["X-Request-Id"], "req-7")
        error = self.error_of(lambda: client.wallet.limits(request_id="req-7\r\nX-Other: 1"))
        self.assertIs(type(error), ValidationError)
        self.assertEqual(len(http.sent), 1)

    def test_a_200_that_is_no_success_is_no_success(self) -> None:
        for body in ({"success": False}, {"data": {}}, [], None, "text"):
            with self.subTest(body):
                client, _ = self.client_of(responds(200, body))
                error = self.error_of(lambda client=client: client.wallet.balance(max_retries=0))
                self.assertEqual([error.code, error.status], ["unexpected_response", 200])

    def test_a_body_that_is_not_utf8_or_nested_too_deep_is_no_success(self) -> None:
        for body in (b"\xff", b"[" * 100_000):
            client, _ = self.client_of(lambda _, body=body: HttpResponse(200, {}, body))
            error = self.error_of(lambda client=client: client.wallet.balance(max_retries=0))
            self.assertEqual(error.code, "unexpected_response")

    def test_not_ready_is_an_answer_and_no_error(self) -> None:
        client, http = self.client_of(responds(503, {"ready": False, "details": {}}))
        self.assertEqual(self.result(client.health.ready()), {"ready": False, "details": {}})
        self.assertNotIn("Authorization", http.sent[0].headers)

    def test_a_receipt_that_is_not_a_pdf_is_no_receipt(self) -> None:
        pdf = HttpResponse(200, {"content-type": "application/pdf"}, b"%PDF-1.7")
        client, _ = self.client_of(lambda _: pdf, succeeds({}))
        self.assertEqual(self.result(client.receipts.pdf(7)), b"%PDF-1.7")
        error = self.error_of(lambda: client.receipts.pdf(7, max_retries=0))
        self.assertEqual(error.code, "unexpected_response")

    def test_a_page_from_a_standby_says_up_to_when_it_is_whole(self) -> None:
        body = {"success": True, "data": [], "pagination": {"next_cursor": None, "has_more": False}}
        client, _ = self.client_of(responds(200, body, {"x-as-of": "2026-11-21T12:00:00.000Z"}), responds(200, body))
        self.assertEqual(self.result(client.wallet.transactions.list()).as_of, "2026-11-21T12:00:00.000Z")
        self.assertIsNone(self.result(client.wallet.transactions.list()).as_of)

    def test_all_rounds_are_read_and_a_page_that_names_itself_ends_them(self) -> None:
        page = responds(200, {"rounds": [{"number": 2}], "next_before": 2})
        client, http = self.client_of(page, page)
        self.assertEqual(self.items(client.proofs.iterate()), [{"number": 2}] * 2)
        self.assertEqual(http.queries, [{}, {"before": "2"}])


class Errors(BothClients):
    def test_errors_are_also_the_built_in_ones_of_their_name(self) -> None:
        for step, kind, built_in in (
            (is_reset, ConnectionError, builtins.ConnectionError),
            (is_silent, TimeoutError, builtins.TimeoutError),
            (fails(403, "forbidden"), PermissionError, builtins.PermissionError),
        ):
            client, _ = self.client_of(step, max_retries=0)
            error = self.error_of(lambda client=client: client.wallet.send_money(**PAYMENT))
            self.assertIsInstance(error, kind)
            self.assertIsInstance(error, built_in)

    def test_an_error_keeps_its_values_when_it_is_copied_or_sent_to_another_process(self) -> None:
        client, _ = self.client_of(fails(429, "rate_limited", {"retry-after": "90"}), is_reset, max_retries=0)
        for _ in range(2):
            error = self.error_of(lambda: client.wallet.send_money(**PAYMENT))
            for same in (copy.copy(error), pickle.loads(pickle.dumps(error))):
                self.assertIs(type(same), type(error))
                self.assertIsInstance(same, NsimbiError)
                self.assertEqual([str(same), vars(same)], [str(error), vars(error)])


SyncPayments, AsyncPayments = for_both_clients(Payments)
SyncCallsWithoutKey, AsyncCallsWithoutKey = for_both_clients(CallsWithoutKey)
SyncReads, AsyncReads = for_both_clients(Reads)
SyncErrors, AsyncErrors = for_both_clients(Errors)
del BothClients, Payments, CallsWithoutKey, Reads, Errors
