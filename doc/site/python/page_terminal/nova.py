"""The program ``nova-mv`` in the page, on the sandbox of a release."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from novaclient_mv import errors, sandbox, services, shell
from novaclient_mv.clouds import sandbox_states
from novaclient_mv.clouds.environment import Clock, Environment
from page_terminal.shell import MISUSED, Streams
from page_terminal.streams import Keyboard, Page, Terminal

NEWEST = 'newest'
_PLACES = ('XDG_STATE_HOME', 'XDG_CACHE_HOME')


class PageEnvironment(Environment):
    """The surroundings of a program in the page, where a keyboard is no device."""

    can_wait = False

    @property
    def is_input_terminal(self) -> bool:
        """Whether the user can answer."""
        return self.can_wait and isinstance(self.stdin, Keyboard)


class Nova:
    """Runs ``nova-mv`` in this process.

    :param page: the terminal.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.columns, self.rows = 80, 24
        self.transport: Callable[[], Callable[[Any], None] | None] | None = None
        """Returns what carries requests of sessions."""

    def __call__(self, words: Sequence[str], variables: Mapping[str, str], streams: Streams) -> int:
        """Run a command line.

        :returns: its exit status.
        """
        variables = dict(variables)
        if isinstance(streams.stdout, Terminal) and streams.stdout.isatty():
            variables |= {'COLUMNS': str(self.columns), 'LINES': str(self.rows)}
        environment = PageEnvironment(
            variables,
            streams.stdin,  # type: ignore[arg-type]
            streams.stdout,  # type: ignore[arg-type]
            streams.stderr,  # type: ignore[arg-type]
            Clock(sleep=self.page.sleep),
            os.getcwd(),
            None if self.transport is None else self.transport(),
        )
        environment.can_wait = self.page.can_ask
        return shell.run(words, environment)

    def use_sandbox_once(self, variables: Mapping[str, str]) -> None:
        """Use the sandbox if nobody has: of a cloud that was never used no names are known."""
        if not os.path.exists(sandbox_states.in_process(Environment(variables))):
            self.run_unseen(['version-list'], {**variables, 'OS_CLOUD': 'sandbox'})

    def run_unseen(self, words: Sequence[str], variables: Mapping[str, str]) -> None:
        """Run a command line whose output nobody reads."""
        with open(os.devnull, 'rb') as stdin, open(os.devnull, 'w') as output:
            self(words, variables, Streams(stdin, output, output))


class Release:
    """The release whose cloud ``--os-cloud sandbox`` is; each has a state of its own.

    :param variables: those of the shell, which say where states are.
    """

    def __init__(self, variables: dict[str, str]) -> None:
        self.name = NEWEST
        self._variables = variables
        self._options: dict[str, Any] = {}
        self._caller, self._adapter = sandbox.caller, sandbox.adapter
        # The program itself has no option for this: it serves the cloud of a release over HTTP.
        sandbox.caller = self._call_of_release  # type: ignore[assignment]
        sandbox.adapter = self._adapter_of_release  # type: ignore[assignment]

    def __call__(self, words: Sequence[str], variables: Mapping[str, str], streams: Streams) -> int:
        """Tell the release, or choose one.

        :returns: the exit status.
        """
        if words:
            try:
                self.choose(words[0])
            except errors.CommandError as error:
                streams.stderr.write(f'release: {error}\n')
                return MISUSED
        streams.stdout.write(f'{self.sentence()}\n')
        return 0

    def choose(self, name: str) -> None:
        """Play the cloud of a release from now on.

        :param name: a release or ``newest``.
        :raises CommandError: there is no such release.
        """
        options: dict[str, Any] = {}
        name = name.lower()
        if name != NEWEST:
            newest = services.COMPUTE.releases.newest_of(name)
            if newest is None:
                known = ', '.join(each.lower() for each in services.COMPUTE.releases.names())
                raise errors.CommandError(f'There is no release "{name}"; there are {known}.')
            baremetal = services.BAREMETAL.releases.newest_of(name)
            options = {'maximum': newest, 'release': name}
            options |= {'baremetal_maximum': baremetal} if baremetal else {}
        self.name, self._options = name, options
        for place in _PLACES:
            self._variables.pop(place, None)
            if options:
                self._variables[place] = os.path.join(self._variables['HOME'], '.releases', name)

    def sentence(self) -> str:
        """Return a sentence that tells which cloud it is."""
        newest = self._options.get('maximum', sandbox.newest.COMPUTE)
        name = 'the newest release' if self.name == NEWEST else self.name.capitalize()
        return f'The cloud in this page is that of {name}: microversions 2.1 to {newest}.'

    def _call_of_release(self, *args: Any, **options: Any) -> Any:
        return self._caller(*args, **{**self._options, **options})

    def _adapter_of_release(self, *args: Any, **options: Any) -> Any:
        return self._adapter(*args, **{**self._options, **options})
