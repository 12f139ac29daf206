"""From a command line to its invocations, also of an alias or a line of ``openstack``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands, option_flags, read
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.tokenizer import Token, Tokens
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.global_option import GlobalOption
from novaclient_mv.clouds.settings import Settings


def read_all(
    argv: Sequence[str], environment: Environment, typed: Sequence[Token] | None = None
) -> Iterable[Invocation]:
    """Read a line, of an alias with what was typed; each invocation follows the success of one."""
    tokens = read.split(argv)
    try:
        invocation = read.read(tokens, environment, _auth_options)
    except errors.CommandError as error:
        if isinstance(error, errors.UnknownName) and error.kind in ('command', 'option'):
            return _in_other_words(tokens, environment, error, is_alias=typed is not None)
        if tokens.name is not None:
            error.hint = error.hint or commands.longer_name(tokens.name, tokens.following())
        raise
    if environment.is_error_terminal and not invocation.options.get('quiet'):
        _tell_hidden_alias(tokens, environment)
    line = invocation.line
    if line is not None and option_flags.is_repeated(line.tokens, line.command, line.table):
        from novaclient_mv.cli.reading import repetition

        repetition.tell(invocation, tokens.around if typed is None else typed)
    return [invocation]


def _in_other_words(
    tokens: Tokens, environment: Environment, refusal: errors.UnknownName, is_alias: bool
) -> Iterable[Invocation]:
    """Read a line that begins with an alias, or with a multiword command."""
    if not is_alias and tokens.name == refusal.name.partition(' ')[0]:
        from novaclient_mv.cli.reading import user_aliases

        try:
            argv = user_aliases.expanded(tokens, environment)
        except errors.CommandError as error:
            refusal.hint = str(error)
            argv = None
        if argv is not None:
            return read_all(argv, environment, tokens.around)
        refusal = user_aliases.with_close_ones(refusal, environment)
    from novaclient_mv.cli.running import several_lines

    return several_lines.read_all(tokens, environment, refusal, _auth_options)


def _tell_hidden_alias(tokens: Tokens, environment: Environment) -> None:
    from novaclient_mv.clouds.shortcuts import Shortcuts

    if tokens.name is not None and Shortcuts(environment).is_there():
        from novaclient_mv.cli.reading import user_aliases

        user_aliases.tell_hidden(tokens.name, environment)


def _auth_options(settings: Settings, flag: str) -> tuple[GlobalOption, ...]:
    from novaclient_mv.clouds.logins import plugins

    return plugins.auth_options(settings, flag)
