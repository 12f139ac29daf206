"""The commands of python-openstackclient: their words and options, and what each is here.

.. code-block:: python

   command = table.command('server create')
   command.options, command.rule
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from novaclient_mv.services import BAREMETAL, COMPUTE, PLACEMENT, Service

FOLDER = os.path.join(os.path.dirname(__file__), *(os.pardir, os.pardir, 'data', 'openstack'))

SERVICES = {'compute': COMPUTE, 'baremetal': BAREMETAL, 'placement': PLACEMENT}
"""Groups of commands, and the service that each belongs to; others reach Compute."""


class Option(NamedTuple):
    """An option of a command, or a positional, as its parser declares it.

    :param flags: its spellings; none for a positional.
    :param dest: name of a positional.
    :param nargs: as argparse has it: ``None`` for one value, 0 for a flag.
    :param many: whether each occurrence counts, not the last only.
    :param form: the form that a value must have, as ``key=value``.
    :param exclusive: number of a group of options that exclude each other; ``one_of`` says whether
        one of these is required.
    """

    flags: tuple[str, ...]
    dest: str
    nargs: int | str | None = None
    choices: tuple[str, ...] | None = None
    required: bool = False
    many: bool = False
    form: str | None = None
    type: str | None = None
    default: str | int | float | None = None
    exclusive: int | None = None
    one_of: bool = False

    @property
    def name(self) -> str:
        """Its name in tables: the long spelling, ``<dest>`` of a positional."""
        long = [flag for flag in self.flags if flag.startswith('--')]
        return (long or self.flags or (f'<{self.dest}>',))[0]


class OpenStackCommand(NamedTuple):
    """A command, as ``server create``.

    :param group: its service or extension, as in ``compute``, ``network``, ``common``.
    :param options: its options and positionals; ``output`` those for output.
    :param rule: its translation, if there is one; see the module ``translation``.
    """

    name: str
    group: str
    options: tuple[Option, ...]
    output: tuple[Option, ...]
    rule: Mapping[str, Any] | None

    @property
    def service(self) -> Service:
        """The service whose versions it uses."""
        return SERVICES.get(self.group, COMPUTE)


def command(name: str) -> OpenStackCommand:
    """The command of a name."""
    declared = declarations()
    entry = declared['commands'][name]
    return OpenStackCommand(
        name,
        entry['group'],
        _options(entry['options']),
        _options(declared['output'].get(entry.get('output'), ())),
        rules().get(name),
    )


def global_options() -> tuple[Option, ...]:
    """The options that may precede or follow any command."""
    return _options(declarations()['globals'])


@functools.cache
def groups() -> Mapping[str, str]:
    """The group of each command."""
    declared = declarations()
    recorded = {name: entry['group'] for name, entry in declared['commands'].items()}
    return {**declared['others'], **recorded}


@functools.cache
def declarations() -> dict[str, Any]:
    return read('declarations.json')


@functools.cache
def rules() -> dict[str, Any]:
    """The rules of translation by command."""
    return read('equivalents.json')


def begun_by(words: Sequence[str]) -> list[str]:
    """The commands with an equivalent here that begin with some words."""
    beginning = ''.join(f'{word} ' for word in words)
    return [
        name for name, rule in rules().items() if name.startswith(beginning) and 'none' not in rule
    ]


def read(name: str) -> dict[str, Any]:
    """The content of a file of the table."""
    with open(os.path.join(FOLDER, name), encoding='utf-8') as file:
        decoded: dict[str, Any] = json.load(file)
    return decoded


def _options(declared: Any) -> tuple[Option, ...]:
    lists = ('flags', 'choices')
    return tuple(
        Option(
            **{'flags': (), **entry, **{key: tuple(entry[key]) for key in lists if key in entry}}
        )
        for entry in declared
    )
