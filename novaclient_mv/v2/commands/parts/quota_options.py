"""The options that set quotas, for projects and for classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from novaclient_mv.cli.reading.declarations import Args, arg, set_arguments
from novaclient_mv.cli.reading.types import numeric

F = TypeVar('F', bound=Callable[..., Any])

_NETWORKS, _FILES, _ALWAYS = 'networks', 'files', 'always'
_FILES_END = '2.56'

# Name of a quota, what it counts, and what it belongs to.
_QUOTAS = (
    ('instances', 'Servers.', _ALWAYS),
    ('cores', 'Cores.', _ALWAYS),
    ('ram', 'Memory in MiB.', _ALWAYS),
    ('floating_ips', 'Floating IPs.', _NETWORKS),
    ('fixed_ips', 'Fixed IPs.', _NETWORKS),
    ('metadata_items', 'Metadata items of a server.', _ALWAYS),
    ('injected_files', 'Injected files of a server.', _FILES),
    ('injected_file_content_bytes', 'Bytes of an injected file.', _FILES),
    ('injected_file_path_bytes', "Bytes of an injected file's path.", _FILES),
    ('key_pairs', 'Keypairs of a user.', _ALWAYS),
    ('security_groups', 'Security groups.', _NETWORKS),
    ('security_group_rules', 'Rules of a security group.', _NETWORKS),
    ('server_groups', 'Server groups.', _ALWAYS),
    ('server_group_members', 'Servers of a server group.', _ALWAYS),
)


def quota_options(networks_end: str) -> Callable[[F], F]:
    """Declare an option for each quota."""
    ends = {_NETWORKS: networks_end, _FILES: _FILES_END, _ALWAYS: None}

    def decorate(func: F) -> F:
        for name, help, part in reversed(_QUOTAS):
            flag = name.replace('_', '-')
            func = arg(
                f'--{flag}',
                metavar=f'<{flag}>',
                type=numeric.whole,
                end_version=ends[part],
                help=f'{help} -1 for no limit.',
            )(func)
        return func

    return decorate


def quotas_given(args: Args) -> dict[str, int]:
    """The quotas that were given, by name; 0 and -1 are values like others."""
    return set_arguments(args, *(name for name, _, _ in _QUOTAS))
