"""Calls of kingbird: ``drivers.openstack.nova_v2``, which keeps regions alike."""

from __future__ import annotations

import importlib

from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Quotas, keypairs and flavors, as they are copied to another region."""
    module = importlib.import_module('kingbird.drivers.openstack.nova_v2')
    nova = module.NovaClient(cloud.region, cloud.session, disabled_quotas=['fixedips'])
    nova.no_neutron = True
    bare = module.NovaClient(cloud.region, cloud.session)
    key = cloud.nova.keypairs.create('tried')
    flavor = cloud.nova.flavors.create('private', 64, 1, 1, is_public=False)
    flavor.set_keys({'a': 'b'})
    public = cloud.nova.flavors.find(name='m1.tiny')
    cloud.nova.flavor_access.add_tenant_access(flavor, cloud.project)
    other = cloud.nova.flavors.create('other', 64, 1, 1)
    call.each(
        '',
        usages=lambda: nova.get_resource_usages(cloud.project),
        bare_usages=lambda: bare.get_resource_usages(cloud.project),
        update=lambda: nova.update_quota_limits(cloud.project, cores=30, instances=20),
        update_unknown=lambda: nova.update_quota_limits(cloud.project, no=1),
        delete=lambda: nova.delete_quota_limits(cloud.project),
        keypair=lambda: nova.get_keypairs('tried'),
        missing_keypair=lambda: nova.get_keypairs('no'),
        create_keypair=lambda: nova.create_keypairs(False, key),
        force_keypair=lambda: nova.create_keypairs(True, key),
        flavor=lambda: nova.get_flavor('m1.tiny'),
        missing_flavor=lambda: nova.get_flavor('no'),
        access=lambda: len(nova.get_flavor_access_tenant(flavor.id)),
        access_of_public=lambda: nova.get_flavor_access_tenant(public.id),
        force_public=lambda: nova.create_flavor(True, other),
        create_again=lambda: nova.create_flavor(False, public),
        force_private=lambda: nova.create_flavor(True, flavor, [cloud.project]),
        after=lambda: nova.get_flavor('other').get_keys(),
        info=lambda: sorted(flavor._info),
    )
