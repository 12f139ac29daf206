"""Prints the declarations of python-openstackclient's parsers as JSON: words and numbers only.

Its own interpreter runs this file: it imports nothing of ours.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import sys
from typing import Any

from openstackclient import shell

WHOLE = {
    'openstack.compute.v2': 'compute',
    'openstack.baremetal.v1': 'baremetal',
    'openstack.placement.v1': 'placement',
    'openstack.common': 'common',
}
"""Groups of entry points whose commands are all recorded; of others, those that are asked for."""

OTHERS = {
    'openstack.cli': 'cli',
    'openstack.identity.v3': 'identity',
    'openstack.image.v2': 'image',
    'openstack.network.v2': 'network',
    'openstack.object_store.v1': 'object-store',
    'openstack.volume.v3': 'volume',
}
LIST, SHOW = 'list', 'show'
FORMATTERS = {'formatter', 'columns', 'noindent', 'max_width', 'fit_width', 'print_empty'}
OF_A_LIST = {'quote_mode', 'sort_columns', 'sort_direction'}
OF_ONE = {'variables', 'prefix'}
STORED = {'_StoreAction', 'NonNegativeAction', 'PercentAction', 'RangeAction'}
"""Actions of which the last occurrence counts."""

UNSET: tuple[Any, ...] = (None, False, True, '', 0)


class Everything:
    """Has each attribute, and is called with anything: what parsers ask a login for.

    Parsers of Placement's commands ask for the version, too: without a pin it is the first.
    """

    api_version = '1.0'

    def __getattr__(self, name: str) -> Everything:
        return self

    def __call__(self, *args: object, **kwargs: object) -> Everything:
        return self

    def __iter__(self) -> Any:
        return iter(())


def options_of(parser: argparse.ArgumentParser) -> list[dict[str, Any]]:
    """The declarations of a parser, in its order."""
    exclusive: dict[int, tuple[int, bool]] = {}
    for number, group in enumerate(parser._mutually_exclusive_groups, 1):
        for action in group._group_actions:
            exclusive[id(action)] = number, group.required
    return [
        option_of(action, *exclusive.get(id(action), (None, False)))
        for action in parser._actions
        if not isinstance(action, argparse._HelpAction)
    ]


def option_of(action: argparse.Action, group: int | None, one_of: bool) -> dict[str, Any]:
    """The declaration of an option, or of a positional, without what is as usual."""
    kind = type(action).__name__
    converter = getattr(action.type, '__name__', None)
    default = action.default if isinstance(action.default, str | int | float) else None
    is_default = default not in UNSET and not action.dest.startswith('os_')
    declared = {
        'flags': list(action.option_strings),
        'dest': action.dest,
        'nargs': action.nargs,
        'choices': list(action.choices) if action.choices and len(action.choices) < 50 else None,
        'required': bool(action.option_strings) and action.required,
        'many': action.nargs != 0 and kind not in STORED,
        'form': 'key=value' if kind.startswith('KeyValue') else None,
        'type': converter if converter in {'int', 'float'} else None,
        'default': default if action.nargs != 0 and is_default else None,
        'exclusive': group,
        'one_of': one_of,
    }
    usual: tuple[Any, ...] = (None, [], False)
    return {
        name: value
        for name, value in declared.items()
        if not any(value is each or value == each == [] for each in usual)
    }


def command_of(options: list[dict[str, Any]], group: str) -> dict[str, Any]:
    """A command without the options that all of its kind have for output."""
    dests = {option['dest'] for option in options}
    output = LIST if 'quote_mode' in dests else SHOW if 'formatter' in dests else None
    shared = FORMATTERS | (OF_A_LIST if output == LIST else OF_ONE) if output else set()
    own = [option for option in options if option['dest'] not in shared]
    return {'group': group, 'output': output, 'options': own}


def main(wanted: set[str]) -> None:
    """Print the declarations.

    :param wanted: names of commands of other groups to record besides.
    """
    program = shell.OpenStackShell()
    program.client_manager = Everything()
    commands, names, outputs = {}, {}, {}
    for distribution in importlib.metadata.distributions():
        for entry in distribution.entry_points:
            name = entry.name.replace('_', ' ')
            group = WHOLE.get(entry.group, OTHERS.get(entry.group))
            if group is None:
                continue
            if group not in WHOLE.values() and name not in wanted:
                names[name] = group
                continue
            command = entry.load()(program, None, cmd_name=name)
            options = options_of(command.get_parser(name))
            commands[name] = command_of(options, group)
            output = commands[name]['output']
            shared = {option['dest'] for option in commands[name]['options']}
            outputs[output] = [option for option in options if option['dest'] not in shared]
    found = {
        'programs': {
            name: importlib.metadata.version(name)
            for name in ('python-openstackclient', 'python-ironicclient', 'osc-placement')
        },
        'globals': options_of(program.parser),
        'output': {LIST: outputs[LIST], SHOW: outputs[SHOW]},
        'commands': dict(sorted(commands.items())),
        'others': dict(sorted(names.items())),
    }
    json.dump(found, sys.stdout)


if __name__ == '__main__':
    main(set(sys.argv[1:]))
