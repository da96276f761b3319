"""Signed requests, against the vectors that the client packages of all languages share."""

import base64
import re
import unittest
from typing import Any
from unittest import mock

from nsimbi import AsyncNsimbi, HttpRequest, Nsimbi, SigningKey
from nsimbi._ed25519 import is_signed_by
from nsimbi.request_signing import signature_headers

from .scripted import API_KEY, BASE_URL, ScriptedHttp, fails, read_vectors, succeeds

VECTORS = read_vectors("signed-requests.json")
PAIR = VECTORS["keys"][0]
PUBLIC_KEY = base64.urlsafe_b64decode(PAIR["public_base64url"] + "=")


def signer_of(case: Any) -> tuple[SigningKey, list[bytes]]:
    """A key that signs what a case of the vectors signs with the signature that is there, and what it signed."""
    messages: list[bytes] = []

    def sign(message: bytes) -> bytes:
        messages.append(message)
        return base64.b64decode(case["signature"].removeprefix("sig1=:").removesuffix(":"))

    return SigningKey(PAIR["key_id"], sign), messages


class Signatures(unittest.TestCase):
    def test_every_case(self) -> None:
        for case in VECTORS["signed"]:
            # The path of a base address is not signed.
            base_url = f"{BASE_URL}/pay"
            headers = {"Authorization": f"Bearer {case['api_key']}"}
            if case["idempotency_key"] is not None:
                headers["Idempotency-Key"] = case["idempotency_key"]
            body = None if case["body"] is None else case["body"].encode()
            request = HttpRequest(case["method"], f"{base_url}{case['target']}", headers, body, 1, False)
            key, messages = signer_of(case)
            with self.subTest(case["name"]):
                made = signature_headers(request, base_url, key, case["created"], case["nonce"])
                self.assertEqual(messages, [case["signature_base"].encode()])
                self.assertEqual(made.get("Content-Digest"), case["content_digest"])
                self.assertEqual(made["Signature-Input"], case["signature_input"])
                self.assertEqual(made["Signature"], case["signature"])
                self.assertTrue(is_signed_by(PUBLIC_KEY, messages[0], key.sign(b"")))

    def test_the_example_of_rfc_9421(self) -> None:
        example = VECTORS["rfc_9421_b_2_6"]
        der = base64.b64decode("".join(example["public_pem"].splitlines()[1:-1]))
        base, signature = example["signature_base"].encode(), base64.b64decode(example["signature"])
        self.assertTrue(is_signed_by(der[-32:], base, signature))
        self.assertFalse(is_signed_by(der[-32:], base.replace(b"POST", b"PUT"), signature))

    def test_a_key_that_cannot_be_right_is_refused(self) -> None:
        for key_id in ("sig1", "A" * 32, PAIR["key_id"] + "0", 7):
            with self.subTest(key_id), self.assertRaises(ValueError):
                SigningKey(key_id, lambda message: message)  # type: ignore[arg-type]
        with self.assertRaises(TypeError):
            SigningKey(PAIR["key_id"], PAIR["private_pem"])
        self.assertNotIn("function", repr(SigningKey(PAIR["key_id"], lambda message: message)))

    def test_a_function_that_does_not_sign_is_refused_and_nothing_is_sent(self) -> None:
        http = ScriptedHttp(succeeds({}))
        client = Nsimbi(api_key=API_KEY, base_url=BASE_URL, http=http, signing_key=SigningKey(PAIR["key_id"], lambda _: b""))
        with self.assertRaises(ValueError):
            client.wallet.balance()
        self.assertEqual(http.sent, [])

    def test_pem_needs_the_package_cryptography(self) -> None:
        with mock.patch.dict("sys.modules", {"cryptography.hazmat.primitives.asymmetric.ed25519": None}):
            with self.assertRaises(ImportError):
                SigningKey.from_pem(PAIR["key_id"], PAIR["private_pem"])

    def test_pem_is_read_with_the_package_cryptography(self) -> None:
        try:
            import cryptography as cryptography
        except ImportError:
            return
        case = VECTORS["signed"][0]
        key = SigningKey.from_pem(PAIR["key_id"], PAIR["private_pem"])
        self.assertEqual(f"sig1=:{base64.b64encode(key.sign(case['signature_base'].encode())).decode()}:", case["signature"])
        for wrong in ("secret", PAIR["public_pem"]):
            with self.assertRaises(ValueError):
                SigningKey.from_pem(PAIR["key_id"], wrong)


class Clients(unittest.TestCase):
    def test_every_attempt_is_signed_anew_and_public_operations_are_not_signed(self) -> None:
        http = ScriptedHttp(fails(503, "database_unavailable"), succeeds({"transaction_id": 1}), succeeds({}))
        key = SigningKey(PAIR["key_id"], lambda _: bytes(64))
        client = Nsimbi(api_key=API_KEY, base_url=BASE_URL, http=http, signing_key=key)
        with mock.patch("nsimbi._sync._effects.pause"):
            client.wallet.send_money(recipient_phone="256772000001", amount=1_000)
            client.health.ready()
        sent = [request.headers.get("Signature-Input", "") for request in http.sent]
        nonces = [match[1] if (match := re.search(r'nonce="([!-~]{16,128})"', one)) else None for one in sent]
        self.assertEqual([nonce is None for nonce in nonces], [False, False, True])
        self.assertNotEqual(nonces[0], nonces[1])
        self.assertEqual(http.keys[0], http.keys[1])
        self.assertIn('"content-digest" "idempotency-key"', sent[0])

    def test_the_client_with_an_event_loop_takes_the_same_key(self) -> None:
        key = SigningKey(PAIR["key_id"], lambda _: bytes(64))
        AsyncNsimbi(api_key=API_KEY, base_url=BASE_URL, http=ScriptedHttp(), signing_key=key)
