"""Bodies of ``/os-quota-sets`` and ``/os-quota-class-sets``, by version."""

from __future__ import annotations

from collections.abc import Iterator

from novaclient_mv.sandbox.compute.bodies import Body, Key, key
from novaclient_mv.sandbox.http import schema_parts

_LIMIT = schema_parts.integer(-1)
_EVER = (
    'instances', 'cores', 'ram', 'metadata_items', 'key_pairs', 'server_groups',
    'server_group_members',
)  # fmt: skip
_FILES = ('injected_files', 'injected_file_content_bytes', 'injected_file_path_bytes')
_NETWORK = ('floating_ips', 'fixed_ips', 'security_groups', 'security_group_rules')


def _limits(last_of_network: str) -> Iterator[Key]:
    for names, until in ((_EVER, ''), (_FILES, '2.56'), (_NETWORK, last_of_network)):
        for name in names:
            yield key(name, _LIMIT, until=until)


update = Body('quota_set', *_limits('2.35'), key('force', schema_parts.BOOLEAN))
update_class = Body('quota_class_set', *_limits('2.49'))
