"""Resources and managers, as programs handle them; the adapter and what extensions call."""

from __future__ import annotations

import copy
import functools
import importlib
import pickle
from typing import Any

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls

ATTRIBUTES = (
    *('logger', 'project_id', 'projectid', 'os_cache', 'management_url', 'user_id', 'tenant_id'),
    *('auth_token', 'region_name', 'api_version', 'extensions', 'service_type', 'project_name'),
    *('auth', 'session', 'client.api_version', 'client.session', 'client.auth'),
    *('client.interface', 'client.service_type', 'client.region_name', 'client.service_name'),
    *('client.version', 'client.endpoint_override', 'client.logger'),
    *('client.timings', 'client.times', 'client.global_request_id', 'client.management_url'),
    *('client.auth_token', 'client.projectid', 'client.tenant_id', 'client.http_log_debug'),
    *('client.catalog', 'client.service_catalog', 'client.last_request_id', 'client.allow'),
    *('client.connect_retries', 'client.status_code_retries', 'client.additional_headers'),
)


def attribute(thing: Any, path: str) -> Any:
    """An attribute of an attribute."""
    for name in path.split('.'):
        thing = getattr(thing, name)
    return thing


def assign(thing: Any, name: str, value: Any) -> bool:
    """Set an attribute."""
    setattr(thing, name, value)
    return True


def remove(thing: Any, name: str) -> bool:
    """Delete an attribute."""
    delattr(thing, name)
    return True


def fields(cloud: Cloud, call: Calls) -> None:
    """A resource: its fields, equality, copies, laziness."""
    base = importlib.import_module('novaclient.base')
    nova = cloud.nova
    web = cloud.server()
    call.each(
        'resource',
        whole=lambda: web,
        info=lambda: sorted(web._info),
        vars=lambda: sorted(name for name in vars(web) if name != 'manager'),
        vars_of_list=lambda: sorted(vars(nova.servers.list()[0])),
        dict=lambda: sorted(nova.flavors.list()[0].__dict__),
        values=lambda: {name: vars(nova.flavors.get('1'))[name] for name in ('name', 'ram', 'id')},
        human_id=lambda: [web.human_id, web.NAME_ATTR, web.HUMAN_ID],
        equal=lambda: [web == nova.servers.get(web.id), web != nova.servers.get(web.id)],
        unequal=lambda: [web == nova.flavors.list()[0], web == 1, web == web.id],
        hash=lambda: isinstance(hash(web), int),
        set=lambda: len({web, web}),
        networks=lambda: web.networks,
        has=lambda: [hasattr(web, 'fault'), hasattr(web, 'x'), hasattr(web, '_x')],
        extended=lambda: getattr(web, 'OS-EXT-SRV-ATTR:host'),
        missing=lambda: web.nothere,
        set_info=lambda: web.set_info('x', 1),
        assigned=lambda: [assign(web, 'foo', 3), web.foo, 'foo' in web.to_dict()],
        removed=lambda: [remove(web, 'name'), 'name' in vars(web), web.name],
        is_loaded=lambda: [web.is_loaded(), nova.servers.list()[0].is_loaded()],
        loaded=lambda: [web.set_loaded(True), web.loaded],
        set_loaded=lambda: [web.set_loaded(False), web._loaded],
        get=lambda: web.get(),
        manager=lambda: type(web.manager).__name__,
        add_details=lambda: [web._add_details({'abc': 1}), web.abc],
        request_ids=lambda: [
            len(web.request_ids),
            len(web.x_openstack_request_ids),
            len(nova.servers.list().request_ids),
        ],
        append=lambda: [web.append_request_ids([]), web._append_request_id(None)],
        copied=lambda: copy.copy(nova.flavors.get('1')),
        copied_deeply=lambda: copy.deepcopy(nova.flavors.get('1')),
        pickled=lambda: len(pickle.dumps(base.Resource(None, {'id': 1}))) > 0,
        unpickled=lambda: pickle.loads(pickle.dumps(base.Resource(None, {'id': 1}))).id,
        short=lambda: nova.servers.list(detailed=False)[0].status,
        iterated=lambda: list(web),
        length=lambda: len(web),
        to_dict=lambda: type(web.to_dict()).__name__,
        is_same=lambda: web.is_same_obj(nova.servers.get(web.id)),
    )
    made = {'id': 1, 'name': 'a b', 'nested': {'a': 1}}
    call.each(
        'made',
        human_id=lambda: base.Resource(None, made).human_id,
        text=lambda: repr(base.Resource(None, {'b': 1, 'a': 2})),
        loaded=lambda: base.Resource(nova.servers, {'id': 'x'}, loaded=True).to_dict(),
        vars=lambda: vars(base.Resource(None, {'id': 1})),
        equal=lambda: [
            base.Resource(None, {'id': 1}) == base.Resource(None, {'id': 1}),
            base.Resource(None, {'id': 1, 'a': 1}) == base.Resource(None, {'id': 1, 'a': 2}),
            base.Resource(None, {'a': 1}) == base.Resource(None, {'a': 1}),
            base.Resource(None, {'id': 1}) == base.Resource(nova.servers, {'id': 1}),
        ],
        missing=lambda: base.Resource(None, made).nothere,
        nested=lambda: base.Resource(None, made).nested,
        bad_name=lambda: vars(base.Resource(None, {1: 2, 'a-b': 3})),
        answer=lambda: base.Resource(None, made, resp=None).request_ids,
        getid=lambda: [base.getid(web) == web.id, base.getid('x'), base.getid(5), base.getid({})],
        list=lambda: base.ListWithMeta([1], None),
        tuple=lambda: base.TupleWithMeta((1,), None),
        dict=lambda: base.DictWithMeta({'a': 1}, None),
        str=lambda: base.StrWithMeta('a', None),
        bytes=lambda: base.BytesWithMeta(b'a', None),
    )


