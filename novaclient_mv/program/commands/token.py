"""The command that shows a token."""

from __future__ import annotations

from novaclient_mv.cli.reading.declarations import Args, about_login, returns_columns
from novaclient_mv.cli.running import results
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.logins import issued_tokens


@about_login
@returns_columns('expires', 'id', 'project_id', 'domain_id', 'system', 'user_id')
def do_token_issue(cloud: Cloud, args: Args) -> results.Shown:
    """Show the token of the login, for programs that need one: it is a secret."""
    token = issued_tokens.current(cloud)
    facts = token.facts
    scope = {
        'project_id': facts.project.id if facts.project else None,
        'domain_id': facts.domain.id if facts.domain else None,
        'system': 'all' if facts.is_for_system else None,
    }
    scope = {name: value for name, value in scope.items() if value or name == 'project_id'}
    user_id = facts.user.id if facts.user else None
    # Keystone's own client writes the time so.
    expires = token.expires_at and token.expires_at.removesuffix('Z') + '+0000'
    return results.Properties({'expires': expires, 'id': token.id, **scope, 'user_id': user_id})
