"""The whole command line as data: commands, arguments, versions, fields, operations."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, TypedDict

import novaclient_mv
from novaclient_mv.cli.reading import aliases, columns, commands, declarations, tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.clouds.global_option import GlobalOption
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.knowledge import reached_operations, spans
from novaclient_mv.knowledge.spans import SpanForm
from novaclient_mv.services import Service, epochs, registry
from novaclient_mv.versions import VersionRange

PROGRAM = 'nova-mv'

_TYPES = {'microversioned': 'service', 'whole': 'integer', 'factor': 'number'}
"""The name in the catalog of types that have another one in the code."""


class FieldForm(TypedDict):
    """A field of what a command shows: its key for machines, its title in a table."""

    key: str
    title: str
    type: str
    ranges: list[SpanForm]


class CommandForm(TypedDict):
    """A command.

    An argument is a mapping with ``flags`` (an option) or ``name`` (a positional), ``type``,
    ``choices``, ``required``, ``repeatable``, ``default``, ``ranges`` and ``help``. ``operations``
    are those that it may carry out at any version. ``writes`` says whether it may change something
    in the cloud, ``waits`` whether it has ``--wait``.
    """

    name: str
    aliases: list[str]
    service: str
    summary: str
    writes: bool
    waits: bool
    operations: list[str]
    ranges: list[SpanForm]
    arguments: list[dict[str, Any]]
    fields: list[FieldForm]


class CommandCatalog(TypedDict):
    """The whole command line; ``options`` are those that every command has."""

    program: str
    version: str
    services: list[str]
    commands: list[CommandForm]
    options: list[dict[str, Any]]


def command_catalog(services: Iterable[Service] | None = None) -> CommandCatalog:
    """Return the whole command line as data.

    :param services: whose commands; without it all, with other packages'.
    """
    every = list(registry.every()) if services is None else list(services)
    return {
        'program': PROGRAM,
        'version': novaclient_mv.__version__,
        'services': [service.name for service in every],
        'commands': [
            of_command(command)
            for command in commands.every_command()
            if any(command.service == service for service in every)
        ],
        'options': [
            of_option(option) for option in OptionTable(every).options if not option.is_hidden
        ],
    }


def of_command(command: Command) -> CommandForm:
    """A command as data."""
    service = command.service
    return {
        'name': command.name,
        'aliases': list(aliases.aliases_of(command.name)),
        'service': service.name,
        'summary': command.summary,
        'writes': bool(declarations.declared(command.function, 'writes')),
        'waits': bool(declarations.declared(command.function, 'end')),
        'operations': [*reached_operations.uses_of(service).get(command.name, ())],
        'ranges': _spans(command.ranges, service),
        'arguments': _arguments(command),
        'fields': _fields(command),
    }


def _spans(ranges: Sequence[VersionRange], service: Service) -> list[SpanForm]:
    return spans.as_mappings(epochs.merged(ranges, service), service)


def _arguments(command: Command) -> list[dict[str, Any]]:
    """The arguments in their order; equal declarations are merged."""
    by_form: dict[str, tuple[dict[str, Any], list[VersionRange]]] = {}
    for argument, span in tree.every_argument(command):
        # Shared options, as --wait, are declared for all versions.
        there = [both for both in map(span.intersect, command.ranges) if not both.is_empty]
        if there and not argument.is_hidden:
            form = _of_argument(argument)
            by_form.setdefault(json.dumps(form), (form, []))[1].extend(there)
    return [
        {**form, 'ranges': _spans(ranges, command.service)} for form, ranges in by_form.values()
    ]


def _of_argument(argument: Argument) -> dict[str, Any]:
    options = argument.options
    count = options.get('nargs')
    name: dict[str, Any] = {'flags': list(argument.flags)}
    if argument.is_positional:
        name = {'name': argument.name.strip('<>')}
    return {
        **name,
        'type': _type(options.get('type'), _choices(argument), argument.takes_value),
        'choices': _choices(argument),
        'required': argument.is_needed,
        'repeatable': options.get('action') == 'append' or count in ('+', '*'),
        'default': _plain(options.get('default')) if argument.takes_value else False,
        'ranges': [],
        'help': argument.help,
        'metavar': argument.options.get('metavar') if argument.takes_value else None,
        'variable': argument.variable,
        'group': argument.group,
    }


def _choices(argument: Argument) -> list[str] | None:
    choices = argument.options.get('choices')
    if choices is None:
        # Some types have words of their own, which the parser may abbreviate.
        choices = getattr(argument.options.get('type'), 'words', None)
    return None if choices is None else [str(choice) for choice in choices]


def _type(kind: Any, choices: Sequence[str] | None, takes_value: bool) -> str:
    """The type of a value: ``text``, ``choice``, ``count`` ...; ``switch`` without a value."""
    if not takes_value:
        return 'switch'
    if choices is not None:
        return 'choice'
    if kind is None or kind is str:
        return 'text'
    named = getattr(kind, 'type_name', None)
    name = named or getattr(kind, '__name__', None) or type(kind).__name__
    word = re.sub(r'(?<=[a-z0-9])(?=[A-Z])', '_', name).lower().strip('_')
    return _TYPES.get(word, word)


def _plain(value: Any) -> Any:
    """A default as JSON has it; an empty list is none, and a service is its name."""
    if value == []:
        return None
    if isinstance(value, Service):
        return value.name
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _fields(command: Command) -> list[FieldForm]:
    """The columns of a command's result, if it has any."""
    return [
        {
            'key': field.key,
            'title': field.title,
            'type': field.type,
            'ranges': _spans([field.range], command.service),
        }
        for field in columns.fields_of(command.function) or ()
    ]


def of_option(option: GlobalOption) -> dict[str, Any]:
    """An option of all commands as data."""
    choices = None if option.choices is None else list(option.choices)
    return {
        'flags': list(option.flags),
        'type': _type(option.type, choices, option.takes_value),
        'choices': choices,
        'repeatable': option.kind == 'list',
        'variables': list(option.variables),
        'help': option.help,
        'section': option.section,
    }
