"""The line that tells a change on a terminal, where the command shows nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import declarations, tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.showing.result_writer import ResultWriter
from novaclient_mv.clouds import escapes
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion

_DONE = 'Done.'
"""Told of commands that have no sentence, as those of other packages."""

_NAMELESS = ('name', 'id')
"""Arguments that are named after no kind of resource."""

_REGULAR = (
    *('create', 'delete', 'evacuate', 'force-delete', 'live-migrate', 'lock', 'migrate', 'pause'),
    *('rename', 'rescue', 'restore', 'resume', 'shelve', 'suspend', 'unlock', 'unpause'),
    *('unrescue', 'unshelve', 'update'),
)
_STEMS = {verb: verb.removesuffix('e').capitalize() for verb in _REGULAR}
_VERBS = {verb: (f'{stem}ed', f'{stem}ing') for verb, stem in _STEMS.items()}
_VERBS |= {'rebuild': ('Rebuilt', 'Rebuilding')}
_VERBS |= dict.fromkeys(('modify', 'set', 'unset'), _VERBS['update'])
"""Last words of commands: what was done, and what goes on in the cloud."""


def tell(invocation: Invocation, version: APIVersion, writer: ResultWriter, cloud: Cloud) -> None:
    """Tell a person what was changed, and at which version, if not at the newest."""
    command, environment = invocation.command, invocation.environment
    if command is None or invocation.options.get('quiet') or not cloud.has_written:
        return
    args = invocation.args_at(version)
    if getattr(args, 'dry_run', None) is not None:
        return
    if environment.is_terminal and invocation.output.shown_format == 'table' and writer.is_unused:
        writer.write(escapes.safe(sentence(command, args)))
        environment.stdout.flush()
    if environment.is_error_terminal:
        _tell_version(invocation, version, cloud)


def sentence(command: Command, args: Args) -> str:
    """Return the sentence of a change, with the words that were typed."""
    texts = {name: _text(value) for name, value in vars(args).items() if value not in (None, [])}
    for template in templates(command):
        try:
            return template.format_map(texts)
        except KeyError:
            continue
    return _DONE


def templates(command: Command) -> Sequence[str]:
    """Return the sentences of a command: that which it declares, or what its name says."""
    declared: Sequence[str] | None = declarations.declared(command.function, 'success_message')
    if declared is not None:
        return declared
    derived = _derived(command)
    return () if derived is None else (derived,)


def _derived(command: Command) -> str | None:
    """The sentence of ``server-lock <server>`` and its like; ``None`` where the name is another."""
    words = command.name.removeprefix(command.service.prefix)
    verb = next((verb for verb in sorted(_VERBS, key=len)[::-1] if words.endswith(f'-{verb}')), '')
    positional = (item for item, _ in tree.every_argument(command) if item.is_positional)
    target = next(positional, None)
    if not verb or target is None or target.options.get('nargs') is not None:
        return None
    kind = words.removesuffix(f'-{verb}')
    name = str(target.options.get('metavar') or target.dest).strip('<>').replace('_', '-')
    if name not in _NAMELESS and not f'-{kind}'.endswith(f'-{name}'):
        return None
    goes_on = declarations.declared(command.function, 'end') is not None
    return f'{_VERBS[verb][goes_on]} {kind.replace("-", " ")} {{{target.dest}}}.'


def _text(value: Any) -> str:
    """The value of an argument, as it was typed."""
    if isinstance(value, Mapping):
        return ', '.join(value)
    return ', '.join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _tell_version(invocation: Invocation, version: APIVersion, cloud: Cloud) -> None:
    """Tell which version was used where somebody named another than the newest."""
    requested, service = invocation.requested, invocation.service
    # Of a release, and of a version that has all of a line, it was told before.
    if requested.is_release or not requested.is_named:
        return
    newest = _newest(service, cloud)
    if newest is not None and version < newest:
        cloud.warn(f'used API version {version} ({requested.origin}); the newest here is {newest}')


def _newest(service: Service, cloud: Cloud) -> APIVersion | None:
    """The newest version that cloud and client share; ``None`` where that is not known."""
    try:
        offered, _ = cloud.range(service)
    except errors.Error:
        # The change was carried out all the same.
        return None
    return None if offered is None else min(offered.end, service.range.end)
