"""Runbooks: lists of steps that owners of nodes may run to clean or service them."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import collections
from novaclient_mv.resources import UNWRAPPED, Time, Value, field


class Runbook(resources.Resource, since='1.92'):
    """A list of steps for cleaning or servicing nodes that have a trait of its name."""

    id_keys = ('uuid',)
    uuid: str = field('UUID')
    name: str = field()
    description: str | None = field(start_version='1.112')
    owner: str | None = field()
    public: bool = field()
    disable_ramdisk: bool = field()
    traits: list[str] = field(start_version='1.112')
    steps: list[dict[str, Any]] = field(shape=resources.known('interface', 'step', 'args', 'order'))
    extra: dict[str, Any] = field()
    created_at: Time = field()
    updated_at: Time | None = field()


class RunbookManager(collections.ChangeableCollection[Runbook]):
    """Runbooks (from 1.92), by name or UUID."""

    resource_class = Runbook
    declaration = collections.Declaration('/runbooks', 'runbook', reference='name or UUID')

    @resources.by_page
    @versions.wraps('1.92')
    def list(
        self,
        *,
        project: bool | None = None,
        detail: bool = False,
        fields: Iterable[str] | None = None,
        marker: str | None = None,
        limit: int | None = None,
        sort_key: str | None = None,
        sort_dir: str | None = None,
    ) -> resources.Listing[Runbook]:
        """Runbooks, one page as the cloud cuts it.

        :param project: of the caller's own project only.
        :param detail: with all fields.
        :param fields: with these fields only; not beside ``detail``.
        :param marker: UUID of the runbook after which to start.
        :param limit: number of runbooks.
        :param sort_key: field to sort by; ``sort_dir`` is ``asc`` or ``desc``.

        ``GET /runbooks``
        """
        return self._page({'project': project}, fields, marker, limit, sort_key, sort_dir, detail)

    iterate = resources.every_page(list)

    @versions.wraps('1.92')
    @versions.parameters(description='1.112..')
    def create(
        self,
        name: str,
        steps: Sequence[Mapping[str, Value]],
        *,
        description: str | None = None,
        public: bool | None = None,
        owner: str | None = None,
        disable_ramdisk: bool | None = None,
        extra: Mapping[str, Value] | None = None,
        uuid: str | None = None,
    ) -> Runbook:
        """Create a runbook: ``POST /runbooks``.

        :param name: a trait; the runbook is for nodes that have it.
        :param steps: each with ``interface``, ``step``, ``args`` and ``order``.
        :param description: any text (from 1.112).
        :param public: every project may use it (administrators).
        :param owner: project that may use it.
        :param disable_ramdisk: its steps need no ramdisk.
        :raises Conflict: there is one of this name.
        """
        return self._create_one(
            'POST /runbooks',
            UNWRAPPED,
            name=name,
            steps=steps,
            description=description,
            public=public,
            owner=owner,
            disable_ramdisk=disable_ramdisk,
            extra=extra,
            uuid=uuid,
        )

    @versions.wraps('1.112')
    def list_traits(self, runbook: Runbook | str) -> builtins.list[str]:
        """The traits of a runbook; it is for nodes that have one of them.

        :raises NotFound: the runbook does not exist.

        ``GET /runbooks/{id}/traits``
        """
        answer = self.send('GET /runbooks/{id}/traits', runbook)
        return resources.ListWithMeta(resources.member(answer, 'traits', builtins.list), answer)

    @versions.wraps('1.112')
    def add_trait(self, runbook: Runbook | str, trait: str) -> resources.TupleWithMeta:
        """Add a trait to a runbook: ``PUT /runbooks/{id}/traits/{trait}``.

        :raises NotFound: the runbook does not exist.
        """
        return self._done(self.send('PUT /runbooks/{id}/traits/{trait}', runbook, trait))

    @versions.wraps('1.112')
    def set_traits(self, runbook: Runbook | str, traits: Sequence[str]) -> resources.TupleWithMeta:
        """Replace all traits of a runbook: ``PUT /runbooks/{id}/traits``.

        :raises NotFound: the runbook does not exist.
        """
        body = {'traits': [*traits]}
        return self._done(self.send('PUT /runbooks/{id}/traits', runbook, body=body))

    @versions.wraps('1.112')
    def remove_trait(self, runbook: Runbook | str, trait: str) -> resources.TupleWithMeta:
        """Remove a trait from a runbook: ``DELETE /runbooks/{id}/traits/{trait}``.

        :raises NotFound: the runbook does not exist, or it does not have the trait.
        """
        return self._done(self.send('DELETE /runbooks/{id}/traits/{trait}', runbook, trait))

    @versions.wraps('1.112')
    def remove_all_traits(self, runbook: Runbook | str) -> resources.TupleWithMeta:
        """Remove all traits from a runbook: ``DELETE /runbooks/{id}/traits``.

        :raises NotFound: the runbook does not exist.
        """
        return self._done(self.send('DELETE /runbooks/{id}/traits', runbook))
