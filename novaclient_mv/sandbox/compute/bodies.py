"""Bodies of requests: each key is a row, of which the schema of each version is made."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from novaclient_mv import versions
from novaclient_mv.sandbox.http import schema_parts


class Key(NamedTuple):
    """A key of a body; one that changed has several rows, of other versions."""

    name: str
    form: schema_parts.Schema
    versions: versions.VersionRange
    is_required: bool


def key(
    name: str, form: schema_parts.Schema, since: str = '', until: str = '', needed: bool = False
) -> Key:
    """A key of a body.

    :param form: the schema of its value.
    :param since: the first version that has it; without it the endpoint /v2 also has it.
    :param until: the last one.
    """
    return Key(name, form, versions.VersionRange(since or None, until or None), needed)


class Body:
    """The bodies of an operation.

    :param wrapper: the one key that they have, below which the rows stand.
    :param besides: further keys beside that one.
    :param keywords: of the schema below the wrapper.
    """

    def __init__(
        self, wrapper: str, *keys: Key, besides: schema_parts.Schema | None = None, **keywords: Any
    ) -> None:
        self.wrapper = wrapper
        self.keys = keys
        self.besides = besides or {}
        self.keywords = keywords
        self.schema = functools.lru_cache(maxsize=None)(self._schema)

    def _schema(self, version: versions.APIVersion) -> schema_parts.Schema:
        """The schema of a version."""
        rows = [row for row in self.keys if version in row.versions]
        needed = [row.name for row in rows if row.is_required]
        inner = schema_parts.body({row.name: row.form for row in rows}, needed, **self.keywords)
        return schema_parts.body({self.wrapper: inner, **self.besides}, [self.wrapper])
