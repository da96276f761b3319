"""A page of a list."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from .types import Pagination

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A page of a list."""

    data: Sequence[T]
    pagination: Pagination
    as_of: str | None
    """Set when the page was read from a standby: everything that was committed before this moment is in it, and
    what came later can be missing. None: nothing is missing."""
