"""Quotas: how much a project, or a user in it, may use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.resources import field

Quota = int | str | bool | None
"""A value of an update: a limit, a user's id, or whether to go below current use."""

NETWORKS_END = '2.35'
FILES_END = '2.56'


def limits_of(quotas: resources.Resource) -> list[tuple[str, Any]]:
    """Name and value of each quota that the cloud tells, in the order of tables."""
    limits = [
        (field.key, quotas._info[field.key])
        for field in QuotaFields.fields[1:]
        if field.key in quotas._info
    ]
    return [(name, _sorted(value) if isinstance(value, dict) else value) for name, value in limits]


def usage_of(quotas: resources.Resource) -> list[tuple[str, Any, Any, Any]]:
    """Name, limit, use and reservations of each quota that the cloud tells in detail."""
    return [
        (name, amounts.get('limit'), amounts.get('in_use'), amounts.get('reserved'))
        for name, _ in limits_of(quotas)
        if isinstance(amounts := quotas._info[name], dict)
    ]


def _sorted(value: dict[str, Any]) -> str:
    return str(dict(sorted(value.items())))


_DETAIL = resources.known('limit', 'in_use', 'reserved')


class QuotaFields(resources.Resource):
    """A limit for each quota, in the order of tables."""

    id: str = field('ID')
    instances: int | Any = field(shape=_DETAIL)
    cores: int | Any = field(shape=_DETAIL)
    ram: int | Any = field('RAM', shape=_DETAIL)
    floating_ips: int | Any = field(end_version=NETWORKS_END, shape=_DETAIL)
    fixed_ips: int | Any = field(end_version=NETWORKS_END, shape=_DETAIL)
    metadata_items: int | Any = field(shape=_DETAIL)
    injected_files: int | Any = field(end_version=FILES_END, shape=_DETAIL)
    injected_file_content_bytes: int | Any = field(end_version=FILES_END, shape=_DETAIL)
    injected_file_path_bytes: int | Any = field(end_version=FILES_END, shape=_DETAIL)
    key_pairs: int | Any = field(shape=_DETAIL)
    security_groups: int | Any = field(end_version=NETWORKS_END, shape=_DETAIL)
    security_group_rules: int | Any = field(end_version=NETWORKS_END, shape=_DETAIL)
    server_groups: int | Any = field(shape=_DETAIL)
    server_group_members: int | Any = field(shape=_DETAIL)

    __repr__ = resources.Resource.all_fields


class QuotaSet(QuotaFields):
    """The quotas of a project; with details each is ``limit``, ``in_use`` and ``reserved``."""

    def update(self, *args: Quota, **kwargs: Quota) -> QuotaSet:
        """Change quotas of this project, as :meth:`QuotaSetManager.update` does.

        ``PUT /os-quota-sets/{id}``
        """
        changed: QuotaSet = self.manager.update(self.id, *args, **kwargs)
        return changed


class QuotaSetManager(resources.Manager[QuotaSet]):
    """Quotas of projects and of users."""

    resource_class = QuotaSet

    def get(self, tenant_id: str, user_id: str | None = None, detail: bool = False) -> QuotaSet:
        """The quotas of a project, or of a user in it.

        :param detail: with what is used.
        :raises Forbidden: another project's are for administrators.

        ``GET /os-quota-sets/{id}`` or ``GET /os-quota-sets/{id}/detail``
        """
        operation = 'GET /os-quota-sets/{id}/detail' if detail else 'GET /os-quota-sets/{id}'
        return self._show(operation, 'quota_set', tenant_id, query={'user_id': user_id or None})

    def defaults(self, tenant_id: str) -> QuotaSet:
        """The quotas of a project for which none were set: ``GET /os-quota-sets/{id}/defaults``."""
        return self._show('GET /os-quota-sets/{id}/defaults', 'quota_set', tenant_id)

    @versions.wraps('2.0', '2.56')
    def update(self, tenant_id: str, **kwargs: Quota) -> QuotaSet:
        """Change quotas (administrators): ``PUT /os-quota-sets/{id}``.

        :param kwargs: quotas by name; ``user_id`` for those of a user; ``force`` to go below what
            is used. Quotas of networks end with 2.35.
        :raises BadRequest: a value below what is used, or above the project's for a user.
        """
        user_id = kwargs.pop('user_id', None)
        return self._set_limits(tenant_id, user_id, kwargs.pop('force', None), kwargs)

    @versions.newest
    @versions.wraps('2.57')
    def update(
        self,
        tenant_id: str,
        user_id: str | None = None,
        force: bool = False,
        instances: int | None = None,
        cores: int | None = None,
        ram: int | None = None,
        metadata_items: int | None = None,
        key_pairs: int | None = None,
        server_groups: int | None = None,
        server_group_members: int | None = None,
    ) -> QuotaSet:
        """Change quotas (administrators): ``PUT /os-quota-sets/{id}``.

        :param user_id: change those of this user.
        :param force: go below what is used.
        :raises BadRequest: a value below what is used, or above the project's for a user.
        """
        limits = {
            'instances': instances,
            'cores': cores,
            'ram': ram,
            'metadata_items': metadata_items,
            'key_pairs': key_pairs,
            'server_groups': server_groups,
            'server_group_members': server_group_members,
        }
        return self._set_limits(tenant_id, user_id, force, limits)

    def delete(self, tenant_id: str, user_id: str | None = None) -> resources.TupleWithMeta:
        """Go back to the default quotas (administrators): ``DELETE /os-quota-sets/{id}``.

        :param user_id: those of this user only.
        """
        return self._done(
            self.send('DELETE /os-quota-sets/{id}', tenant_id, query={'user_id': user_id or None})
        )

    def _set_limits(
        self, tenant_id: str, user_id: Quota, force: Quota, limits: Mapping[str, Quota]
    ) -> QuotaSet:
        fields = resources.without_none({**limits, 'force': force or None})
        answer = self.send(
            'PUT /os-quota-sets/{id}',
            tenant_id,
            query={'user_id': user_id or None},
            body={'quota_set': fields},
        )
        return QuotaSet(self, self._wrapped(answer, 'quota_set'), resp=answer)
