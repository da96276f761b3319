"""Pages of lists, and of the rows of a statement."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from .types import Pagination, Statement

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A page of a list."""

    data: Sequence[T]
    pagination: Pagination
    as_of: str | None
    """Set when the page was read from a standby: everything that was committed before this moment is in it, and
    what came later can be missing. None: nothing is missing."""


@dataclass(frozen=True, slots=True)
class StatementPage:
    """A statement with one page of its rows. Its sums are of all rows."""

    statement: Statement
    pagination: Pagination
    as_of: str | None
    """As of a page of a list."""
