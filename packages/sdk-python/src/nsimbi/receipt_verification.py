"""Verifies receipts without a network (docs/receipts.md of the service, "Verification")."""

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ._ed25519 import is_signed_by
from ._receipt_format import CheckedField, CheckedLeaf, CheckedRound, UnreadableReceiptError, read_receipt
from .types import Receipt

__all__ = ["ReceiptVerdict", "UnreadableReceiptError", "VerifiedRound", "verify_receipt"]


@dataclass(frozen=True, slots=True)
class VerifiedRound:
    """The signed round that has the transaction."""

    installation_id: str
    number: int
    signed_at: str
    """ISO 8601 in UTC."""
    key_id: str


@dataclass(frozen=True, slots=True)
class ReceiptVerdict:
    """What a verification finds. Only `valid` says that the values are those of the signed ledger."""

    result: Literal["valid", "unknown_key", "not_proven", "altered"]
    """`unknown_key`: valid, but signed with a key that is not trusted. `not_proven`: not in a signed round yet; the
    values are only what its issuer wrote."""
    values: Mapping[str, str | None] = field(default_factory=dict)
    """The values of the open fields by name: texts, numbers in decimal, times ISO 8601. Empty when altered."""
    round: VerifiedRound | None = None
    """Of a valid receipt, or one of an unknown key."""
    altered: Sequence[str] = ()
    """The places that do not fit: `transaction.NAME`, `fields.NAME`, `fields`, `path`, `round`, `key_id`,
    `signature`."""


def verify_receipt(receipt: Receipt | Mapping[str, Any] | str, trusted_keys: Iterable[str]) -> ReceiptVerdict:
    """Verifies a receipt. Pure.

    `receipt` is an object, its JSON, the API's response with it, or the text of a QR code. `trusted_keys` are Ed25519
    public keys in base64, from another place than the receipt.
    Raises UnreadableReceiptError when it is no receipt of this format.
    """
    checked = read_receipt(receipt)
    if checked.proof is None:
        return ReceiptVerdict("not_proven", values=checked.shown)
    signed, leaf = checked.proof
    values = {one.name: one.open.value for one in leaf.fields if one.open is not None}
    key_id = _sha256(base64.b64decode(signed.public_key)).hex()[:16]
    altered = [
        *(
            f"transaction.{name}"
            for name, value in checked.shown.items()
            if name not in values or values[name] != value
        ),
        *(f"fields.{one.name}" for one in leaf.fields if _is_altered(one)),
        *_altered_tree(leaf, signed),
        *_altered_round(signed, key_id),
    ]
    if altered:
        return ReceiptVerdict("altered", altered=altered)
    return ReceiptVerdict(
        "valid" if signed.public_key in set(trusted_keys) else "unknown_key",
        values=values,
        round=VerifiedRound(signed.installation_id, signed.number, signed.signed_at, key_id),
    )


def _is_altered(one: CheckedField) -> bool:
    return one.open is not None and one.commitment is not None and one.commitment != _commitment_of(one).hex()


def _commitment_of(one: CheckedField) -> bytes:
    if one.open is None:
        return bytes.fromhex(one.commitment or "")
    value = b"\0\0" if one.open.value is None else b"\0\1" + one.open.value.encode()
    return _sha256(b"nsimbi:field:1\0", bytes.fromhex(one.open.salt), one.name.encode(), value)


def _altered_tree(leaf: CheckedLeaf, signed: CheckedRound) -> list[str]:
    """What the fields, the path and the root say of each other; the first that does not fit is named."""
    # A field of which the stated commitment does not fit was named by itself, so the leaf is that of the stated ones.
    commitments = [
        _commitment_of(one) if one.commitment is None else bytes.fromhex(one.commitment) for one in leaf.fields
    ]
    leaf_hash = _sha256(b"\0nsimbi:transaction:1\0", *commitments)
    if leaf.hash is not None and leaf.hash != leaf_hash.hex():
        return ["fields"]
    return [] if _root_of(leaf_hash, leaf, signed.tree_size) == signed.root else ["path"]


def _root_of(leaf_hash: bytes, leaf: CheckedLeaf, tree_size: int) -> str | None:
    """The root to which a leaf and its path lead (RFC 9162 section 2.1.3.2); None when the path has a wrong length."""
    if leaf.index >= tree_size:
        return None
    place, last_place = leaf.index, tree_size - 1
    found = leaf_hash
    for sibling in map(bytes.fromhex, leaf.path):
        if last_place == 0:
            return None
        if place % 2 == 1 or place == last_place:
            found = _sha256(b"\1", sibling, found)
            # The last node of a level without a partner moves up unchanged until it is a right child.
            while place % 2 == 0 and place > 0:
                place, last_place = place // 2, last_place // 2
        else:
            found = _sha256(b"\1", found, sibling)
        place, last_place = place // 2, last_place // 2
    return found.hex() if last_place == 0 else None


def _altered_round(signed: CheckedRound, key_id: str) -> list[str]:
    lines = [
        "nsimbi round 1",
        signed.installation_id,
        str(signed.number),
        str(signed.tree_size),
        signed.root,
        signed.previous,
        signed.signed_at,
        *([] if signed.fork is None else [f"fork of {signed.fork[0]} {signed.fork[1]}"]),
    ]
    statement = "".join(f"{line}\n" for line in lines).encode()
    if signed.hash is not None and signed.hash != _sha256(statement).hex():
        return ["round"]
    if signed.key_id is not None and signed.key_id != key_id:
        return ["key_id"]
    signature = base64.b64decode(signed.signature)
    return [] if is_signed_by(base64.b64decode(signed.public_key), statement, signature) else ["signature"]


def _sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()
