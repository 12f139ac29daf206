"""The clouds that the cloud files define, as a list."""

from __future__ import annotations

from typing import TypedDict

from novaclient_mv.clouds import files
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.services import Service


class CloudForm(TypedDict):
    """A cloud of the cloud files, as scripts get it.

    :param version: what its entry asks of the service, as it is written there.
    """

    name: str
    auth_url: str | None
    user: str | None
    project: str | None
    regions: list[str]
    version: str | None
    file: str
    service: str


def listing(
    environment: Environment, service: Service
) -> tuple[list[CloudForm], dict[str, files.CloudFileError]]:
    """The clouds that the files define, in their order, and what is wrong with others.

    :param service: whose version keys are read.
    :returns: the clouds, and names to errors.
    :raises CloudFileError: a file cannot be read.
    """
    clouds: list[CloudForm] = []
    errors: dict[str, files.CloudFileError] = {}
    for name, _ in files.names(environment.variables, environment.cwd):
        try:
            # Another region than the first one changes nothing of what is listed.
            cloud = files.find(environment.variables, name, cwd=environment.cwd)
        except files.CloudFileError as error:
            errors[name] = error
            continue
        if cloud is not None:
            clouds.append(_form(cloud, service))
    return clouds, errors


def _form(cloud: files.Cloud, service: Service) -> CloudForm:
    auth = cloud.auth
    versions = (cloud.settings.get(key) for key in service.cloud_file_keys)
    return {
        'name': cloud.name,
        'auth_url': auth.get('auth_url') or auth.get('endpoint'),
        'user': auth.get('username')
        or auth.get('user_id')
        or auth.get('application_credential_name')
        or auth.get('application_credential_id'),
        'project': auth.get('project_name')
        or auth.get('project_id')
        or auth.get('tenant_name')
        or auth.get('tenant_id'),
        'regions': list(cloud.regions),
        'version': next((str(version) for version in versions if version), None),
        'file': cloud.file,
        'service': service.name,
    }
