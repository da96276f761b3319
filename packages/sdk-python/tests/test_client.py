"""Making a client."""

import re
import tomllib
import unittest
from pathlib import Path
from typing import Any

import nsimbi

from .scripted import API_KEY, BASE_URL, BothClients, ScriptedHttp, for_both_clients, succeeds


class Clients(BothClients):
    def test_a_client_is_not_made_with_values_that_cannot_be_right(self) -> None:
        wrong: dict[str, dict[str, Any]] = {
            "without a key": {"api_key": ""},
            "with a key that is missing in the environment": {"api_key": None},
            "with something else than a key": {"api_key": "whsec_AAAA"},
            "with a line end in the key": {"api_key": f"{API_KEY}\n"},
            "without an address": {"base_url": ""},
            "with an address that is missing in the environment": {"base_url": None},
            "with an address without a scheme": {"base_url": "pay.example.ug"},
            "with an address of another scheme": {"base_url": "ftp://pay.example.ug"},
            "with an address with a password": {"base_url": "https://me:secret@pay.example.ug"},
            "with an address with a query": {"base_url": "https://pay.example.ug/?a=b"},
            "with an address with a port that is none": {"base_url": "https://pay.example.ug:port"},
            "with an address with a line end": {"base_url": "https://pay.example.ug\r\n"},
            "with no time": {"timeout_seconds": 0},
            "with a time that never ends": {"timeout_seconds": float("inf")},
            "with a fraction of retries": {"max_retries": 1.5},
            "with fewer than no retries": {"max_retries": -1},
        }
        for name, options in wrong.items():
            with self.subTest(name), self.assertRaises(ValueError) as raised:
                self.client_class(**{"api_key": API_KEY, "base_url": BASE_URL, **options})
            self.assertNotIn("0123456789", str(raised.exception))

    def test_a_client_that_is_printed_does_not_show_its_key(self) -> None:
        client, http = self.client_of(succeeds({}))
        self.result(client.wallet.limits())
        self.assertNotIn("nsk_test_", f"{client!r}{client.wallet!r}{client._transport!r}{http.sent[0]!r}")

    def test_an_address_may_have_a_path_under_which_a_proxy_has_the_service(self) -> None:
        client, http = self.client_of(succeeds({}), base_url=f"{BASE_URL}/nsimbi/")
        self.result(client.wallet.limits())
        self.assertEqual(http.sent[0].url, "https://pay.example.ug/nsimbi/api/v1/wallet/limits")

    def test_the_end_of_a_with_block_closes_the_connections(self) -> None:
        http = ScriptedHttp(succeeds({}))

        async def use() -> None:
            async with nsimbi.AsyncNsimbi(api_key=API_KEY, base_url=BASE_URL, http=http) as client:
                await client.wallet.limits()

        if self.client_class is nsimbi.AsyncNsimbi:
            self.loop.run(use())
        else:
            with nsimbi.Nsimbi(api_key=API_KEY, base_url=BASE_URL, http=http) as client:
                client.wallet.limits()
        self.assertTrue(http.is_closed)


class Package(unittest.TestCase):
    def test_the_version_of_the_user_agent_is_that_of_the_package(self) -> None:
        project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
        self.assertEqual(nsimbi.__version__, project["version"])

    def test_a_star_import_does_not_replace_built_in_errors(self) -> None:
        names: dict[str, Any] = {}
        exec("from nsimbi import *", names)
        built_in = [name for name in nsimbi.__all__ if re.fullmatch("(Connection|Timeout|Permission)Error", name)]
        self.assertEqual(built_in, [])
        self.assertIs(names["Nsimbi"], nsimbi.Nsimbi)


SyncClients, AsyncClients = for_both_clients(Clients)
del BothClients, Clients
