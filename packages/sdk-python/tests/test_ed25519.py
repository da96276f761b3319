"""Ed25519 signatures."""

import unittest

from nsimbi._ed25519 import ORDER, P, is_signed_by

# RFC 8032, section 7.1: public key, message, signature.
CASES = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


class Ed25519(unittest.TestCase):
    cases = [tuple(map(bytes.fromhex, case)) for case in CASES]

    def test_the_signatures_of_the_standard_are_right(self) -> None:
        for key, message, signature in self.cases:
            self.assertTrue(is_signed_by(key, message, signature))

    def test_a_signature_with_any_changed_bit_is_wrong(self) -> None:
        key, message, signature = self.cases[1]
        for bit in range(0, 512, 7):
            changed = int.from_bytes(signature, "little") ^ 1 << bit
            self.assertFalse(is_signed_by(key, message, changed.to_bytes(64, "little")), bit)

    def test_another_message_or_key_is_wrong(self) -> None:
        key, message, signature = self.cases[2]
        self.assertFalse(is_signed_by(key, message + b"\0", signature))
        self.assertFalse(is_signed_by(self.cases[0][0], message, signature))

    def test_a_second_form_of_a_right_signature_is_wrong(self) -> None:
        key, message, signature = self.cases[2]
        s = int.from_bytes(signature[32:], "little") + ORDER
        self.assertFalse(is_signed_by(key, message, signature[:32] + s.to_bytes(32, "little")))

    def test_bytes_that_are_no_key_or_no_signature_are_wrong(self) -> None:
        key, message, signature = self.cases[0]
        no_points = [P.to_bytes(32, "little"), b"\xff" * 32, (1 | 1 << 255).to_bytes(32, "little"), b"\2" + b"\0" * 31]
        for other in (b"", key[:31], *no_points):
            self.assertFalse(is_signed_by(other, message, signature))
        self.assertFalse(is_signed_by(key, message, signature[:63]))
