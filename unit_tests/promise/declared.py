"""Reads from the declarations what a script can see: options, other names, columns, statuses."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Iterable, Iterator
from typing import Any, ForwardRef

from novaclient_mv import api_versions, exceptions, services
from novaclient_mv.cli.arguments import Argument
from novaclient_mv.cli.reading import aliases, columns, commands, read, tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.running import withheld_requests
from novaclient_mv.clouds import cloud_list, selection
from novaclient_mv.clouds import options as globals
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.knowledge import capabilities, changelog, command_catalog, needs, spans
from novaclient_mv.program.commands import config
from novaclient_mv.services import BAREMETAL, COMPUTE, Service
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire.request import Request
from novaclient_mv.wire.transport import WireRequest
from novaclient_mv.wire.withholding import Withheld

FOLDER = pathlib.Path(__file__).parent
VERSIONS = {
    '2.1': (COMPUTE, COMPUTE.version('2.1')),
    '2.53': (COMPUTE, COMPUTE.version('2.53')),
    '2.90': (COMPUTE, COMPUTE.version('2.90')),
    'newest': (COMPUTE, COMPUTE.range.end),
    'baremetal-1.1': (BAREMETAL, BAREMETAL.version('1.1')),
    'baremetal-1.46': (BAREMETAL, BAREMETAL.version('1.46')),
    'baremetal-newest': (BAREMETAL, BAREMETAL.range.end),
}
"""Name of a file to the service and the version that it is about."""

EVERYWHERE = 'everywhere'
FORMS: tuple[type, ...] = (
    spans.SpanForm,
    needs.NeedForm,
    needs.RequirementsForm,
    changelog.ChangeForm,
)
"""JSON that commands answer with and that is no row of fields: its keys and their types."""


def promised() -> dict[str, dict[str, Any]]:
    """Name of a file to what it records."""
    at_versions = {name: at(service, version) for name, (service, version) in VERSIONS.items()}
    return {**at_versions, EVERYWHERE: everywhere()}


def at(service: Service, version: APIVersion) -> dict[str, Any]:
    """The commands of a service at a version: arguments, and columns of what they show."""
    found = {}
    for command in commands.commands_of([service]):
        variant = api_versions.variant_at(command.function, version)
        if variant is None:
            continue
        declared = tree.arguments_at(command, version) or []
        found[command.name] = {
            'arguments': {name: text for each in declared for name, text in _lines(each)},
            'columns': _columns(command, variant.func, version),
        }
    return found


def _lines(argument: Argument) -> Iterator[tuple[str, str]]:
    """Each spelling of an argument, and what follows it."""
    text = _value(argument)
    if argument.is_positional:
        yield argument.name, text
        return
    for flag in (*argument.flags, *argument.hidden_flags):
        yield flag, text


def _value(argument: Argument) -> str:
    options = argument.options
    if not argument.takes_value:
        return 'switch'
    counts = {'?': 'optional value', '*': 'any values', '+': 'values'}
    text = counts.get(options.get('nargs') or '', 'value')
    if argument.is_joined:
        text = f'{text} behind ='
    if options.get('action') == 'append':
        text += ', repeatable'
    if options.get('required'):
        text += ', required'
    if options.get('choices'):
        text += ': ' + '|'.join(map(str, options['choices']))
    return text


def _columns(command: Command, func: Any, version: APIVersion) -> dict[str, str | None]:
    """Keys of machine formats; titles of tables, ``null`` where the version lacks the field."""
    fields = columns.fields_of(func) or columns.fields_of(command.function) or ()
    return {each.key: each.title if version in each.range else None for each in fields}


def everywhere() -> dict[str, Any]:
    """Return promises that do not depend on a version."""
    return {
        'aliases': dict(aliases.ALIASES),
        'globals': {
            flag: option.kind + (': ' + '|'.join(option.choices) if option.choices else '')
            for option in globals.OPTIONS
            for flag in option.flags
        },
        'variables': {
            name: option.flags[0] for option in globals.OPTIONS for name in option.variables
        },
        'exit_statuses': {status.name: int(status) for status in exceptions.ExitStatus},
        'errors': dict(sorted(_errors(exceptions.Error))),
        'forms': {form.__name__: _keys(form) for form in FORMS},
        'documents': document_keys(),
    }


def _keys(form: type) -> dict[str, str]:
    """The keys of a JSON object, and the types of their values."""
    return {
        key: annotation.__forward_arg__ if isinstance(annotation, ForwardRef) else str(annotation)
        for key, annotation in form.__annotations__.items()
    }


def _errors(kind: type[exceptions.Error]) -> Iterator[tuple[str, dict[str, Any]]]:
    # Classes that inherit from keystoneauth1's too have names of those.
    if getattr(exceptions, kind.__name__, None) is kind:
        yield kind.__name__, {'code': str(kind.error_code), 'status': int(kind.exit_status)}
    for child in kind.__subclasses__():
        yield from _errors(child)


def flat(value: Any, place: str = '') -> dict[str, Any]:
    """A line for each value in a tree."""
    if isinstance(value, dict):
        found: dict[str, Any] = {place: {}} if not value else {}
        for name, each in value.items():
            found |= flat(each, f'{place} / {name}' if place else name)
        return found
    return {place: value}


def file_of(name: str) -> pathlib.Path:
    """Where a part of the record stands."""
    return FOLDER / f'{name}.txt'


def recorded(name: str) -> dict[str, Any]:
    """A part of the record: place to value."""
    lines = file_of(name).read_text(encoding='utf-8').splitlines()
    places = [line.partition(': ') for line in lines]
    found = {place: json.loads(value) for place, _, value in places}
    assert len(found) == len(lines), f'Lines stand twice in {name}.txt; run unit_tests.record'
    return found


def record() -> None:
    """Write the record: a line for each value, so that branches which add some merge."""
    for name, found in promised().items():
        lines = [
            f'{place}: {json.dumps(value, ensure_ascii=False)}\n'
            for place, value in flat(found).items()
        ]
        file_of(name).write_text(''.join(lines), encoding='utf-8')


# -- keys of documents --


Keys = dict[str, Any]


def document_keys() -> dict[str, Keys]:
    """Command or option to the keys of what it prints."""
    return {
        'command-list': _of_commands(),
        'config-show': _of_settings(),
        'cloud-list': _named(cloud_list.CloudForm.__annotations__),
        'version-matrix': _of_matrix(),
        '--os-cloud': _of_targets(),
        '--dry-run': _named(withheld_requests.as_mapping(None, _withheld())),
    }


def _of_commands() -> Keys:
    whole = command_catalog.command_catalog([services.COMPUTE])
    arguments = [argument for command in whole['commands'] for argument in command['arguments']]
    return {
        **_named(whole),
        'commands': {
            **_named(command_catalog.CommandForm.__annotations__),
            'arguments': _named(name for argument in arguments for name in argument),
            'fields': _named(command_catalog.FieldForm.__annotations__),
            'ranges': _named(spans.SpanForm.__annotations__),
        },
        'options': _named(whole['options'][0]),
    }


def _of_targets() -> Keys:
    settings = Settings({}, OptionTable(), Environment({}))
    return _named(selection.Target('north', 'one', settings, has_region=True).as_mapping())


def _of_matrix() -> Keys:
    return {
        **_named(capabilities.MatrixForm.__annotations__),
        'clouds': _named(capabilities.OfferForm.__annotations__),
        'features': _named(capabilities.FeatureForm.__annotations__),
    }


def _of_settings() -> Keys:
    surroundings = Environment({'OS_CLOUD': 'sandbox'})
    line = read.read(['--os-cloud', 'sandbox', 'config-show'], surroundings)
    warned: Any = config.do_config_show(line, line.args_at(services.COMPUTE.range.end))  # type: ignore[arg-type]
    rows = warned.result.data
    (cloud,) = [row for row in rows if row['setting'] == 'cloud']
    return {**_named(cloud), 'overrides': _named(cloud['overrides'][0])}


def _withheld() -> Withheld:
    call = Request('DELETE /servers/{id}', '/servers/1')
    return Withheld(WireRequest('DELETE', 'http://cloud.example/servers/1', {}, None, call), call)


def _named(names: Iterable[str]) -> Keys:
    return dict.fromkeys(names, 'key')
