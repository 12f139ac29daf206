"""Translates the calls of other clients in a script; all other characters stay."""

from __future__ import annotations

import bisect
import collections
import itertools
import re
import shlex
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from novaclient_mv import errors
from novaclient_mv.knowledge import lint
from novaclient_mv.knowledge.lint.client_calls import NOVA_MV, ClientCall, Reading
from novaclient_mv.knowledge.lint.fragments import Fragment, Lines
from novaclient_mv.knowledge.lint.shell_words import Part, Word
from novaclient_mv.knowledge.openstack.translation import Translation
from novaclient_mv.services import SERVICES

Translate = Callable[[Sequence[str], Mapping[str, str]], Translation]
"""Translates the words behind the name of a program, with variables that pin versions for it."""

_Translate = Callable[[Sequence[str]], Translation]
_Signature = tuple[str, ...]
"""The words of a call."""

_SIGNS, _NUMBERS = 0xE000, 7_130_000_000
"""Stand in a line for what is unknown before a run; numbers where only those are accepted."""

_READ_OTHERWISE = 'its translation would be read as something else in this place'

_MOST_READ = 4 << 20
"""The limit of characters that are read to find misread translations."""

_NOTHING = re.compile(r'(?:\s|\\\r?\n)*')


class TranslatedCall(NamedTuple):
    """A call of another client in a script, and the equivalent lines of this program.

    :param lines: these, as a shell reads them; none where ``reason`` says why.
    :param start: the offset of the text that ``replacement`` replaces, up to ``end``.
    """

    offset: int
    program: str
    lines: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    reason: str | None = None
    start: int = 0
    end: int = 0
    replacement: str = ''


class Script:
    """A shell script, or YAML with some by its name, whose foreign calls are translated."""

    def __init__(self, text: str, translations: Mapping[str, Translate], name: str = '') -> None:
        self.text = text
        self.name = name
        self.translations = translations
        self.lines = Lines(text)
        self.is_one_line = '\n' not in text.strip()
        calls = list(_calls(lint.readings(text, name)))
        self._programs = collections.Counter(call.program for call in calls)
        self._calls = {call.offset: call for call in calls if call.program in translations}

    def translated(self, staying: Collection[int] = ()) -> list[TranslatedCall]:
        """Its calls of other clients in their order, but for those at the offsets ``staying``."""
        calls: list[TranslatedCall] = []
        # Calls in the words of another one come first: that contains their translations.
        for offset in sorted(self._calls, reverse=True):
            if offset not in staying:
                call = self._calls[offset]
                calls.append(_translated(call, self.translations[call.program], self, calls))
        return calls[::-1]

    def replaced(self) -> tuple[str, list[TranslatedCall]]:
        """The script with its calls replaced, and its calls; a translation that would be misread in
        its place, as between the quotes of another script, is not used.
        """
        calls = self.translated()
        after = self._after(calls)
        misread = [] if self._are_read(calls, after) else self._misread(calls, after)
        staying = {call.offset: call._replace(lines=(), reason=_READ_OTHERWISE) for call in misread}
        if staying:
            calls = self.translated(staying)
        text = self.raw(0, len(self.text), calls)
        return text, sorted([*calls, *staying.values()], key=lambda call: call.offset)

    def _misread(
        self, calls: Sequence[TranslatedCall], after: Sequence[ClientCall] | None
    ) -> list[TranslatedCall]:
        """The calls that a shell would misread, if some calls cannot be read."""
        read = sorted((call.offset, _signature(call)) for call in after or ())
        suspects, end = [], 0
        for text, call in self._pieces(0, len(self.text), calls):
            start, end = end, end + len(text)
            if call is not None:
                inside = read[bisect.bisect(read, (start,)) : bisect.bisect(read, (end,))]
                if not _signatures([call]) <= collections.Counter(words for _, words in inside):
                    suspects.append(call)
        others = self.translated({call.offset for call in suspects})
        if after is not None and suspects and self._are_read(others, self._after(others)):
            return suspects
        return self._misread_by_halves([call for call in calls if call.lines])

    def _misread_by_halves(self, calls: Sequence[TranslatedCall]) -> list[TranslatedCall]:
        """Those of some calls, not all of which are read; after some looks, all of a part in which
        there is one, as each look reads the whole script.
        """
        parts, rounds, most = [calls], 0, _MOST_READ // len(self.text)
        misread: list[TranslatedCall] = []
        while parts:
            part, rounds = parts.pop(), rounds + 1
            alone = self.translated(self._calls.keys() - {call.offset for call in part})
            if self._are_read(alone, self._after(alone)):
                continue
            if len(part) == 1 or rounds > most:
                misread += part
            else:
                middle = len(part) // 2
                parts += [part[:middle], part[middle:]]
        return misread

    def raw(self, start: int, end: int, calls: Sequence[TranslatedCall] = ()) -> str:
        """The text between two offsets with its calls replaced."""
        return ''.join(text for text, _ in self._pieces(start, end, calls))

    def _pieces(
        self, start: int, end: int, calls: Sequence[TranslatedCall]
    ) -> Iterator[tuple[str, TranslatedCall | None]]:
        """Yield the text between two offsets in pieces: what stays, and each replaced call."""
        for call in sorted(calls, key=lambda call: call.start):
            if call.lines and start <= call.start and call.end <= end:
                yield self.text[start : call.start], None
                yield call.replacement, call
                start = call.end
        yield self.text[start:end], None

    def _after(self, calls: Sequence[TranslatedCall]) -> list[ClientCall] | None:
        """The calls that a shell reads after translation; ``None`` if it is malformed then."""
        try:
            return [*_calls(lint.readings(self.raw(0, len(self.text), calls), self.name))]
        except errors.CommandError:
            return None

    def _are_read(
        self, calls: Sequence[TranslatedCall], after: Sequence[ClientCall] | None
    ) -> bool:
        """Whether a shell reads the translations as such, and all other calls as before."""
        if after is None:
            return False
        programs = collections.Counter(call.program for call in after)
        gone = collections.Counter(call.program for call in calls if call.lines)
        read = collections.Counter(_signature(call) for call in after if call.program == NOVA_MV)
        return _signatures(calls) <= read and all(
            programs[program] == self._programs[program] - gone[program]
            for program in self.translations
        )


