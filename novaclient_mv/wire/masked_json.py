"""Finds what is secret in text of JSON, which may be cut off, or the repr of Python's values.

Only secrets in the text are changed. It is read once, and not more deeply nested than
it is by a stack, so that it takes time and memory in proportion to its length, whatever it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from novaclient_mv.wire import secret_values

MASK = '***'

_TOKEN = re.compile(
    r"""\s*+(?:
      (?P<string>[uUbB]?(?:
        "[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z) | '[^'\\]*+(?:\\.[^'\\]*+)*+(?:'|\\?\Z)
      ))
    | (?P<mark>[{}\[\],:])
    | (?P<word>[^\s{}\[\],:"']++)
    | \Z)""",
    re.DOTALL | re.VERBOSE,
)
_SHOWN_WORDS = frozenset(('true', 'false', 'null', 'True', 'False', 'None'))
_WORD = re.compile(r'-?(?:\d[\w.+-]*|Infinity)\Z|NaN\Z', re.ASCII)
_VALUE, _KEY, _COLON, _NEXT = range(4)
_CLOSING = {'{': '}', '[': ']'}


class Edit(NamedTuple):
    """A part of a text, and what replaces it."""

    start: int
    end: int
    text: str = f'"{MASK}"'


class _Frame:
    """An object or a list that is being read."""

    __slots__ = ('closing', 'edits', 'is_label_secret', 'is_next_secret', 'key', 'name', 'start')

    def __init__(self, closing: str, name: str, start: int) -> None:
        self.closing = closing
        self.name = name
        """The key that it stands under; of what is in a list, that of the list."""
        self.start = start
        self.key = ''
        self.edits: list[Edit] = []
        """Edits that hide the values that a label may say to be secret."""
        self.is_label_secret: bool | None = None
        self.is_next_secret = False


class MaskedReading:
    """The reading of one value.

    :param text: the text around it, from ``start`` on.
    :param plain: masks the content of a string.
    :ivar edits: what hides its secrets; some may be within others.
    :ivar end: where it ends, or is not JSON any more.
    :ivar is_whole: nothing of it lacks; ``is_cut``: it is JSON up to the end of the text.
    """

    def __init__(
        self, text: str, start: int, plain: Callable[[str], str], is_secret: bool = False
    ) -> None:
        self.edits: list[Edit] = []
        self.end = start
        self._text = text
        self._plain = plain
        self._stack: list[_Frame] = []
        self._hidden_from: int | None = None
        self._hidden_depth = -1
        self._is_secret = is_secret
        self.is_whole = self._read(start)
        self.is_cut = not self.is_whole and self.end == len(text)
        if not self.is_whole:
            self._close_all()

    def _read(self, position: int) -> bool:
        text, stack = self._text, self._stack
        state = _VALUE
        while True:
            match = _TOKEN.match(text, position)
            kind = match and match.lastgroup
            if match is None or kind is None:
                self.end = len(text) if match else position
                return False
            token, start = match[kind], match.start(kind)
            position = match.end()
            if kind == 'mark':
                if state in (_VALUE, _KEY, _NEXT) and stack and token == stack[-1].closing:
                    self._leave(position)
                    state = _NEXT
                elif state == _VALUE and token in _CLOSING:
                    self._enter(token, start)
                    state = _KEY if token == '{' else _VALUE
                elif state == _COLON and token == ':':
                    state = _VALUE
                elif state == _NEXT and token == ',':
                    state = _KEY if stack[-1].closing == '}' else _VALUE
                else:
                    self.end = start
                    return False
            elif state == _KEY:
                stack[-1].key = self._key(token, start)
                state = _COLON
            elif state == _VALUE and (
                kind == 'string' or token in _SHOWN_WORDS or _WORD.match(token)
            ):
                self._take(token, start, position, kind == 'string')
                state = _NEXT
            else:
                self.end = start
                return False
            self.end = position
            if state == _NEXT and not stack:
                return True

    # -- the parts of a value ---------------------------------------------------------

    def _key(self, token: str, start: int) -> str:
        if token[-1] not in '"\'':
            return token
        content = _content(token)
        if self._hidden_from is None:
            self._mask_content(token, start, content)
        return content

    def _enter(self, mark: str, start: int) -> None:
        if self._hidden_from is None and self._hides(mark == '{'):
            self._hidden_from, self._hidden_depth = start, len(self._stack)
        around = self._stack[-1] if self._stack else None
        name = '' if around is None else around.name if around.closing == ']' else around.key
        self._stack.append(_Frame(_CLOSING[mark], name, start))

    def _leave(self, end: int) -> None:
        frame = self._stack.pop()
        if frame.is_label_secret:
            self.edits += frame.edits
        if len(self._stack) == self._hidden_depth and self._hidden_from is not None:
            self.edits.append(Edit(self._hidden_from, end))
            self._hidden_from, self._hidden_depth = None, -1
        self._note(frame.start, end, None)

    def _take(self, token: str, start: int, end: int, is_string: bool) -> None:
        """Take a string, number or word."""
        content = _content(token) if is_string else None
        if self._hidden_from is None:
            if self._hides(False):
                if token not in _SHOWN_WORDS:
                    self.edits.append(Edit(start, end))
            elif content is not None:
                self._mask_content(token, start, content)
        self._note(start, end, content)

    def _note(self, start: int, end: int, content: str | None) -> None:
        """Remember what a value that ended says about values beside it."""
        if not self._stack:
            return
        frame = self._stack[-1]
        if end == len(self._text):
            # It may be cut off, and says nothing then.
            content = None
        if frame.closing == ']':
            frame.is_next_secret = content is not None and secret_values.is_path_of_secret(content)
        elif frame.key == 'value':
            if self._text[start:end] not in _SHOWN_WORDS:
                frame.edits.append(Edit(start, end))
        elif content is not None and frame.key in secret_values.LABELS:
            is_secret = secret_values.is_label_of_secret(content)
            frame.is_label_secret = bool(frame.is_label_secret) or is_secret

    def _hides(self, is_object: bool) -> bool:
        """Whether the value that begins is a secret."""
        if not self._stack:
            return self._is_secret
        frame = self._stack[-1]
        if frame.closing == ']':
            # A list that has a secret's name is hidden as a whole.
            return frame.is_next_secret
        return secret_values.is_hidden(frame.key, frame.name, is_object)

    def _mask_content(self, token: str, start: int, content: str) -> None:
        masked = self._plain(content)
        if masked != content:
            self.edits.append(Edit(start, start + len(token), json.dumps(masked)))

    def _close_all(self) -> None:
        """Hide what may be a secret where the end lacks that would tell."""
        if self._hidden_from is not None:
            # Nothing tells where the secret ends.
            self.edits.append(Edit(self._hidden_from, len(self._text)))
            self.end = len(self._text)
        beginnings = [*(frame.start for frame in self._stack[1:]), None]
        for frame, inner in zip(self._stack, beginnings, strict=False):
            if frame.closing == '}' and frame.is_label_secret is not False:
                self.edits += frame.edits
                if frame.key == 'value' and inner is not None:
                    self.edits.append(Edit(inner, self.end))


def _content(token: str) -> str:
    """Return the content of a string literal, which may be cut off."""
    if '\\' not in token and token[0] in '"\'':
        return token[1:-1] if len(token) > 1 and token[-1] == token[0] else token[1:]
    body: Any = token.lstrip('uUbB')
    quote = body[0]
    inner = body[1:-1] if len(body) > 1 and body[-1] == quote else body[1:]
    if quote == "'":
        inner = inner.replace("\\'", "'").replace('"', '\\"')
    try:
        return str(json.loads(f'"{inner}"', strict=False))
    except ValueError:
        # A mark that is cut off, or spelt as Python spells it.
        return re.sub(r'\\(?:u[0-9a-fA-F]{0,3}|x[0-9a-fA-F]{0,2}|.)?', _unescaped, inner)


def _unescaped(match: re.Match[str]) -> str:
    return match[0][1:2] if match[0][1:2] in ('"', "'", '\\', '/') else ' '
