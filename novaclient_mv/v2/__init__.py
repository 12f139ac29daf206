"""The Compute API, version 2: one manager module for each kind of resource."""

# typing is not imported for its constant of this name, which each start of the program would pay.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from novaclient_mv.v2 import (
        agents as agents,
    )
    from novaclient_mv.v2 import (
        aggregates as aggregates,
    )
    from novaclient_mv.v2 import (
        assisted_volume_snapshots as assisted_volume_snapshots,
    )
    from novaclient_mv.v2 import (
        availability_zones as availability_zones,
    )
    from novaclient_mv.v2 import (
        console_auth_tokens as console_auth_tokens,
    )
    from novaclient_mv.v2 import (
        extensions as extensions,
    )
    from novaclient_mv.v2 import (
        flavor_access as flavor_access,
    )
    from novaclient_mv.v2 import (
        flavor_arguments as flavor_arguments,
    )
    from novaclient_mv.v2 import (
        flavors as flavors,
    )
    from novaclient_mv.v2 import (
        hypervisors as hypervisors,
    )
    from novaclient_mv.v2 import (
        images as images,
    )
    from novaclient_mv.v2 import (
        instance_action as instance_action,
    )
    from novaclient_mv.v2 import (
        instance_usage_audit_log as instance_usage_audit_log,
    )
    from novaclient_mv.v2 import (
        keypairs as keypairs,
    )
    from novaclient_mv.v2 import (
        limits as limits,
    )
    from novaclient_mv.v2 import (
        migrations as migrations,
    )
    from novaclient_mv.v2 import (
        networks as networks,
    )
    from novaclient_mv.v2 import (
        quota_classes as quota_classes,
    )
    from novaclient_mv.v2 import (
        quotas as quotas,
    )
    from novaclient_mv.v2 import (
        raw_requests as raw_requests,
    )
    from novaclient_mv.v2 import (
        retired as retired,
    )
    from novaclient_mv.v2 import (
        server_external_events as server_external_events,
    )
    from novaclient_mv.v2 import (
        server_groups as server_groups,
    )
    from novaclient_mv.v2 import (
        server_migrations as server_migrations,
    )
    from novaclient_mv.v2 import (
        server_shares as server_shares,
    )
    from novaclient_mv.v2 import (
        servers as servers,
    )
    from novaclient_mv.v2 import (
        services as services,
    )
    from novaclient_mv.v2 import (
        usage as usage,
    )
    from novaclient_mv.v2 import (
        versions as versions,
    )
    from novaclient_mv.v2 import (
        volumes as volumes,
    )
    from novaclient_mv.v2.client import Client

__all__ = ['Client']


def __getattr__(name: str) -> object:
    import sys

    # Without importlib, which a start of the program may not need otherwise.
    if name == 'Client':
        __import__('novaclient_mv.v2.client')
        client: object = sys.modules['novaclient_mv.v2.client'].Client
        return client
    module = f'{__name__}.{name}'
    try:
        # Programs reach the modules of resources from here, whichever of them they imported.
        if not name.startswith('_'):
            __import__(module)
            return sys.modules[module]
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
