"""The command that logs in, shows the login, and exports it to other programs."""

from __future__ import annotations

import shlex

from novaclient_mv.cli.reading.declarations import (
    Args,
    about_login,
    arg,
    for_one_cloud_if,
    returns_columns,
)
from novaclient_mv.cli.running import results
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.logins import exported_variables, issued_tokens
from novaclient_mv.program.commands.parts import login_facts

_SHOWS_TOKEN = 'this shows a token: it is meant for eval "$(nova-mv login --export)"'


@about_login
@for_one_cloud_if(lambda args: bool(args.export))
@arg(
    '--show',
    action='store_true',
    group='login',
    help='Show the user, scope, roles and end of the login, never its token.',
)
@arg(
    '--export',
    action='store_true',
    group='login',
    help='Print lines for "eval" by which other programs use this login, token included.',
)
@returns_columns(*login_facts.KEYS)
def do_login(cloud: Cloud, args: Args) -> results.Shown:
    """Log in and keep the token, so that later commands need no password until it ends."""
    if args.export:
        return _exported(cloud)
    token = issued_tokens.current(cloud) if args.show else issued_tokens.new(cloud)
    facts = login_facts.of(cloud, token)
    if args.show:
        return results.Properties(facts)
    lines = [login_facts.sentence(facts)]
    if not token.is_kept:
        lines.append(login_facts.why_not_kept(cloud))
    return results.Views(results.Properties(facts), results.Done(lines))


def _exported(cloud: Cloud) -> results.Shown:
    """Lines that a shell evaluates."""
    variables = exported_variables.variables(cloud.settings, issued_tokens.exchanged(cloud))
    unset = [name for name, value in variables.items() if value is None]
    lines = [f'unset {" ".join(unset)}'] + [
        f'export {name}={shlex.quote(value)}'
        for name, value in variables.items()
        if value is not None
    ]
    # A shell gets every octet as it is: a path may have any.
    content = '\n'.join([*lines, '']).encode('utf-8', 'surrogateescape')
    result = results.Views(results.Properties(variables), results.RawBytes(content, 'lines'))
    if cloud.environment.is_terminal:
        return results.Warned(result, [_SHOWS_TOKEN])
    return result
