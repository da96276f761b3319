"""The form of a receipt, checked before anything is calculated (docs/receipts.md of the service, "Format" and "QR
code").
"""

import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ._call import SAFE_INTEGER_MAX

FORMAT = "nsimbi-receipt-1"
HASH_FORM = "[0-9a-f]{64}"
# A QR code has at most 7089 digits, and what they stand for is some kilobytes.
QR_DIGITS_MAX = 7_089
QR_JSON_BYTES_MAX = 1_048_576
# How many bytes a group of so many digits stands for: 17 digits are seven bytes, a shorter group at the end has fewer.
BYTES_OF_DIGITS = {3: 1, 5: 2, 8: 3, 10: 4, 13: 5, 15: 6, 17: 7}

# A value that is not there, which is something else than null.
_MISSING: Any = object()


class UnreadableReceiptError(Exception):
    """A value that is no receipt of this format."""


@dataclass(frozen=True, slots=True)
class OpenField:
    """The salt and the value of a field that is shown."""

    salt: str
    value: str | None


@dataclass(frozen=True, slots=True)
class CheckedField:
    """A field of the leaf."""

    name: str
    open: OpenField | None
    """None for a hidden field."""
    commitment: str | None
    """None where it was left out, which only an open field allows."""


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """The signed round with the transaction."""

    installation_id: str
    number: int
    tree_size: int
    root: str
    previous: str
    signed_at: str
    fork: tuple[int, str] | None
    """Number and hash of the round at which this installation began again from a copy."""
    hash: str | None
    key_id: str | None
    public_key: str
    signature: str


@dataclass(frozen=True, slots=True)
class CheckedLeaf:
    """The place of the transaction in the tree of the round."""

    index: int
    path: Sequence[str]
    fields: Sequence[CheckedField]
    hash: str | None


@dataclass(frozen=True, slots=True)
class CheckedReceipt:
    """A receipt of the right form."""

    shown: Mapping[str, str | None]
    proof: tuple[CheckedRound, CheckedLeaf] | None
    """None for a receipt that is not proven."""


def read_receipt(value: object) -> CheckedReceipt:
    """Reads a receipt: an object, its JSON, the API's response with it, or the text of a QR code. Pure.

    Raises UnreadableReceiptError.
    """
    receipt = _record(_value_in(value) if isinstance(value, str) else value, "the receipt")
    if "success" in receipt and "data" in receipt:
        receipt = _record(receipt["data"], "data")
    return _checked(receipt)


def _value_in(text: str) -> object:
    digits = re.fullmatch(r"(?:[^\s{]*#)?([0-9\s]{17,})", text.strip())
    return _parsed(text) if digits is None else _expanded_qr_code(re.sub(r"\s", "", digits[1]))


def _checked(receipt: Mapping[str, Any]) -> CheckedReceipt:
    if receipt.get("format") != FORMAT:
        raise UnreadableReceiptError(f"The format is not {FORMAT}.")
    transaction = receipt.get("transaction")
    shown = {
        str(name): _text_or_null(value, f"transaction.{name}")
        for name, value in _record({} if transaction is None else transaction, "transaction").items()
    }
    round_, leaf = receipt.get("round", _MISSING), receipt.get("leaf", _MISSING)
    if round_ is None and leaf is None:
        return CheckedReceipt(shown, None)
    return CheckedReceipt(shown, (_checked_round(round_), _checked_leaf(leaf)))


def _checked_round(value: object) -> CheckedRound:
    found = _record(value, "round")
    fork_of = found.get("fork_of")
    fork = None
    if fork_of is not None:
        fork_of = _record(fork_of, "round.fork_of")
        fork = (
            _integer(fork_of.get("number"), 0, "round.fork_of.number"),
            _text(fork_of.get("hash"), HASH_FORM, "round.fork_of.hash"),
        )
    return CheckedRound(
        installation_id=_text(found.get("installation_id"), r"[\x21-\x7e]{1,100}", "round.installation_id"),
        number=_integer(found.get("number"), 1, "round.number"),
        tree_size=_integer(found.get("tree_size"), 1, "round.tree_size"),
        root=_text(found.get("root"), HASH_FORM, "round.root"),
        previous=_text(found.get("previous"), HASH_FORM, "round.previous"),
        signed_at=_text(
            found.get("signed_at"),
            r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z",
            "round.signed_at",
        ),
        fork=fork,
        hash=_optional_text(found, "hash", HASH_FORM, "round.hash"),
        key_id=_optional_text(found, "key_id", "[0-9a-f]{16}", "round.key_id"),
        public_key=_text(found.get("public_key"), "[A-Za-z0-9+/]{43}=", "round.public_key"),
        signature=_text(found.get("signature"), "[A-Za-z0-9+/]{86}==", "round.signature"),
    )


