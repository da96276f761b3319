"""Verifies Ed25519 signatures (RFC 8032, section 5.1). The standard library of Python has no such function.

It is for public values only: its time depends on them, so it must not be used to sign.
"""

import hashlib

# The field, the order of the base point, and the constant of the curve -x² + y² = 1 + d·x²·y².
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SQRT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)

# A point (x, y) as (X, Y, Z, T) with x = X/Z, y = Y/Z and x·y = T/Z, which needs no division to add.
Point = tuple[int, int, int, int]

NEUTRAL: Point = (0, 1, 1, 0)


def is_signed_by(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature of 64 bytes is the one of a public key of 32 bytes for this message. Pure."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key = _point_of(public_key)
    s = int.from_bytes(signature[32:], "little")
    # Without this limit a second signature could be made from every valid one.
    if key is None or s >= ORDER:
        return False
    hashed = hashlib.sha512(signature[:32] + public_key + message).digest()
    k = int.from_bytes(hashed, "little") % ORDER
    minus_key = ((P - key[0]) % P, key[1], key[2], (P - key[3]) % P)
    return _bytes_of(_sum(_multiple(s, _BASE), _multiple(k, minus_key))) == signature[:32]


def _point_of(encoded: bytes) -> Point | None:
    """The point of 32 bytes (section 5.1.3), or None when no point has these bytes."""
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= P:
        return None
    x = _x_of(y)
    if x is None or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


def _x_of(y: int) -> int | None:
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    # P is 5 modulo 8: this power is a root of the square, or of the square times -1, or there is no root.
    root = pow(square, (P + 3) // 8, P)
    if root * root % P != square:
        root = root * SQRT_OF_MINUS_ONE % P
    return root if root * root % P == square else None


def _bytes_of(point: Point) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _sum(one: Point, other: Point) -> Point:
    """The sum of two points, also of a point and itself (section 5.1.4)."""
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a = (y1 - x1) * (y2 - x2) % P
    b = (y1 + x1) * (y2 + x2) % P
    c = 2 * D * t1 * t2 % P
    d = 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _multiple(times: int, point: Point) -> Point:
    total = NEUTRAL
    while times > 0:
        if times & 1:
            total = _sum(total, point)
        point = _sum(point, point)
        times >>= 1
    return total


_BASE_Y = 4 * pow(5, -1, P) % P
_BASE = _point_of(_BASE_Y.to_bytes(32, "little")) or NEUTRAL
