"""The command that ends a login."""

from __future__ import annotations

from novaclient_mv.cli.reading.declarations import Args, about_login, returns_columns
from novaclient_mv.cli.running import results
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.logins import issued_tokens


@about_login
@returns_columns('was_kept', 'was_valid')
def do_logout(cloud: Cloud, args: Args) -> results.Shown:
    """Revoke the token that is kept of a login, and forget it."""
    ended = issued_tokens.end(cloud)
    if not ended.was_kept:
        line = 'No login is kept: nothing to do.'
    elif not ended.was_valid:
        line = 'Logged out: the token had ended already, and is forgotten.'
    else:
        line = 'Logged out: the token is revoked and forgotten.'
    return results.Views(results.Properties(ended._asdict()), results.Done([line]))