def adapter(cloud: Cloud, call: Calls) -> None:
    """Make requests with ``client.client``."""
    nova = cloud.nova
    http = nova.client
    server = cloud.server().id
    keypair = {'keypair': {'name': 'k9', 'type': 'ssh'}}
    adapters = importlib.import_module('keystoneauth1.adapter')
    call.each(
        'adapter',
        get=lambda: http.get('/servers'),
        get_keyword=lambda: http.get(url='/servers', headers={'X-Foo': '1'}),
        post=lambda: http.post('/os-keypairs', body=keypair)[1]['keypair']['name'],
        put=lambda: http.put(f'/servers/{server}', body={'server': {'name': 'web-1'}})[0],
        delete=lambda: http.delete('/os-keypairs/k9'),
        head=lambda: http.head('/servers'),
        patch=lambda: http.patch('/servers', body={}),
        request=lambda: http.request('/servers', 'GET'),
        request_missing=lambda: http.request('/no', 'GET'),
        get_missing=lambda: http.get('/no'),
        raise_exc=lambda: http.get('/no', raise_exc=False),
        endpoint=lambda: http.get_endpoint(),
        token=lambda: bool(http.get_token()),
        project=lambda: http.get_project_id(),
        user=lambda: http.get_user_id(),
        data=lambda: http.get_endpoint_data().url,
        major=lambda: http.get_api_major_version(),
        kind=lambda: isinstance(http, adapters.LegacyJsonAdapter),
        times=lambda: [http.get_timings(), http.reset_timings()],
        name=lambda: type(http).__name__,
        microversion=lambda: http.get('/servers', microversion='2.1'),
        json=lambda: http.post('/os-keypairs', json=keypair),
    )


