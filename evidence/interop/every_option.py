"""Lines with every option of every command of python-openstackclient, and whether the same lines
here, and what they are translated to, make the same writes.
"""

from __future__ import annotations

import contextlib
import itertools
import pathlib
import shlex
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from evidence.interop.conftest import Client
from evidence.interop.recorded_cloud import RecordedCloud, Write
from functional_tests.nova import Inside, Result
from novaclient_mv import errors
from novaclient_mv.cli.reading.tokenizer import OPENSTACK
from novaclient_mv.clouds import environment
from novaclient_mv.knowledge.openstack import lines, translation, version_rules
from novaclient_mv.knowledge.openstack.table import OpenStackCommand, Option
from novaclient_mv.versions import APIVersion

_READY = 'ready'
_SETTLING = 60.0


class Values(NamedTuple):
    """Values of options and positionals, and what commands need before them.

    :param words: by option or positional, as in ``--host`` or ``<host>``: its value, and what
        must stand beside it; ``server create --host`` goes before ``--host``. A command's own name
        tells what all its lines have, option by option. None: there is no such line, for a reason.
    :param before: by command or by command and option: lines as of a setup that run
        before.
    """

    words: Mapping[str, str | tuple[str, ...] | None]
    before: Mapping[str, tuple[str, ...]]

    def of(self, command: OpenStackCommand, option: Option) -> str | None:
        """The value of an option or positional of a command; a flag needs none.

        :raises KeyError: there is none.
        """
        name = f'{command.name} {option.name}'
        if name in self.words:
            value = self.words[name]
        else:
            value = '' if option.nargs == 0 else self.words[option.name]
        assert value is None or isinstance(value, str)
        return value

    def lines_before(self, line: Line) -> tuple[str, ...]:
        """The lines that run before a line."""
        name = line.command.name
        return self.before.get(f'{name} {line.option}', self.before.get(name, ()))


class Line(NamedTuple):
    """A line with an option of a command.

    :param option: the option; nothing for the line that has only what it must have.
    :param words: command, options and positionals.
    """

    command: OpenStackCommand
    option: str
    words: list[str]

    @property
    def text(self) -> str:
        """The line as it is typed."""
        return shlex.join(self.words)

    def version(self, last: APIVersion) -> APIVersion:
        """The newest version that its program takes it at.

        :param last: the newest that the cloud has.
        """
        line = lines.read(self.words)
        most = version_rules.versions()['commands'].get(self.command.name, {}).get('most')
        ends = [bound.last for bound in version_rules.bounds(line) if bound.last is not None]
        return min([last, *ends, *([APIVersion(most)] if most else [])])


def lines_of(command: OpenStackCommand, values: Values) -> Iterator[Line]:
    """A line for each option of a command, and one with none but those that it needs; none where
    no values fit.
    """
    own = [option for option in command.options if option.flags]
    usual = values.words.get(command.name, ())
    if usual is None:
        return
    always = [shlex.split(words) for words in ([usual] if isinstance(usual, str) else usual)]
    by_flag = {flag: option for option in own for flag in option.flags}
    for option in (None, *own):
        name = '' if option is None else option.name
        needed = [*always, *_required(command, own, option, always, values)]
        if option is not None:
            value = values.of(command, option)
            if value is None:
                continue
            kept = [
                words
                for words in needed
                if not _excludes(option, by_flag.get(words[0].split('=')[0]))
            ]
            needed = [*kept, [option.flags[-1], *shlex.split(value)]]
        positionals = [
            word
            for positional in command.options
            if not positional.flags and positional.nargs != '*'
            for word in shlex.split(values.of(command, positional) or '')
        ]
        given = itertools.chain.from_iterable(needed)
        yield Line(command, name, [*command.name.split(), *positionals, *given])