def _checked_leaf(value: object) -> CheckedLeaf:
    leaf = _record(value, "leaf")
    if leaf.get("kind") != "transaction":
        raise UnreadableReceiptError("leaf.kind is not transaction.")
    fields = [_checked_field(field) for field in _list(leaf.get("fields"), "leaf.fields")]
    if len({field.name for field in fields}) < len(fields):
        raise UnreadableReceiptError("Two fields have the same name.")
    return CheckedLeaf(
        index=_integer(leaf.get("index"), 0, "leaf.index"),
        path=[_text(one, HASH_FORM, "leaf.path") for one in _list(leaf.get("path"), "leaf.path")],
        fields=fields,
        hash=_optional_text(leaf, "hash", HASH_FORM, "leaf.hash"),
    )


def _checked_field(value: object) -> CheckedField:
    """The lengths count: with another one, bytes of the salt could be read as letters of the name."""
    field = _record(value, "a field")
    name = _text(field.get("name"), "[a-z][a-z0-9_]{0,63}", "the name of a field")
    if "salt" not in field:
        commitment = _text(field.get("commitment"), HASH_FORM, f"the commitment of {name}")
        return CheckedField(name, None, commitment)
    opened = OpenField(
        salt=_text(field["salt"], "[0-9a-f]{32}", f"the salt of {name}"),
        value=_text_or_null(field.get("value", _MISSING), f"the value of {name}"),
    )
    return CheckedField(name, opened, _optional_text(field, "commitment", HASH_FORM, f"the commitment of {name}"))


def _expanded_qr_code(digits: str) -> dict[str, Any]:
    compact = _list(_parsed(_inflated(_bytes_of_digits(digits))), "the QR code")
    version, statement, public_key, signature, kind, index, path, fields = _padded(compact, 8)
    if isinstance(version, bool) or version != 1:
        raise UnreadableReceiptError("The QR code has another version.")
    installation_id, number, tree_size, root, previous, signed_at, fork_number, fork_hash = _padded(
        _list(statement, "the statement"), 8
    )
    return {
        "format": FORMAT,
        "round": {
            "installation_id": installation_id,
            "number": number,
            "tree_size": tree_size,
            "root": root,
            "previous": previous,
            "signed_at": signed_at,
            "fork_of": None if fork_number is _MISSING else {"number": fork_number, "hash": fork_hash},
            "public_key": public_key,
            "signature": signature,
        },
        "leaf": {
            "kind": kind,
            "index": index,
            "path": path,
            "fields": [_expanded_field(_list(field, "a field")) for field in _list(fields, "the fields")],
        },
    }


def _expanded_field(field: Sequence[Any]) -> dict[str, Any]:
    name, salt_or_commitment, value = _padded(field, 3)
    if value is _MISSING:
        return {"name": name, "commitment": salt_or_commitment}
    return {"name": name, "salt": salt_or_commitment, "value": value}


def _padded(values: Sequence[Any], length: int) -> list[Any]:
    """So many values, with missing ones at the end; more of them have no meaning."""
    return [*values[:length], *[_MISSING] * (length - len(values))]


def _bytes_of_digits(digits: str) -> bytes:
    if len(digits) > QR_DIGITS_MAX:
        raise UnreadableReceiptError("The text is too long for a QR code.")
    found = b""
    for at in range(0, len(digits), 17):
        group = digits[at : at + 17]
        length = BYTES_OF_DIGITS.get(len(group), 0)
        if int(group) >= 256**length:
            raise UnreadableReceiptError("The QR code is not whole.")
        found += int(group).to_bytes(length, "big")
    return found


def _inflated(compressed: bytes) -> str:
    try:
        inflating = zlib.decompressobj(-zlib.MAX_WBITS)
        text = inflating.decompress(compressed, QR_JSON_BYTES_MAX).decode("utf-8")
    except (zlib.error, UnicodeDecodeError):
        raise UnreadableReceiptError("The QR code is damaged or not whole.") from None
    if not inflating.eof:
        raise UnreadableReceiptError("The QR code is damaged or not whole.")
    return text


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise UnreadableReceiptError("It is neither JSON nor the text of a QR code.") from None


def _record(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise UnreadableReceiptError(f"{what} is not an object.")
    return value


def _list(value: object, what: str) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise UnreadableReceiptError(f"{what} is not a list.")
    return value


def _text(value: object, form: str, what: str) -> str:
    if not isinstance(value, str) or re.fullmatch(form, value) is None:
        raise UnreadableReceiptError(f"{what} has a wrong form.")
    return value


def _optional_text(record: Mapping[str, Any], name: str, form: str, what: str) -> str | None:
    return _text(record[name], form, what) if name in record else None


def _text_or_null(value: object, what: str) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise UnreadableReceiptError(f"{what} is neither text nor null.")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise UnreadableReceiptError(f"{what} has half of a character.") from None
    return value


def _integer(value: object, least: int, what: str) -> int:
    # JSON does not distinguish 1.0 from 1.
    number = int(value) if isinstance(value, float) and value.is_integer() else value
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= SAFE_INTEGER_MAX:
        raise UnreadableReceiptError(f"{what} is not a whole number from {least}.")
    return number
