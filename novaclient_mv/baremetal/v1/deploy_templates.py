"""Deploy templates: steps that are added to a deployment by a trait of the same name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import collections
from novaclient_mv.resources import UNWRAPPED, Time, Value, field


class DeployTemplate(resources.Resource, since='1.55'):
    """Steps that are added to a deployment by a trait of the same name."""

    id_keys = ('uuid',)
    uuid: str = field('UUID')
    name: str = field()
    steps: list[dict[str, Any]] = field(
        shape=resources.known('interface', 'step', 'args', 'priority')
    )
    extra: dict[str, Any] = field()
    created_at: Time = field()
    updated_at: Time | None = field()


class DeployTemplateManager(
    collections.ListedCollection[DeployTemplate], collections.ChangeableCollection[DeployTemplate]
):
    """Deploy templates (from 1.55), by name or UUID."""

    resource_class = DeployTemplate
    declaration = collections.Declaration(
        '/deploy_templates', 'deploy template', noun='template', reference='name or UUID'
    )

    @versions.wraps('1.55')
    def create(
        self,
        name: str,
        steps: Sequence[Mapping[str, Value]],
        *,
        extra: Mapping[str, Value] | None = None,
        uuid: str | None = None,
    ) -> DeployTemplate:
        """Create a deploy template: ``POST /deploy_templates``.

        :param name: a trait, as in ``CUSTOM_HYPERTHREADING_ON``.
        :param steps: each with ``interface``, ``step``, ``args`` and ``priority``.
        :raises Conflict: there is one of this name.
        """
        return self._create_one(
            'POST /deploy_templates', UNWRAPPED, name=name, steps=steps, extra=extra, uuid=uuid
        )