def _required(
    command: OpenStackCommand,
    options: list[Option],
    chosen: Option | None,
    always: list[list[str]],
    values: Values,
) -> Iterator[list[str]]:
    """The options that a command is refused without."""
    for option in options:
        has = any(words[0] in option.flags for words in always)
        if option.required and option != chosen and not has:
            yield [option.flags[-1], *shlex.split(values.of(command, option) or '')]


def _excludes(option: Option, other: Option | None) -> bool:
    """Whether an option takes another one's place."""
    if other is None:
        return False
    return option == other or (option.exclusive is not None and option.exclusive == other.exclusive)


class Run(NamedTuple):
    """Result of a line on the cloud.

    :param writes: those that the cloud took.
    :param refused: those that it refused, as where a name is looked up only then.
    """

    status: int
    writes: list[Write]
    refused: list[Write]
    messages: str


class Comparison(NamedTuple):
    """A line on the cloud: by its own program, in translation, and as its words here.

    :param missing: why it has no equivalent.
    """

    line: Line
    version: APIVersion
    expected: Run
    translated: Run
    typed: Run
    ours: list[str]
    missing: str | None = None

    @property
    def is_taken(self) -> bool:
        """Whether its own program does it."""
        return self.expected.status == 0

    @property
    def is_equal(self) -> bool:
        """Whether all three make the same writes, or fail alike; a line that asks for nothing is
        refused here.
        """
        if self.missing == translation.NOTHING:
            return not self.expected.writes
        return all(
            (run.status == 0) is self.is_taken and same(run.writes, self.expected.writes)
            for run in (self.translated, self.typed)
        )

    def __str__(self) -> str:
        ours = ' && '.join(self.ours)
        return '\n'.join(
            [
                f'{self.line.text}   # {self.version}; here: {ours or self.missing}',
                *(
                    f'  {name}: {run.status} {[*map(tuple, run.writes)]}'
                    f' {[*map(tuple, run.refused)] or ""} {run.messages.strip()[-300:]}'
                    for name, run in zip(
                        ('theirs', 'translated', 'typed'),
                        (self.expected, self.translated, self.typed),
                        strict=True,
                    )
                ),
            ]
        )


class Bench:
    """Runs lines of both programs on one cloud, each on the same state.

    :param folder: an empty folder.
    :param service: whose versions are named.
    :param setup: lines that make what all others find: ours, or theirs with the program's name.
    :param options: of the sandbox.
    """

    def __init__(
        self, folder: pathlib.Path, service: str, setup: Iterable[str], **options: Any
    ) -> None:
        self.folder = folder
        self.cloud = RecordedCloud(folder, **options)
        settings = {**self.cloud.settings, 'OS_CLOUD': ''}
        self.pin = f'--os-{service}-api-version'
        clock = self.cloud.clock
        self.ours = Inside(folder, environment.Clock(clock, clock.advance, clock))
        self.ours.variables.update(settings)
        variables = {**self.ours.variables, 'PYTHONWARNINGS': 'ignore', 'SLEEPLESS': '1'}
        self.theirs = Client('openstack', variables, folder)
        self._prepare(setup)
        self.cloud.save(_READY)
        self._saved = {_READY}

    def _prepare(self, setup: Iterable[str]) -> None:
        for line in setup:
            self.cloud.clock.advance(_SETTLING)
            words = shlex.split(line)
            if words[0] == OPENSTACK:
                status, _, messages = self.theirs.run(words[1:])
            else:
                status, messages = self._typed(words)
            assert status == 0, f'{line}: {messages}'

    def compare(self, line: Line, version: APIVersion, before: tuple[str, ...] = ()) -> Comparison:
        """Run a line in all three ways."""
        state = self.state(before)
        line = line._replace(words=[self.cloud.with_ids(word) for word in line.words])
        pinned = [self.pin, str(version), *line.words]
        self.cloud.restore(state)
        status, _, messages = self.theirs.run(pinned)
        expected = self._run(status, messages)
        try:
            translated = translation.translate(pinned, version)
        except errors.CommandError as error:
            translated = translation.Translation([], [], f'refused: {error}')
        self.cloud.restore(state)
        ours = self._ours(translated.lines) if translated.lines else self._run(1, '')
        self.cloud.restore(state)
        typed = self._ours([pinned])
        texts = [shlex.join(words[2:]) for words in translated.lines]
        return Comparison(line, version, expected, ours, typed, texts, translated.missing)

    def state(self, before: tuple[str, ...]) -> str:
        """Return the name of the state after some lines."""
        name = f'after-{abs(hash(before))}' if before else _READY
        if name not in self._saved:
            self.cloud.restore(_READY)
            self._prepare(before)
            self.cloud.save(name)
            self._saved.add(name)
        return name

    def _ours(self, ours: Iterable[list[str]]) -> Run:
        """Run lines of ours, up to the first that fails."""
        status, messages = 0, ''
        for words in ours:
            status, message = self._typed(words)
            messages += message
            if status:
                break
        return self._run(status, messages)

    def _typed(self, words: list[str]) -> tuple[int, str]:
        """Exit status and messages of a line of ours."""
        done = self.here(words)
        return done.status, done.err

    def here(self, words: Iterable[str]) -> Result:
        """Run a line of ours."""
        with contextlib.chdir(self.folder):
            return self.ours('--no-cache', *words)

    def _run(self, status: int, messages: str) -> Run:
        taken = [write for write in self.cloud.writes if write.status < 400]
        refused = [write for write in self.cloud.writes if write.status >= 400]
        return Run(status, taken, refused, messages)

    def close(self) -> None:
        """End both."""
        self.theirs.close()
        self.cloud.close()


