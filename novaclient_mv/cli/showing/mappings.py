"""Resources as machine formats show them: mappings with stable keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import answers

if TYPE_CHECKING:
    from novaclient_mv.resources import Resource


def nonsense(resource: Resource, error: Exception) -> errors.CloudError:
    """The error for values of other types than the API has."""
    kind = type(resource).__name__.lower()
    return answers.about_answer(f'The cloud sent a {kind} that makes no sense: {error}.')


def as_mapping(
    resource: Resource, version: APIVersion, keys: Sequence[str] | None = None
) -> dict[str, Any]:
    """A resource for machine formats: stable keys, ``null`` for what is not there, the rest under
    ``extra``, or under ``unknown`` where the API has an ``extra`` of its own.
    """
    info = resource._info
    values = {}
    used = set(resource.link_keys)
    for field in resource.fields:
        used.update(field.uses)
        if keys is None or field.key in keys:
            try:
                values[field.key] = field.read(info) if version in field.range else None
            except answers.ODD_VALUES as error:
                raise nonsense(resource, error) from error
    if keys is not None:
        return {key: values[key] for key in keys}
    extra = {name: value for name, value in info.items() if name not in used}
    if extra:
        values['unknown' if 'extra' in values else 'extra'] = extra
    return values
