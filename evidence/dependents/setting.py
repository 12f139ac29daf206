"""Makes on a real cloud what drivers meet on a sandbox, and takes it away again.

The cloud is one of a clouds file whose user is an administrator. Each time there are new projects
and users, with the servers of a new sandbox: nothing that a driver did before is to be seen.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from collections.abc import Callable, Iterator
from typing import Any

from keystoneauth1 import adapter
from keystoneauth1 import exceptions as keystone_errors

from evidence.dependents import names
from novaclient_mv import client, exceptions
from unit_tests.patience import PATIENCE

ADMIN = 'nova-mv-tried'
MEMBER = 'nova-mv-tried-member'
_ROLES = ((ADMIN, ADMIN, 'admin'), (ADMIN, MEMBER, 'admin'), (MEMBER, MEMBER, 'member'))
"""User, project and role; only an administrator can choose the host of the member's server."""

_VERSION = '2.96'
_LOOK = 0.5
_FLAVORS = {'1': ('m1.tiny', 512, 1), '2': ('m1.small', 2048, 1), '3': ('m1.medium', 4096, 2)}
_SERVERS = {
    'web-1': (ADMIN, '1'),
    'web-2': (ADMIN, '2'),
    'db-1': (ADMIN, '3'),
    'app-1': (MEMBER, '1'),
}
"""Projects and flavors of servers."""
_STOPPED = 'db-1'
_LEFT = (
    ('image', '/v2/images?owner={}', 'images', '/v2/images/{}'),
    ('volumev3', '/volumes?all_tenants=1&project_id={}', 'volumes', '/volumes/{}'),
    (
        'network',
        '/v2.0/security-groups?project_id={}',
        'security_groups',
        '/v2.0/security-groups/{}',
    ),
)
"""Resources of a project in other services: type of service, list, key, path of one."""