def managers(cloud: Cloud, call: Calls) -> None:
    """Call the methods of managers that subclasses and extensions use."""
    nova = cloud.nova
    web = cloud.server()
    image = cloud.image
    keypair = {'keypair': {'name': 'k8'}}
    renamed = {'server': {'name': 'web-1'}}
    call.each(
        'manager',
        list=lambda: nova.servers._list('/servers/detail', 'servers'),
        list_filtered=lambda: nova.servers._list(
            '/servers/detail', response_key='servers', filters={'name': 'web'}
        ),
        list_class=lambda: nova.servers._list('/servers', 'servers', obj_class=type(web)),
        list_body=lambda: nova.keypairs._list('/os-keypairs', 'keypairs', body=None),
        get=lambda: nova.servers._get(f'/servers/{web.id}', 'server'),
        get_filtered=lambda: nova.servers._get(f'/servers/{web.id}', 'server', filters={'a': 1}),
        get_whole=lambda: nova.servers._get('/limits', None),
        create=lambda: nova.keypairs._create('/os-keypairs', keypair, 'keypair').name,
        create_raw=lambda: sorted(
            nova.keypairs._create(
                '/os-keypairs', {'keypair': {'name': 'k7'}}, 'keypair', return_raw=True
            )
        ),
        update=lambda: nova.servers._update(f'/servers/{web.id}', renamed, 'server'),
        update_whole=lambda: nova.servers._update(f'/servers/{web.id}', renamed),
        delete=lambda: nova.keypairs._delete('/os-keypairs/k8'),
        action=lambda: nova.servers._action('lock', web),
        action_info=lambda: nova.servers._action('reboot', web, info={'type': 'SOFT'}),
        action_answer=lambda: nova.servers._action_return_resp_and_body('unlock', web),
        boot=lambda: nova.servers._boot('/servers', 'server', 'x', image, '1', nics='none'),
        api=lambda: type(nova.servers.api).__name__,
        version=lambda: nova.servers.api_version,
        client=lambda: type(nova.servers.client).__name__,
        resource_class=lambda: nova.servers.resource_class.__name__,
        alphanumeric=lambda: [
            nova.servers.is_alphanum_id_allowed,
            nova.flavors.is_alphanum_id_allowed,
        ],
        cache=lambda: nova.servers.write_to_completion_cache('human_id', 'x'),
        completion=lambda: nova.servers.completion_cache('human_id', 'Server', 'w').__enter__(),
        hooks=lambda: nova.servers.run_hooks('no'),
        add_hook=lambda: nova.servers.add_hook('no', print),
        text=lambda: repr(nova.servers),
    )


def subclasses(cloud: Cloud, call: Calls) -> None:
    """Managers of programs, extensions, and modules that programs import."""
    base = importlib.import_module('novaclient.base')
    client = importlib.import_module('novaclient.client')
    extension = importlib.import_module('novaclient.extension')
    versions = importlib.import_module('novaclient.api_versions')
    session = cloud.session

    class FlavorManager(base.ManagerWithFind):  # type: ignore[misc, name-defined]
        resource_class = base.Resource
        is_alphanum_id_allowed = True

        def list(self) -> Any:
            return self._list('/flavors', 'flavors')

        def get(self, flavor: Any) -> Any:
            return self._get(f'/flavors/{base.getid(flavor)}', 'flavor')

    module = importlib.import_module('types').ModuleType('tried')
    module.FlavorManager = FlavorManager
    extensions = [extension.Extension('tried', module)]
    own = FlavorManager(cloud.nova)
    version = versions.APIVersion('2.1')
    call.each(
        'subclass',
        find=lambda: own.find(name='m1.tiny').id,
        get=lambda: own.get('1'),
        list=lambda: own.list(),
        findall=lambda: own.findall(name='m1.tiny'),
        findall_none=lambda: own.findall(name='no'),
        find_none=lambda: own.find(name='no'),
        extension=lambda: repr(extensions[0]),
        extended=lambda: client.Client('2.1', session=session, extensions=extensions).tried.list(),
        discover=lambda: client.discover_extensions('2.1'),
        discover_only=lambda: client.discover_extensions('2.1', only_contrib=True),
        session_client=lambda: client.SessionClient(
            session=session, service_type='compute', api_version=version
        ).get('/servers'),
        session_client_interface=lambda: client.SessionClient(
            session=session, service_type='compute', interface='publicURL'
        ).request('/servers', 'GET'),
        constructed=lambda: type(client._construct_http_client(session=session)).__name__,
        client_class=lambda: client.get_client_class('2'),
        exceptions=lambda: client.exceptions.NotFound.__name__,
        range=lambda: versions._get_server_version_range(cloud.nova),
        discovered=lambda: versions.discover_version(cloud.nova, versions.APIVersion('2.90')),
        discovered_latest=lambda: (
            versions.discover_version(cloud.nova, versions.APIVersion('2.latest'))
            >= versions.APIVersion('2.96')
        ),
        available=lambda: versions.get_available_major_versions(),
        checked=lambda: versions.check_major_version(version),
        checked_badly=lambda: versions.check_major_version(versions.APIVersion('3.1')),
        headers=lambda: versions.update_headers({}, version),
        compared=lambda: [
            version < versions.APIVersion('2.2'),
            version == versions.APIVersion('2.1'),
            version.matches(version, versions.APIVersion('2.5')),
            bool(versions.APIVersion()),
            versions.APIVersion('2.latest').is_latest(),
            repr(version),
            version.get_string(),
        ],
        compared_badly=lambda: version < '2.2',
    )
    finders(cloud, call)


