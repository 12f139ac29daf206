"""Configuration of programs, and stubs of their parts that are not tried."""

from __future__ import annotations

import importlib
import sys
import types
from typing import Any
from unittest import mock

from evidence.dependents.cloud import Cloud


def without(*modules: str) -> None:
    """Let modules be imported that a program names and does not need here."""
    for name in modules:
        sys.modules[name] = mock.MagicMock()


class Namespace(types.SimpleNamespace):
    """An object with attributes, that weak references may point to."""


def namespace(**values: Any) -> Namespace:
    """An object with attributes."""
    return Namespace(**values)


def context(cloud: Cloud, **more: Any) -> Namespace:
    """The request context of a service, of the administrator.

    :param more: further attributes, as one service has them.
    """
    auth: Any = cloud.session.auth
    access = auth.get_access(cloud.session)
    catalog = [
        {
            'type': 'identity',
            'endpoints': [{'region': cloud.region, 'publicURL': cloud.auth_url}],
        },
        {
            'type': 'compute',
            'endpoints': [{'region': cloud.region, 'publicURL': cloud.compute_url}],
        },
    ]
    return namespace(
        **{
            'auth_token': access.auth_token,
            'user_id': access.user_id,
            'project_id': access.project_id,
            'project_name': access.project_name,
            'project_domain_id': access.project_domain_id,
            'project_domain_name': 'Default',
            'user_domain_name': 'Default',
            'service_catalog': catalog,
            'request_id': 'req-11111111-2222-3333-4444-555555555555',
            'global_id': 'req-11111111-2222-3333-4444-555555555555',
            'session': cloud.session,
            'keystone_session': cloud.session,
            'is_admin': True,
            **more,
        }
    )


def configure(cloud: Cloud, group: str, **more: Any) -> Any:
    """Give a group of oslo.config the login of the cloud; the configuration.

    :param more: other options of the group.
    """
    conf = importlib.import_module('oslo_config.cfg').CONF
    loading = importlib.import_module('keystoneauth1.loading')
    conf([], project='tried', default_config_files=[])
    loading.register_session_conf_options(conf, group)
    loading.register_auth_conf_options(conf, group)
    conf.set_override('auth_type', 'password', group)
    for option in loading.get_auth_plugin_conf_options('password'):
        conf.register_opt(option, group=group)
    login = {name.replace('_', '-'): text for name, text in cloud.login.items()}
    for name, text in login.items():
        conf.set_override(name.replace('-', '_'), text, group)
    for name, value in more.items():
        conf.set_override(name, value, group)
    return conf
