"""Deploy templates: steps that are added to a deployment by a trait of the same name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import changes, patches
from novaclient_mv.resources import UNWRAPPED, Field, Value


class DeployTemplate(resources.Resource):
    """Steps that are added to a deployment by a trait of the same name."""

    id_keys = ('uuid',)
    fields = (
        Field('uuid', 'UUID', start_version='1.55'),
        Field('name', start_version='1.55'),
        Field('steps', type='list', start_version='1.55'),
        Field('extra', type='dict', start_version='1.55'),
        Field('created_at', type='time', start_version='1.55'),
        Field('updated_at', type='time', start_version='1.55'),
    )


class DeployTemplateManager(changes.ManagerOfChanges[DeployTemplate]):
    """Deploy templates (from 1.55)."""

    kind = 'deploy template'
    resource_class = DeployTemplate

    @resources.by_page
    @versions.wraps('1.55')
    def list(
        self,
        *,
        detail: bool = False,
        fields: Iterable[str] | None = None,
        marker: str | None = None,
        limit: int | None = None,
        sort_key: str | None = None,
        sort_dir: str | None = None,
    ) -> resources.Listing[DeployTemplate]:
        """Deploy templates, one page as the cloud cuts it.

        :param detail: with all fields.
        :param fields: with these fields only; not beside ``detail``.
        :param marker: UUID of the template after which to start.
        :param limit: number of templates.
        :param sort_key: field to sort by; ``sort_dir`` is ``asc`` or ``desc``.

        ``GET /deploy_templates``
        """
        query = {
            'detail': detail or None,
            **self._page_query(fields, marker, sort_key, sort_dir),
        }
        return self._listing('GET /deploy_templates', 'deploy_templates', query=query, limit=limit)

    iterate = resources.every_page(list)

    @versions.wraps('1.55')
    def get(
        self, template: DeployTemplate | str, fields: Iterable[str] | None = None
    ) -> DeployTemplate:
        """One deploy template by its name or UUID.

        :param fields: these fields only.
        :raises NotFound: there is none.

        ``GET /deploy_templates/{id}``
        """
        return self._show_chosen('GET /deploy_templates/{id}', template, fields)

    @versions.wraps('1.55')
    def create(
        self,
        name: str,
        steps: Sequence[Mapping[str, Value]],
        *,
        extra: Mapping[str, Value] | None = None,
        uuid: str | None = None,
    ) -> DeployTemplate:
        """Create a deploy template.

        :param name: a trait, as in ``CUSTOM_HYPERTHREADING_ON``.
        :param steps: each with ``interface``, ``step``, ``args`` and ``priority``.
        :raises Conflict: there is one of this name.

        ``POST /deploy_templates``
        """
        return self._create_one(
            'POST /deploy_templates', UNWRAPPED, name=name, steps=steps, extra=extra, uuid=uuid
        )

    @versions.wraps('1.55')
    def update(
        self,
        template: DeployTemplate | str,
        changed: Mapping[patches.Path, Value] | None = None,
        removed: Iterable[patches.Path] = (),
    ) -> DeployTemplate:
        """Change a deploy template; what is not named stays.

        :param changed: field, or field and key as in ``('extra', 'rack')``, to the new value.
        :param removed: fields, or keys below them.
        :raises NotFound: there is none.

        ``PATCH /deploy_templates/{id}``
        """
        return self._patch('PATCH /deploy_templates/{id}', template, changed or {}, removed)

    @versions.wraps('1.55')
    def delete(self, template: DeployTemplate | str) -> resources.TupleWithMeta:
        """Delete a deploy template.

        :raises NotFound: there is none.

        ``DELETE /deploy_templates/{id}``
        """
        return self._done(self.send('DELETE /deploy_templates/{id}', template))
