"""Quota classes; ``default`` has the quotas of every project for which none were set."""

from __future__ import annotations

from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.resources import field
from novaclient_mv.v2 import quotas

NETWORKS_END = '2.49'
GROUPS_START = '2.50'


class QuotaClassSet(quotas.QuotaFields):
    """The quotas of a class."""

    floating_ips: int | Any = field(end_version=NETWORKS_END)
    fixed_ips: int | Any = field(end_version=NETWORKS_END)
    security_groups: int | Any = field(end_version=NETWORKS_END)
    security_group_rules: int | Any = field(end_version=NETWORKS_END)
    server_groups: int | Any = field(start_version=GROUPS_START)
    server_group_members: int | Any = field(start_version=GROUPS_START)

    def update(self, *args: quotas.Quota, **kwargs: quotas.Quota) -> QuotaClassSet:
        """Change quotas of this class, as :meth:`QuotaClassSetManager.update` does.

        ``PUT /os-quota-class-sets/{id}``
        """
        changed: QuotaClassSet = self.manager.update(self.id, *args, **kwargs)
        return changed


class QuotaClassSetManager(resources.Manager[QuotaClassSet]):
    """Quota classes (administrators); Nova uses the one named ``default``."""

    resource_class = QuotaClassSet

    def get(self, class_name: str) -> QuotaClassSet:
        """The quotas of a class: ``GET /os-quota-class-sets/{id}``."""
        return self._show('GET /os-quota-class-sets/{id}', 'quota_class_set', class_name)

    @versions.wraps('2.0', '2.49')
    def update(self, class_name: str, **kwargs: quotas.Quota) -> QuotaClassSet:
        """Change quotas of a class: ``PUT /os-quota-class-sets/{id}``.

        :param kwargs: quotas by name, those of networks too.
        :raises BadRequest: a value that the cloud does not take.
        """
        return self._set_limits(class_name, kwargs)

    @versions.newest
    @versions.wraps('2.50')
    @versions.parameters(
        injected_files='..2.56',
        injected_file_content_bytes='..2.56',
        injected_file_path_bytes='..2.56',
    )
    def update(
        self,
        class_name: str,
        instances: int | None = None,
        cores: int | None = None,
        ram: int | None = None,
        metadata_items: int | None = None,
        injected_files: int | None = None,
        injected_file_content_bytes: int | None = None,
        injected_file_path_bytes: int | None = None,
        key_pairs: int | None = None,
        server_groups: int | None = None,
        server_group_members: int | None = None,
    ) -> QuotaClassSet:
        """Change quotas of a class; those of injected files end with 2.56.

        :raises BadRequest: a value that the cloud does not take.
        :raises UnsupportedAttribute: an argument that this version lacks.

        ``PUT /os-quota-class-sets/{id}``
        """
        limits = {
            'instances': instances,
            'cores': cores,
            'ram': ram,
            'metadata_items': metadata_items,
            'injected_files': injected_files,
            'injected_file_content_bytes': injected_file_content_bytes,
            'injected_file_path_bytes': injected_file_path_bytes,
            'key_pairs': key_pairs,
            'server_groups': server_groups,
            'server_group_members': server_group_members,
        }
        return self._set_limits(class_name, limits)

    def _set_limits(self, class_name: str, limits: dict[str, Any]) -> QuotaClassSet:
        answer = self.send(
            'PUT /os-quota-class-sets/{id}',
            class_name,
            body={'quota_class_set': resources.without_none(limits)},
        )
        quota_class = self._wrapped(answer, 'quota_class_set')
        return QuotaClassSet(self, quota_class, resp=answer)