class Setting:
    """The resources of drivers on a cloud.

    :param cloud: its name in a clouds file.
    """

    def __init__(self, cloud: str) -> None:
        self.cloud = cloud
        self.password = secrets.token_hex(12)
        self.nova = client.from_cloud(cloud, version=_VERSION, cache=False)
        # Keystone and others are asked over the same session.
        self.session: Any = self.nova.client.session
        self.identity = self.service('identity', '3')
        self.projects: dict[str, str] = {}
        self.users: dict[str, str] = {}
        self.undoing: list[Callable[[], Any]] = []

    def service(self, kind: str, version: str | None = None) -> Any:
        """Requests to another service."""
        return adapter.Adapter(
            session=self.session, service_type=kind, interface='public', version=version
        )

    def make(self) -> dict[str, str]:
        """Make all of it.

        :returns: the variables of a driver's process.
        """
        self.remember()
        for name in (ADMIN, MEMBER):
            self.make_user(name)
        for grant in _ROLES:
            self.grant(*grant)
        for flavor, (name, ram, cores) in _FLAVORS.items():
            self.make_flavor(flavor, name, ram, cores)
        self.make_servers()
        return self.variables()

    def remember(self) -> None:
        """Note what belongs to nobody's project, so that it can be as it was."""
        for manager, options in (('flavors', {'is_public': None}), ('aggregates', {})):
            there = {thing.id for thing in getattr(self.nova, manager).list(**options)}
            self.undoing.append(lambda m=manager, o=options, t=there: self.remove_new(m, o, t))
        for flavor in self.nova.flavors.list(is_public=None):
            specs = dict(flavor.extra_specs)
            self.undoing.append(lambda f=flavor, s=specs: self.set_specs(f, s))
        self.undoing.append(self.enable_services)
        quotas = self.nova.quota_classes.get('default').to_dict()
        self.undoing.append(
            lambda: self.nova.quota_classes.update(
                'default', instances=quotas['instances'], cores=quotas['cores'], ram=quotas['ram']
            )
        )

    def make_user(self, name: str) -> None:
        """Make a project, and a user of the same name."""
        for kind in ('users', 'projects'):
            for left in self.identity.get(f'/{kind}?name={name}').json()[kind]:
                if kind == 'projects':
                    self.empty(left['id'])
                self.identity.delete(f'/{kind}/{left["id"]}')
        project = {'name': name, 'domain_id': 'default'}
        user = {**project, 'password': self.password}
        made = self.identity.post('/projects', json={'project': project}).json()
        self.projects[name] = made['project']['id']
        made = self.identity.post('/users', json={'user': user}).json()
        self.users[name] = made['user']['id']

    def grant(self, user: str, project: str, role: str) -> None:
        """Give a user a role in a project."""
        roles = self.identity.get('/roles').json()['roles']
        identifier = next(known['id'] for known in roles if known['name'] == role)
        place = f'/projects/{self.projects[project]}/users/{self.users[user]}'
        self.identity.put(f'{place}/roles/{identifier}')

    def make_flavor(self, flavor: str, name: str, ram: int, cores: int) -> None:
        """Make a flavor, where the cloud has none of its id."""
        with contextlib.suppress(exceptions.Conflict):
            self.nova.flavors.create(name, ram, cores, 1, flavorid=flavor)

    def make_servers(self) -> None:
        """Make the servers of a sandbox, on hosts that take turns."""
        hosts = self.hosts()
        for place, (name, (project, flavor)) in enumerate(_SERVERS.items()):
            self.make_server(name, project, flavor, hosts[place % len(hosts)])

    def make_server(self, name: str, project: str, flavor: str, host: str) -> None:
        """Make a server, and wait for it: lists are in the order in which servers were made."""
        login = self.login(ADMIN, project)
        with client.from_cloud(version=_VERSION, cache=False, variables=login) as user:
            network = user.neutron.find_network(self.network()).id
            image = user.glance.find_image(self.image())
            zone = f'nova:{host}'
            server = user.servers.create(
                name, image, flavor, nics=[{'net-id': network}], availability_zone=zone
            )
            user.wait_for(server, 'ACTIVE', timeout=PATIENCE)
            if name == _STOPPED:
                user.servers.stop(server)
                user.wait_for(server, 'SHUTOFF', timeout=PATIENCE)

    def hosts(self) -> list[str]:
        """The hosts that servers can run on, in order of their names."""
        services = self.nova.services.list(binary='nova-compute')
        return sorted(one.host for one in services if one.state == 'up')

    def image(self) -> str:
        """The image that drivers take."""
        return os.environ.get('NOVA_MV_TEST_IMAGE') or str(self.nova.glance.list()[0].name)

    def network(self) -> str:
        """The network that drivers take."""
        return os.environ.get('NOVA_MV_TEST_NETWORK') or 'private'

    def login(self, name: str, project: str) -> dict[str, str]:
        """The variables of a user's login for a project."""
        return {
            'OS_AUTH_URL': self.session.auth.auth_url,
            'OS_USERNAME': name,
            'OS_PASSWORD': self.password,
            'OS_PROJECT_NAME': project,
            'OS_USER_DOMAIN_NAME': 'Default',
            'OS_PROJECT_DOMAIN_NAME': 'Default',
            'OS_IDENTITY_API_VERSION': '3',
            'OS_REGION_NAME': self.region(),
        }

    def region(self) -> str:
        """The region of the cloud."""
        catalog = self.session.auth.get_access(self.session).service_catalog
        endpoints = catalog.get_endpoints_data(service_type='compute', interface='public')
        return str(endpoints['compute'][0].region_name)

    def variables(self) -> dict[str, str]:
        """The login of the administrator, and what things are called."""
        hosts = self.hosts()
        return {
            **self.login(ADMIN, ADMIN),
            **names.variables(
                host=hosts[0],
                other_host=hosts[-1],
                image=self.image(),
                network=self.network(),
                user=ADMIN,
                project=ADMIN,
                member=MEMBER,
            ),
        }

    def remove_new(self, manager: str, options: dict[str, Any], there: set[Any]) -> None:
        """Delete flavors or aggregates that were not there before."""
        for thing in getattr(self.nova, manager).list(**options):
            if thing.id in there:
                continue
            for host in getattr(thing, 'hosts', ()):
                self.nova.aggregates.remove_host(thing, host)
            thing.delete()

    def set_specs(self, flavor: Any, specs: dict[str, str]) -> None:
        """Give a flavor the extra specs that it had."""
        now = flavor.get_keys()
        if added := [key for key in now if key not in specs]:
            flavor.unset_keys(added)
        if specs != {key: text for key, text in now.items() if key in specs}:
            flavor.set_keys(specs)

    def enable_services(self) -> None:
        """Let hosts take servers again that a driver has disabled or forced down."""
        for service in self.nova.services.list(binary='nova-compute'):
            if service.forced_down:
                self.nova.services.force_down(service.id, False)
            if service.status == 'disabled':
                self.nova.services.enable(service.id)

    def take_away(self) -> None:
        """Delete projects, users and what they have, and put the rest back."""
        for project in self.projects.values():
            self.empty(project)
        for undo in self.undoing:
            undo()
        for kind, ids in (('users', self.users), ('projects', self.projects)):
            for identifier in ids.values():
                self.identity.delete(f'/{kind}/{identifier}')
        self.nova.close()

    def empty(self, project: str) -> None:
        """Delete the servers of a project, and what other services keep of it."""
        end = time.monotonic() + PATIENCE
        options = {'all_tenants': True, 'project_id': project}
        while servers := self.nova.servers.list(search_opts=options):
            assert time.monotonic() < end, servers
            for server in servers:
                with contextlib.suppress(exceptions.ClientException):
                    self.nova.servers.unlock(server)
                    self.nova.servers.force_delete(server)
            time.sleep(_LOOK)
        for group in self.nova.server_groups.list(all_projects=True):
            if group.project_id == project:
                group.delete()
        self.nova.quotas.delete(project)
        for kind, path, key, one in _LEFT:
            service = self.service(kind)
            with contextlib.suppress(keystone_errors.ClientException):
                for thing in service.get(path.format(project)).json()[key]:
                    service.delete(one.format(thing['id']))


@contextlib.contextmanager
def standing(cloud: str) -> Iterator[dict[str, str]]:
    """Create the resources of drivers on a cloud, and yield the variables of their processes."""
    setting = Setting(cloud)
    try:
        yield setting.make()
    finally:
        setting.take_away()
