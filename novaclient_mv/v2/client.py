"""The client of the Compute API: its managers, and python-novaclient's keywords to make one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors, wire
from novaclient_mv.resources import client as resources_client
from novaclient_mv.services import compute
from novaclient_mv.versions import APIVersion

if TYPE_CHECKING:
    import logging

    from novaclient_mv.compat import client_keywords
    from novaclient_mv.resources.extensions import Extension
    from novaclient_mv.v2 import (
        agents,
        aggregates,
        assisted_volume_snapshots,
        availability_zones,
        console_auth_tokens,
        extensions,
        flavor_access,
        flavors,
        hypervisors,
        images,
        instance_action,
        instance_usage_audit_log,
        keypairs,
        limits,
        migrations,
        networks,
        quota_classes,
        quotas,
        raw_requests,
        retired,
        server_external_events,
        server_groups,
        server_migrations,
        server_shares,
        servers,
        services,
        usage,
        versions,
        volumes,
    )


if not TYPE_CHECKING:
    # Programs reach the modules of resources from here, as python-novaclient's client imports them.
    def __getattr__(name: str) -> object:
        if name == 'exceptions':
            return errors
        if name.startswith('_') or name not in {place for place, _ in Client.MANAGERS.values()}:
            raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
        import importlib

        return importlib.import_module(f'{__package__}.{name}')


def plain_version(version: str | APIVersion) -> APIVersion:
    """The version of a client, which is a plain one that this client speaks.

    :raises UnsupportedVersion: it is misspelt, ``latest``, or not spoken.
    """
    return compute.COMPUTE.plain_version(version)


class Client(resources_client.Client):
    """A client of one cloud at one version.

    Give a keystoneauth1 ``session`` (and ``auth``, if it has none), or credentials for one. Nothing
    is sent, and credentials are not looked at, before the first request.

    :param api_version: version of every request.
    :param session: keystoneauth1 session, shared unchanged.
    :param direct_use: kept for programs that pass it.
    :param endpoint_override: use this URL instead of the service catalog's; both are used as they
        are, and no version is appended. The attribute ``client.endpoint_override`` may be set at
        any time.
    :param extensions: :class:`novaclient_mv.extension.Extension` values, whose managers become
        attributes of their names.
    :param endpoint_type: ``publicURL``, ``internalURL`` or ``adminURL`` (also ``interface``).
    :param timeout: seconds for one request.
    :param logger: where requests and answers are logged, in place of that of this module.
    :param timings: collect what each request takes, for ``get_timings``.
    :param http_log_debug: log requests and answers whatever the level of the logger was.
    :param kwargs: what holds for every request, see
        :class:`novaclient_mv.compat.caller_options.CallerOptions`: ``global_request_id``,
        ``additional_headers``, ``user_agent``, ``client_name``, ``client_version``,
        ``connect_retries``, ``status_code_retries`` and their like; and older names:
        ``interface`` for ``endpoint_type``, ``bypass_url`` for ``endpoint_override``, ``api_key``
        for ``password``, ``tenant_id`` and ``tenant_name`` for ``project_id`` and
        ``project_name``, ``no_cache`` for the contrary of ``os_cache``. A ``DeprecationWarning``
        names what python-novaclient takes without an effect, as ``auth_system``.
    :raises TypeError: any other keyword.
    """

    service = compute.COMPUTE

    logger: logging.Logger | None = None
    os_cache = False
    project_name: str | None = None
    _as_given: tuple[str | None, str | None] | None = None
    """The ids of project and user that a program gave; of a client over a connection, none."""

    agents: agents.AgentsManager
    aggregates: aggregates.AggregateManager
    assisted_volume_snapshots: assisted_volume_snapshots.AssistedSnapshotManager
    availability_zones: availability_zones.AvailabilityZoneManager
    baremetal_nodes: retired.baremetal_nodes.BaremetalNodeManager
    console_auth_tokens: console_auth_tokens.ConsoleAuthTokenManager
    extensions: extensions.ExtensionManager
    flavor_access: flavor_access.FlavorAccessManager
    flavors: flavors.FlavorManager
    floating_ip_pools: retired.floating_ip_pools.FloatingIPPoolManager
    floating_ips: retired.floating_ips.FloatingIPManager
    glance: images.GlanceManager
    hosts: retired.hosts.HostManager
    hypervisor_stats: hypervisors.HypervisorStatsManager
    hypervisors: hypervisors.HypervisorManager
    image_proxies: retired.image_proxies.ImageProxyManager
    instance_action: instance_action.InstanceActionManager
    instance_usage_audit_log: instance_usage_audit_log.InstanceUsageAuditLogManager
    keypairs: keypairs.KeypairManager
    limits: limits.LimitsManager
    migrations: migrations.MigrationManager
    network_proxies: retired.network_proxies.NetworkProxyManager
    neutron: networks.NeutronManager
    quota_classes: quota_classes.QuotaClassSetManager
    quotas: quotas.QuotaSetManager
    raw_requests: raw_requests.RawRequestManager
    security_group_rules: retired.security_group_rules.SecurityGroupRuleManager
    security_groups: retired.security_groups.SecurityGroupManager
    server_external_events: server_external_events.ServerExternalEventManager
    server_groups: server_groups.ServerGroupsManager
    server_migrations: server_migrations.ServerMigrationsManager
    server_shares: server_shares.ServerSharesManager
    servers: servers.ServerManager
    services: services.ServiceManager
    tenant_networks: retired.tenant_networks.TenantNetworkManager
    usage: usage.UsageManager
    versions: versions.VersionManager
    volume_proxies: retired.volume_proxies.VolumeProxyManager
    volume_snapshots: retired.volume_snapshots.VolumeSnapshotManager
    volumes: volumes.VolumeManager
    volumes_boot: retired.volumes_boot.VolumesBootManager

    def __init__(
        self,
        api_version: APIVersion | str | None = None,
        auth: client_keywords.Plugin | None = None,
        auth_token: str | None = None,
        auth_url: str | None = None,
        cacert: str | None = None,
        cert: str | tuple[str, str] | None = None,
        direct_use: bool = True,
        endpoint_override: str | None = None,
        endpoint_type: str = 'publicURL',
        extensions: Iterable[Extension] | None = None,
        http_log_debug: bool = False,
        insecure: bool = False,
        logger: logging.Logger | None = None,
        os_cache: bool = False,
        password: str | None = None,
        project_domain_id: str | None = None,
        project_domain_name: str | None = None,
        project_id: str | None = None,
        project_name: str | None = None,
        region_name: str | None = None,
        service_name: str | None = None,
        service_type: str = 'compute',
        session: client_keywords.Session | None = None,
        timeout: float | None = None,
        timings: bool = False,
        user_domain_id: str | None = None,
        user_domain_name: str | None = None,
        user_id: str | None = None,
        username: str | None = None,
        **kwargs: Any,  # noqa: ANN401 - each has a type of its own
    ) -> None:
        with wire.LOADING:
            from novaclient_mv.compat import caller_options, client_keywords, session_client

        renamed = client_keywords.under_either_name
        is_cached = not kwargs.pop('no_cache', True)
        self.os_cache = os_cache or is_cached
        credentials = client_keywords.Credentials(
            auth_url=auth_url,
            token=auth_token,
            password=renamed(kwargs, 'api_key', 'password', password),
            username=username,
            user_id=user_id,
            user_domain_id=user_domain_id,
            user_domain_name=user_domain_name,
            project_id=renamed(kwargs, 'tenant_id', 'project_id', project_id),
            project_name=renamed(kwargs, 'tenant_name', 'project_name', project_name),
            project_domain_id=project_domain_id,
            project_domain_name=project_domain_name,
        )
        self._as_given = credentials.project_id or None, user_id
        endpoint_override = renamed(kwargs, 'bypass_url', 'endpoint_override', endpoint_override)
        interface = None if endpoint_type == 'publicURL' else endpoint_type
        interface = renamed(kwargs, 'interface', 'endpoint_type', interface)
        client_keywords.take_ignored(kwargs)
        caller_options.check(kwargs)
        self.logger = client_keywords.logger_of(__name__, logger, http_log_debug)
        self.project_name = credentials.project_name
        timeout = client_keywords.seconds(timeout, beside_session=session is not None)
        is_shared = session is not None
        if session is not None:
            tls = {'cacert': cacert, 'cert': cert, 'insecure': insecure}
            client_keywords.warn_beside_session(credentials, tls)
        else:
            auth = auth or client_keywords.plugin_of(credentials)
            verify = False if insecure else (cacert or True)
            session = client_keywords.open_session(auth, verify, cert, timeout)
        self.client = session_client.SessionClient(
            session,
            api_version=api_version,
            auth=auth,
            endpoint_override=endpoint_override,
            service_type=service_type,
            service_name=service_name,
            interface=interface or endpoint_type,
            region_name=region_name,
            timings=timings,
        )
        own = {'logger': self.logger, 'timeout': timeout if is_shared else None}
        self.client.set_options({**own, **kwargs})
        self._extend(extensions or ())

    def _extend(self, extensions: Iterable[Extension]) -> None:
        for extension in extensions:
            if extension.manager_class is not None:
                setattr(self, extension.name, extension.manager_class(self))

    @property
    def api_version(self) -> compute.APIVersion:
        """The version of every request."""
        version = super().api_version
        if isinstance(version, compute.APIVersion):
            return version
        return compute.NO_MICROVERSION if version is None else compute.APIVersion(str(version))

    @api_version.setter
    def api_version(self, value: APIVersion) -> None:
        self._set_version(value)

    @property
    def project_id(self) -> str | None:
        """Id of the project that ``Client()`` was given, as of python-novaclient's.

        ``client.client.get_project_id()`` tells which the login is scoped to.
        """
        return super().project_id if self._as_given is None else self._as_given[0]

    @property
    def user_id(self) -> str | None:
        """Id of the user that ``Client()`` was given; ``client.client.get_user_id()`` tells that of
        the login.
        """
        return super().user_id if self._as_given is None else self._as_given[1]

    def get_timings(self) -> list[client_keywords.RecordedTime]:
        """Return the time of each request of this client, if ``timings`` asks for them: method and
        URL in one text, begin and end in seconds since 1970.
        """
        get: Callable[[], list[client_keywords.RecordedTime]] | None
        get = getattr(self.client, 'get_timings', None)
        return [] if get is None else get()

    def reset_timings(self) -> None:
        """Forget what the requests took."""
        reset: Callable[[], None] | None = getattr(self.client, 'reset_timings', None)
        if reset is not None:
            reset()
