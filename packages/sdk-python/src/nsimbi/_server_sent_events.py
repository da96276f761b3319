"""The blocks of a `text/event-stream`."""

import codecs
import re
from dataclasses import dataclass

# A block is an event of a kilobyte or two. More than this is not the service, and must not fill the memory.
BLOCK_CHARACTERS_MAX = 1_048_576

# A carriage return at the end may be half of a line end, so it waits for the next piece.
_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")


@dataclass(frozen=True, slots=True)
class StreamBlock:
    """One block, as far as the service uses it."""

    id: str | None
    """None when the block has no `id`."""
    data: str | None
    """None when the block has no `data`, for example a comment that keeps the connection alive."""


class BlockReader:
    """Cuts a `text/event-stream` (HTML standard, section 9.2.6) into its blocks, whatever the pieces in which it
    arrives.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._lines: list[str] = []
        self._characters = 0

    def blocks_of(self, piece: bytes) -> list[StreamBlock]:
        """The blocks that end in the next piece. Raises ValueError for a block of more than a million characters."""
        blocks = []
        *lines, self._rest = _LINE_END.split(self._rest + self._decoder.decode(piece))
        for line in lines:
            if line:
                self._lines.append(line)
                self._characters += len(line)
                continue
            if self._lines:
                blocks.append(_block_of(self._lines))
            self._lines, self._characters = [], 0
        if self._characters + len(self._rest) > BLOCK_CHARACTERS_MAX:
            raise ValueError("A block of the stream is too long.")
        return blocks


def _block_of(lines: list[str]) -> StreamBlock:
    block_id = None
    data = []
    for line in lines:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "id":
            block_id = value
        if name == "data":
            data.append(value)
    return StreamBlock(block_id, "\n".join(data) if data else None)
