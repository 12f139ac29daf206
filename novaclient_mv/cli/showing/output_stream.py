"""The output of a run, which gets no character that acts on a terminal and that others chose."""

from __future__ import annotations

from collections.abc import Sequence

from novaclient_mv.clouds import encodings, escapes
from novaclient_mv.clouds.environment import Environment


class OutputStream:
    """Writes to the output of a run; ``is_unused`` until something is written."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.is_unused = True

    @property
    def is_terminal(self) -> bool:
        return self.environment.is_terminal

    def write(self, text: str, is_styled: bool = False) -> None:
        """Write lines; of a terminal only this program's own, ``is_styled``, are bold."""
        if self.is_terminal:
            text = escapes.styled(text) if is_styled else escapes.lines(text)
        self.put(text)

    def put(self, text: str, end: str = '\n') -> None:
        """Write a line, or several, whose characters that act on a terminal are this program's."""
        out = self.environment.stdout
        self.is_unused = False
        if not text.isascii():
            # No encoding has halves of characters, which JSON can spell.
            text = text.encode('utf-8', 'backslashreplace').decode()
        try:
            out.write(text + end)
        except UnicodeEncodeError:
            out.write(encodings.spelt(text, out) + end)

    def put_bytes(self, content: bytes) -> None:
        """Write bytes without a line end; a terminal gets none that acts on it."""
        out, text = self.environment.stdout, content.decode('utf-8', 'surrogateescape')
        buffer = None if self.is_terminal else getattr(out, 'buffer', None)
        if buffer is None:
            out.write(escapes.lines(text) if self.is_terminal else text)
        else:
            out.flush()
            buffer.write(content)

    def has(self, text: str) -> bool:
        """Whether the encoding of the output has all characters of a text."""
        return encodings.fits(text, self.environment.stdout)

    def spelt(self, columns: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
        """Return cells with escapes for the characters that the encoding of the output lacks."""
        return encodings.spelt_columns(columns, self.environment.stdout)