def _signatures(calls: Sequence[TranslatedCall]) -> collections.Counter[_Signature]:
    """Count the calls in the translations of some calls."""
    counts: collections.Counter[_Signature] = collections.Counter()
    lines = collections.Counter(line for call in calls for line in call.lines)
    for line, count in lines.items():
        for call in _calls([Reading(Fragment.whole(line))]):
            if call.offset == 0:
                counts[_signature(call)] += count
    return counts


def _calls(readings: Sequence[Reading]) -> Iterator[ClientCall]:
    for reading in readings:
        yield from reading.calls


def _words(call: ClientCall) -> list[Word]:
    """The words of a call in the script, from its program's name on."""
    words = [] if call.command is None else call.command.words
    return [word for word in words if word.offset >= call.offset]


def _signature(call: ClientCall) -> _Signature:
    return tuple(''.join(part.text for part in word.parts) for word in _words(call))


def _translated(
    call: ClientCall, translation_of: Translate, script: Script, later: Sequence[TranslatedCall]
) -> TranslatedCall:
    words = _words(call)
    if not words or words[0].offset != call.offset or words[0].literal is None:
        return _staying(call, 'only a run of the script tells its words')
    # Only those in its own words matter, and they are the nearest.
    inner = [*itertools.takewhile(lambda one: one.offset < words[-1].end, reversed(later))]
    sources = _Sources(script, inner, words[1:], call.is_open)
    pins = {
        service.version_variable: pin.text
        for service in SERVICES
        if (pin := call.around.get(service.name)) is not None and pin.text
    }

    def translate(words: Sequence[str]) -> Translation:
        return translation_of(words, pins)

    translation = sources.translation(translate)
    if translation.missing is not None:
        return _staying(call, translation.missing)
    lines = tuple(sources.line(line) for line in translation.lines)
    if len(lines) > 1 and call.is_open:
        return _staying(call, f'it takes {len(lines)} calls, and gets more words than stand here')
    rest = sources.left_over(words)
    start, end = call.offset, words[-1].end
    replacement = lines[0]
    if len(lines) > 1:
        assert call.command is not None
        start = call.command.offset
        before = script.raw(start, call.offset, inner)
        replacement = '{ ' + ' && '.join(before + line for line in lines) + '; }'
    warnings = (*translation.warnings, *sources.warnings(translate, len(lines)))
    return TranslatedCall(
        *(call.offset, call.program, lines, warnings, None),
        *(start, end, ' '.join([replacement, *rest])),
    )


