"""The command that logs in, shows the login, and exports it to other programs."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

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
from novaclient_mv.clouds.logins.issued_tokens import WITH_TOKEN, IssuedToken, identity_url

KEYS = (
    *('cloud', 'region', 'auth_url', 'auth_type', 'user', 'user_id', 'user_domain'),
    *('project', 'project_id', 'project_domain', 'domain', 'domain_id', 'system', 'roles'),
    *('expires_at', 'is_kept'),
)


def _facts_of(cloud: Cloud, token: IssuedToken) -> dict[str, Any]:
    """User, scope, roles and end of a login by :data:`KEYS`; ``None`` for those it lacks."""
    facts, login = token.facts, cloud.login
    user, project, domain = facts.user, facts.project, facts.domain
    values = {
        'cloud': cloud.name,
        'region': cloud.settings.get('os_region_name'),
        'auth_url': identity_url(cloud),
        'auth_type': login.auth_type,
        'user': user and user.name,
        'user_id': user and user.id,
        'user_domain': user and (user.domain_name or user.domain_id),
        'project': project and project.name,
        'project_id': project and project.id,
        'project_domain': project and (project.domain_name or project.domain_id),
        'domain': domain and domain.name,
        'domain_id': domain and domain.id,
        'system': 'all' if facts.is_for_system else None,
        'roles': None if facts.roles is None else sorted(facts.roles),
        'expires_at': token.expires_at,
        'is_kept': token.is_kept,
    }
    return {key: values[key] for key in KEYS}


def _sentence(facts: Mapping[str, Any]) -> str:
    """The user, the scope, the cloud and the end of a login."""
    who = facts['user'] or facts['user_id'] or 'somebody'
    project, domain = facts['project'] or facts['project_id'], facts['domain'] or facts['domain_id']
    if facts['system']:
        scope = ' for the system'
    elif project:
        scope = f' in project {project}'
    else:
        scope = f' in domain {domain}' if domain else ' without a scope'
    where = f' on {facts["cloud"] or facts["auth_url"]}'
    until = f', until {facts["expires_at"]}' if facts['expires_at'] else ''
    return f'Logged in as {who}{scope}{where}{until}.'


def _why_not_kept(cloud: Cloud) -> str:
    """The reason why later commands log in again."""
    login = cloud.login
    if cloud.settings.is_sandbox:
        return 'The built-in cloud needs no login: nothing is kept.'
    if login.auth_type in WITH_TOKEN:
        return 'Nothing is kept of a login with a token that settings give.'
    if login.cached_login is None:
        return f'Nothing is kept of a login of the auth type {login.auth_type} with these settings.'
    return f'The token cannot be kept in {login.cached_login.cache.folder}.'


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
@returns_columns(*KEYS)
def do_login(cloud: Cloud, args: Args) -> results.Shown:
    """Log in and keep the token, so that later commands need no password until it ends."""
    if args.export:
        return _exported(cloud)
    token = issued_tokens.current(cloud) if args.show else issued_tokens.new(cloud)
    facts = _facts_of(cloud, token)
    if args.show:
        return results.Properties(facts)
    lines = [_sentence(facts)]
    if not token.is_kept:
        lines.append(_why_not_kept(cloud))
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
