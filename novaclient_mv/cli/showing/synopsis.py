"""The synopsis of a command: the arguments that a line needs, then those that it may have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from novaclient_mv import versions
from novaclient_mv.cli.reading import declarations, tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.versions import APIVersion

Choices = Sequence[Sequence[Argument]]


def text(command: Command, version: APIVersion) -> str:
    """The synopsis at a version, or at the newest that has the command."""
    return ' '.join(['nova-mv', command.name, *_words(command, _version(command, version))])


def _version(command: Command, version: APIVersion) -> APIVersion:
    if versions.variant_at(command.function, version) is not None:
        return version
    newest = versions.variants_of(command.function)[-1]
    return min(newest.range.end, command.service.range.end)


def choices(command: Command, version: APIVersion) -> Choices:
    """The arguments of which a line needs one each, though each may be missing; any option where
    there is none in it.
    """
    declared: Sequence[declarations.Choice] = declarations.declared(command.function, 'choices', ())
    arguments = {argument.name: argument for argument in tree.arguments_at(command, version) or ()}
    return [[arguments[name] for name in choice.names if name in arguments] for choice in declared]


def _words(command: Command, version: APIVersion) -> Iterator[str]:
    """The options that are needed, the others, and the positionals."""
    arguments = [
        argument for argument in tree.arguments_at(command, version) or () if not argument.is_hidden
    ]
    options = [argument for argument in arguments if not argument.is_positional]
    needed = choices(command, version)
    yield from (_option(argument) for argument in options if argument.is_needed)
    mixed = [names for names in needed if any(argument.is_positional for argument in names)]
    yield from (_choice(names) for names in needed if names and names not in mixed)
    if options:
        yield '[options]' if all(needed) else '<options>'
    if declarations.declared(command.function, 'takes_command_line'):
        yield '--'
    alternatives = [argument.name for names in mixed for argument in names]
    targets = declarations.declared(command.function, 'targets')
    for argument in arguments:
        if argument.is_positional and argument.name not in alternatives:
            text = _positional(argument)
            is_target = targets is not None and argument.name == targets.metavar
            yield (f'({text} | {_option(tree.SELECTION_ARGUMENTS[0])})' if is_target else text)
    yield from map(_choice, mixed)


def _choice(arguments: Sequence[Argument]) -> str:
    """One of some arguments."""
    texts = [
        _positional(argument, is_needed=True) if argument.is_positional else _option(argument)
        for argument in arguments
    ]
    return texts[0] if len(texts) == 1 else f'({" | ".join(texts)})'


def _option(argument: Argument) -> str:
    return f'{argument.name} {argument.options.get("metavar", "")}'.strip()


def _positional(argument: Argument, is_needed: bool = False) -> str:
    name = argument.name
    nargs = argument.options.get('nargs')
    if nargs == '*':
        return f'{name} ...' if is_needed else f'[{name} ...]'
    if nargs == '?' and not is_needed:
        return f'[{name}]'
    return f'{name} [{name} ...]' if nargs == '+' else name
