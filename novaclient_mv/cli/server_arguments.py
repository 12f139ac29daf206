"""Arguments that name servers, the same in many commands."""

from __future__ import annotations

from novaclient_mv.cli.arguments import arg

one_server = arg('server', metavar='<server>', help='Name or id.')
several_servers = arg(
    'server', metavar='<server>', nargs='+', help='Name or id; several for several servers.'
)
everywhere = arg(
    '--all-tenants',
    action='store_const',
    const=1,
    default=0,
    help='Look for names in all projects (administrators).',
)