def _staying(call: ClientCall, reason: str) -> TranslatedCall:
    end = max((word.end for word in _words(call)), default=call.offset)
    return TranslatedCall(call.offset, call.program, reason=reason, start=call.offset, end=end)


class _Sources:
    """The words of a call, as a translation takes them and as the script has them."""

    def __init__(
        self,
        script: Script,
        inner: Sequence[TranslatedCall],
        words: Sequence[Word],
        is_open: bool,
    ) -> None:
        self.script = script
        self.inner = inner
        self.words = words
        self.is_open = is_open
        self._parts: list[Part] = [
            part for word in words for part in word.parts if not _is_text(part)
        ]
        self._base = _SIGNS

    def translation(self, translate: _Translate) -> Translation:
        """The translation of the words, with numbers for unknown parts if it needs them."""
        first = translate(self._with_open(self._texts))
        if first.missing is None or not (self._parts or self.is_open):
            return first
        self._base = _NUMBERS
        second = translate(self._with_open(self._texts))
        return first if second.missing is not None else second

    @property
    def _texts(self) -> list[str]:
        return [''.join(map(self._text, word.parts)) for word in self.words]

    def _with_open(self, texts: Sequence[str]) -> list[str]:
        return [*texts, self._sign(len(self._parts))] if self.is_open else list(texts)

    def warnings(self, translate: _Translate, lines: int) -> Iterator[str]:
        """Warn of a word that may be several if these would need more lines."""
        for place, word in enumerate(self.words):
            if all(_is_text(part) or (part.is_quoted and not part.is_list) for part in word.parts):
                continue
            doubled = [*self._texts[: place + 1], *self._texts[place:]]
            translation = translate(self._with_open(doubled))
            if translation.missing is None and len(translation.lines) > lines:
                source = self.script.raw(word.offset, word.end)
                yield f'{source} is taken for one word; for each more there is to be a line'

    def line(self, words: Sequence[str]) -> str:
        """A line of this program, as a shell reads it in the script."""
        if self.is_open:
            words = [word for word in words if word != self._sign(len(self._parts))]
        return ' '.join([NOVA_MV, *map(self._source, words)])

    def left_over(self, words: Sequence[Word]) -> Iterator[str]:
        """Yield the redirections between the words."""
        for word, following in itertools.pairwise(words):
            text = self.script.raw(word.end, following.offset, self.inner)
            begin = _NOTHING.match(text)
            rest = text[begin.end() if begin else 0 :].rstrip().removesuffix('\\').rstrip()
            if rest:
                yield rest

    def _sign(self, number: int) -> str:
        return chr(self._base + number) if self._base == _SIGNS else str(self._base + number)

    def _text(self, part: Part) -> str:
        return part.text if _is_text(part) else self._sign(self._parts.index(part))

    def _source(self, text: str) -> str:
        """Return a word as the script spells it."""
        texts = self._texts
        if text in texts:
            word = self.words[texts.index(text)]
            return self.script.raw(word.offset, word.end, self.inner)
        signs = '|'.join(re.escape(self._sign(place)) for place in range(len(self._parts)))
        if not signs:
            return shlex.quote(text)
        pieces = re.split(f'({signs})', text)
        return ''.join(
            self._part_source(piece) if place % 2 else shlex.quote(piece) if piece else ''
            for place, piece in enumerate(pieces)
        )

    def _part_source(self, sign: str) -> str:
        place = next(at for at in range(len(self._parts)) if self._sign(at) == sign)
        fragment = self._parts[place].fragment
        text = self.script.raw(fragment.offset(0), fragment.end(len(fragment.text)), self.inner)
        return f'"{text}"'


def _is_text(part: Part) -> bool:
    return part.is_known and part.variable is None