def same(ones: Iterable[Write], others: Iterable[Write]) -> bool:
    """Whether writes are the same, whatever their order."""
    return sorted(map(effective, ones), key=str) == sorted(map(effective, others), key=str)


def effective(write: Write) -> tuple[str, str, Any]:
    """A write without what is the same as nothing."""
    return write.method, write.path, _effective(write.body)


_USUAL: tuple[tuple[str, str, Any], ...] = (
    ('block_device_mapping_v2', 'delete_on_termination', False),
    ('createImage', 'metadata', {}),
    ('flavor', 'rxtx_factor', 1.0),
    ('keypair', 'type', 'ssh'),
    ('rebuild', 'preserve_ephemeral', False),
)
"""Fields, by what they are in, with the values that the cloud has for them anyway."""

_REMOVING = {'metadata', 'rebuild', 'server', 'unshelve'}
"""Places where null removes a value; elsewhere it is the same as nothing."""


def _is_usual(place: str, key: str, value: Any) -> bool:
    return (place, key, value) in _USUAL or (value is None and place not in _REMOVING)


def _effective(body: Any, place: str = '') -> Any:
    """A body without fields that are as the cloud has them anyway, and without the image as the
    root disk, which is named a second time.

    :param place: the field that it stands in.
    """
    if isinstance(body, list):
        return sorted((_effective(item, place) for item in body), key=str)
    if not isinstance(body, dict):
        # Numbers and booleans are sent as texts by the one or the other.
        return str(body).lower()
    if body.keys() == {'resources', 'generation'}:
        # Placement passes over the generation of a provider in allocations.
        body = {'resources': body['resources']}
    fields = {
        key.replace('OS-SCH-HNT:', 'os:'): _effective(value, key)
        for key, value in sorted(body.items())
        if not _is_usual(place, key, value) and not _is_root_image(key, value)
    }
    if not place and len(body) == 1:
        # The name of an action counts, whatever its options.
        return {key: fields.get(key, _effective(None)) for key in body}
    # An action without options has either.
    return fields or _effective(None)


def _is_root_image(key: str, value: Any) -> bool:
    return key == 'block_device_mapping_v2' and [
        (device.get('source_type'), device.get('destination_type')) for device in value
    ] == [('image', 'local')]
