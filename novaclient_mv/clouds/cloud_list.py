"""The clouds that the cloud files define, as a list."""

from __future__ import annotations

from typing import TypedDict

from novaclient_mv import errors
from novaclient_mv.clouds import files
from novaclient_mv.clouds.requested_versions import StatedVersion, stated_version
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.services import Service


class CloudForm(TypedDict):
    """A cloud of the cloud files, as scripts get it.

    :param version: what a run on it asks of the service, as it is written; ``None`` where nothing
        does.
    :param version_from: what says so: an option, a variable, a key of its entry, ``pin`` or
        ``default``.
    """

    name: str
    auth_url: str | None
    user: str | None
    project: str | None
    regions: list[str]
    version: str | None
    version_from: str
    file: str
    service: str


def listing(settings: Settings, service: Service) -> tuple[list[CloudForm], dict[str, Exception]]:
    """The clouds that the files define, in their order, and errors by the names of others."""
    clouds: list[CloudForm] = []
    mistakes: dict[str, Exception] = {}
    environment = settings.environment
    for name, _ in files.names(environment.variables, environment.cwd):
        # Another region than the first one changes nothing of what is listed.
        options = {**settings.options, 'os_cloud': name, 'os_region_name': ''}
        of_cloud = settings.with_options(options, settings.table)
        try:
            cloud = of_cloud.cloud
            if cloud is not None:
                clouds.append(_form(cloud, service, stated_version(of_cloud, service)))
        except (files.CloudFileError, errors.InvalidVersion) as error:
            mistakes[name] = error
    return clouds, mistakes


def _form(cloud: files.Cloud, service: Service, version: StatedVersion | None) -> CloudForm:
    def first(*keys: str) -> str | None:
        return next((cloud.auth[key] for key in keys if cloud.auth.get(key)), None)

    credential = ('application_credential_name', 'application_credential_id')
    return {
        'name': cloud.name,
        'auth_url': first('auth_url', 'endpoint'),
        'user': first('username', 'user_id', *credential),
        'project': first('project_name', 'project_id', 'tenant_name', 'tenant_id'),
        'regions': list(cloud.regions),
        'version': None if version is None else version.text,
        'version_from': 'default' if version is None else version.source,
        'file': cloud.file,
        'service': service.name,
    }
