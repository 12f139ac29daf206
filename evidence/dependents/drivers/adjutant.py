"""Calls of python-adjutant: ``common.quota``, with which users ask for more."""

from __future__ import annotations

import importlib
import pathlib

import yaml

from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Read, compare and set quotas of a project."""
    auth = {
        'auth_url': cloud.auth_url,
        'username': cloud.login['username'],
        'password': cloud.login['password'],
        'project_name': cloud.login['project_name'],
        'user_domain_id': 'default',
        'project_domain_id': 'default',
    }
    settings = {
        'identity': {'auth': auth},
        'workflow': {'horizon_url': 'http://127.0.0.1/'},
        'quota': {
            'services': {'*': ['nova']},
            'sizes': {'small': {'nova': {'cores': 20, 'ram': 51200, 'instances': 10}}},
        },
    }
    importlib.import_module('os').environ['ADJUTANT_CONFIG_FILE'] = 'adjutant.yaml'
    pathlib.Path('adjutant.yaml').write_text(yaml.safe_dump(settings))
    clients = importlib.import_module('adjutant.common.openstack_clients')
    quota = importlib.import_module('adjutant.common.quota')
    manager = quota.QuotaManager(cloud.project)
    helper = quota.QuotaManager._quota_updaters['nova'](cloud.region, cloud.project)
    missing = quota.QuotaManager._quota_updaters['nova'](cloud.region, 'no')
    call.each(
        '',
        quota=lambda: helper.get_quota(),
        usage=lambda: helper.get_usage(),
        quota_of_missing=lambda: missing.get_quota(),
        set=lambda: helper.set_quota({'cores': 25, 'instances': 12}),
        set_wrong=lambda: helper.set_quota({'no': 12}),
        set_below=lambda: helper.set_quota({'cores': -2}),
        region=lambda: manager.get_current_region_quota(cloud.region),
        data=lambda: manager.get_region_quota_data(cloud.region),
        size=lambda: manager.get_quota_size({'nova': helper.get_quota()}),
        client=lambda: clients.get_novaclient(cloud.region).servers.list(),
        client_of_version=lambda: clients.get_novaclient(cloud.region, '2.60').services.list(),
        client_of_no_region=lambda: clients.get_novaclient('no').servers.list(),
    )