def finders(cloud: Cloud, call: Calls) -> None:
    """``find``, ``findall`` and ``utils.find_resource``."""
    nova = cloud.nova
    utils = importlib.import_module('novaclient.utils')
    options: tuple[dict[str, Any], ...] = (
        *({'all_tenants': False}, {'all_tenants': True}, {'all_tenants': 1}, {'status': 'ACTIVE'}),
        *({'detailed': True}, {'list': []}, {'all_projects': True}, {}),
    )
    for more in options:
        call(f'find {more}', functools.partial(nova.servers.find, name='web-1', **more))
        call(f'findall {more}', functools.partial(nova.servers.findall, **more))
        call(f'flavors findall {more}', functools.partial(nova.flavors.findall, **more))
    server = cloud.server().id
    call.each(
        'found',
        flavor=lambda: nova.flavors.find(name='m1.tiny'),
        flavor_by_field=lambda: nova.flavors.find(vcpus=2),
        flavor_by_id=lambda: nova.flavors.find(id='1'),
        public=lambda: nova.flavors.find(is_public=True, name='m1.tiny'),
        flavors=lambda: nova.flavors.findall(ram=2048),
        human_id=lambda: nova.servers.find(human_id='web-1'),
        keypairs=lambda: nova.keypairs.findall(),
        aggregates=lambda: nova.aggregates.findall(name='no'),
        hypervisor=lambda: nova.hypervisors.find(hypervisor_hostname=names.HOST),
        service=lambda: nova.services.findall(host=names.HOST),
        zone=lambda: nova.availability_zones.find(zoneName='nova'),
        group=lambda: nova.server_groups.findall(name='no'),
    )
    call.each(
        'find_resource',
        by_name=lambda: utils.find_resource(nova.servers, 'web-1'),
        by_id=lambda: utils.find_resource(nova.servers, server),
        by_number=lambda: utils.find_resource(nova.flavors, '1'),
        by_int=lambda: utils.find_resource(nova.flavors, 1),
        flavor_by_name=lambda: utils.find_resource(nova.flavors, 'm1.tiny'),
        missing=lambda: utils.find_resource(nova.servers, 'no'),
        unwrapped=lambda: utils.find_resource(nova.servers, 'no', wrap_exception=False),
        of_all=lambda: utils.find_resource(nova.servers, 'web-1', all_tenants=True),
        hypervisor=lambda: utils.find_resource(nova.hypervisors, names.HOST),
        aggregate=lambda: utils.find_resource(nova.aggregates, 'no'),
        keypair=lambda: utils.find_resource(nova.keypairs, 'no'),
    )


def calls(cloud: Cloud, call: Calls) -> None:
    """All of them."""
    nova = cloud.client('2.60')
    for path in ATTRIBUTES:
        call(f'attribute {path}', functools.partial(attribute, nova, path))
    call.each(
        'client',
        authenticate=lambda: nova.authenticate(),
        set_url=lambda: cloud.client('2.1').set_management_url(cloud.compute_url),
        timings=lambda: [nova.get_timings(), nova.reset_timings()],
        version=lambda: nova.versions.get_current(),
        versions=lambda: nova.versions.list(),
    )
    fields(cloud, call)
    adapter(cloud, call)
    managers(cloud, call)
    subclasses(cloud, call)
