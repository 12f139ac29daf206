"""The project that a command is about."""

from __future__ import annotations

from novaclient_mv import errors, v2
from novaclient_mv.cli.reading.declarations import Args


def project_of(client: v2.Client, args: Args) -> str:
    """Id of the project of ``args.tenant``; the login's own where none is given."""
    project: str | None = args.tenant or client.project_id
    if project is None:
        raise errors.CommandError('The login has no project of its own: give one with --tenant.')
    return project
