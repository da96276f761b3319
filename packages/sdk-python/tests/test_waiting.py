"""Waiting for the end of a transaction."""

import unittest

from nsimbi._waiting import pause_between_reads
from nsimbi.errors import NotFoundError, TimeoutError

from .scripted import BothClients, Step, fails, for_both_clients, is_reset, responds


def collection(status: str) -> Step:
    return responds(200, {"success": True, "transaction_id": 42, "status": status})


class Waiting(BothClients):
    def test_a_collection_is_read_until_it_has_ended_also_when_it_failed(self) -> None:
        for status in ("completed", "failed"):
            client, http = self.client_of(collection("processing"), collection("processing"), collection(status))
            self.assertEqual(self.result(client.collections.wait(42))["status"], status)
            address = "https://pay.example.ug/api/v1/wallet/collections/42/status"
            self.assertEqual([request.url for request in http.sent], [address] * 3)

    def test_a_transaction_is_waited_for_as_well(self) -> None:
        client, _ = self.client_of(responds(200, {"success": True, "data": {"status": "completed"}}))
        self.assertEqual(self.result(client.wallet.transactions.wait(42)), {"status": "completed"})
        self.assertEqual(self.pauses, [])

    def test_a_lost_connection_a_rate_limit_and_a_database_that_is_away_do_not_end_it(self) -> None:
        client, http = self.client_of(
            is_reset,
            fails(429, "rate_limited", {"retry-after": "90"}),
            fails(503, "database_unavailable", {"retry-after": "2"}),
            collection("completed"),
        )
        self.assertEqual(self.result(client.collections.wait(42))["status"], "completed")
        self.assertEqual(len(http.sent), 4)
        self.assertEqual(self.pauses[1], 90)

    def test_what_cannot_pass_ends_it_at_once(self) -> None:
        client, http = self.client_of(fails(404, "not_found"))
        self.assertIs(type(self.error_of(lambda: client.collections.wait(42))), NotFoundError)
        self.assertEqual(len(http.sent), 1)

    def test_without_an_end_in_time_it_fails_and_says_what_was_read_last(self) -> None:
        client, _ = self.client_of(collection("processing"))
        error = self.error_of(lambda: client.collections.wait(42, timeout_seconds=20))
        self.assertIs(type(error), TimeoutError)
        self.assertEqual([error.code, error.is_retryable], ["not_final_in_time", True])
        self.assertEqual(str(error), "The status was still processing after 20 seconds.")
        self.assertAlmostEqual(sum(self.pauses), 20)

    def test_no_read_lasts_longer_than_what_is_left(self) -> None:
        client, http = self.client_of(collection("processing"))
        self.error_of(lambda: client.collections.wait(42, timeout_seconds=40))
        self.assertEqual(http.sent[0].timeout_seconds, 30)
        self.assertTrue(all(request.timeout_seconds <= 30 for request in http.sent))
        self.assertLess(http.sent[-2].timeout_seconds, 10)


class Pauses(unittest.TestCase):
    def test_they_grow_from_a_second_to_five_seconds(self) -> None:
        pauses = [pause_between_reads(reads_done, 1) for reads_done in (1, 2, 3, 4, 5, 50, 5_000)]
        self.assertEqual(pauses, [1, 1.5, 2.25, 3.375, 5, 5, 5])

    def test_they_are_shorter_by_up_to_a_quarter_so_that_calls_that_wait_spread(self) -> None:
        self.assertEqual(pause_between_reads(50, 0), 3.75)


SyncWaiting, AsyncWaiting = for_both_clients(Waiting)
del BothClients, Waiting
