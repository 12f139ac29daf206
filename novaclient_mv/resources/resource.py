"""Something that the cloud keeps, with what it said of it as attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from novaclient_mv import versions
from novaclient_mv.compat.request_ids import RequestIdMixin
from novaclient_mv.resources import attributes, known_keys
from novaclient_mv.resources.fields import Field, declared
from novaclient_mv.resources.work_status import (
    DELETED,
    DONE,
    FAILED,
    PENDING,
    WorkEnd,
    WorkStatus,
)
from novaclient_mv.wire import answers

if TYPE_CHECKING:
    from novaclient_mv.resources.pending_work import Begun, BegunWork


def _in_words(span: versions.VersionRange) -> str:
    """The versions of a field, as in ``from 2.9``."""
    return f'from {span.start}' if span.is_open else str(span)


def _human_id(name: str) -> str:
    """A name as a word of ASCII: other characters are left out, and spaces become hyphens."""
    import unicodedata

    plain = unicodedata.normalize('NFKD', name).encode('ascii', 'ignore').decode()
    return re.sub(r'[-\s]+', '-', re.sub(r'[^\w\s-]', '', plain).strip().lower())


class Resource(RequestIdMixin):
    """Something the cloud keeps, with what it said of it as attributes.

    An attribute that is missing on one that is not loaded, as after a create or an update, is asked
    for once. ``vars()`` has all fields.

    :param manager: the manager that it came from.
    :param info: the API's mapping.
    :param loaded: the mapping is complete, so that a missing attribute needs no request.
    :param resp: the answer that it came from.
    """

    __slots__ = ('_has_attributes',)

    _has_attributes: bool
    """Whether its fields have become attributes."""

    if not TYPE_CHECKING:
        __dict__ = attributes.AttributesAndFields()

    NAME_ATTR = 'name'
    HUMAN_ID = False

    id_keys: ClassVar[tuple[str, ...]] = ('id',)
    """The API's keys of its id; one of them is in the answer to its creation. The first is where
    ``id`` is, if there is no key of that name.
    """

    repr_keys: ClassVar[tuple[str, ...]] = ()
    """The API's keys of what ``repr`` names it by, the first that it has; its name, or else its id,
    where none are named.
    """

    fields: ClassVar[tuple[Field, ...]] = ()
    """Fields of machine formats and tables, in the order of tables."""

    hidden_by: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The rule of policy without which the cloud hides a field, by the field's key."""

    link_keys: ClassVar[tuple[str, ...]] = ('links',)
    """The API's keys that only say where more is; nothing shows them."""

    show_command: ClassVar[str] = ''
    """The command that shows it, for those who waited in vain; ``{id}`` stands for its id, and
    ``{manager.server}`` for what its manager knows.
    """

    history_command: ClassVar[str] = ''
    """The command that shows what was done with it, where its work ended without its end."""

    state_field: ClassVar[str] = 'status'
    """The API's key of the state that programs wait for."""

    failed_states: ClassVar[frozenset[str]] = frozenset({'ERROR'})
    """The states in which work on it has failed, in upper case."""

    is_recorded_late: ClassVar[bool] = False
    """Whether the cloud may answer a request that makes it before it can be asked for."""

    manager: Any
    """The manager that it came from; subclasses may say which."""

    def __init_subclass__(cls, since: str | None = None) -> None:
        """Collect the fields of a class.

        :param since: first version of the fields that it adds without a version of their own.
        """
        super().__init_subclass__()
        if (fields := declared(cls, cls.fields, since)) != cls.fields:
            cls.fields = fields

    def __init__(
        self, manager: object, info: Mapping[str, Any], loaded: bool = False, resp: object = None
    ) -> None:
        self.manager = manager
        self._info = info if isinstance(info, dict) else dict(info)
        self._loaded = loaded
        self._has_attributes = False
        if resp is not None:
            self.append_request_ids(resp)

    if TYPE_CHECKING:

        @property
        def id(self) -> str | Any:  # noqa: ANN401 - a number of some resources
            """Its id, whatever the API calls it."""

    else:
        # Type checkers know the fields that are declared, and no other name.
        def __getattr__(self, k: str) -> Any:  # noqa: ANN401
            if k.startswith('_') or k == 'manager':
                raise AttributeError(k)
            # With its fields as attributes, one that is missing has been deleted.
            values = attributes.own(self) if self._has_attributes else self._readable()
            if k in values:
                return values[k]
            if k == 'id' and k not in self._info and self.id_key() in self._info:
                return self._info[self.id_key()]
            if k == 'x_openstack_request_ids':
                self.request_ids_setup()
                return self.x_openstack_request_ids
            if not self._loaded:
                self.get()
                return getattr(self, k)
            raise AttributeError(self._why_missing(k))

    def _why_missing(self, name: str) -> str:
        """Say of an attribute that the version lacks which versions have it."""
        of_name = (field for field in self.fields if name in (field.name, field.key))
        version = getattr(self.manager, 'api_version', None)
        for field in of_name:
            if isinstance(version, versions.APIVersion) and version not in field.range:
                return f'{name} ({_in_words(field.range)}; this is of API version {version})'
        return name

    def __dir__(self) -> list[str]:
        """Its fields, properties and methods, but not what classes are set up with.

        Programs make dictionaries of what ``dir`` names and is not a method (shade 1.9).
        """
        return [name for name in super().__dir__() if not attributes.is_setting(self, name)]

    def __delattr__(self, name: str) -> None:
        attributes.fill(self)
        super().__delattr__(name)

    @classmethod
    def id_key(cls) -> str:
        """The API's key of the id."""
        return next(iter(cls.id_keys), 'id')

    @classmethod
    def known_places(cls) -> known_keys.Tree:
        """The places in the API's mapping that its fields read."""
        return known_keys.tree(
            (path for field in cls.fields for path in field.paths), cls.link_keys
        )

    def __repr__(self) -> str:
        if not self.fields and not self.repr_keys:
            return self.all_fields()
        if self.repr_keys:
            name = next((self._info[key] for key in self.repr_keys if key in self._info), None)
        else:
            name = self._info.get(self.NAME_ATTR) or self._info.get(self.id_key())
        return f'<{type(self).__name__}: {name}>'

    def all_fields(self) -> str:
        """Its class and each of its fields, in the order of their names."""
        names = sorted(name for name in self._info if not name.startswith('_'))
        fields = ', '.join(f'{name}={self._info[name]}' for name in names)
        return f'<{type(self).__name__} {fields}>'

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Resource):
            return NotImplemented
        if type(self) is not type(other):
            return False
        key, mine, others = self.id_key(), self._readable(), other._readable()
        if key in mine and key in others:
            return bool(mine[key] == others[key])
        return mine == others

    __hash__ = object.__hash__

    def _readable(self) -> Mapping[str, Any]:
        """The fields that can be read as attributes."""
        return self._info

    @property
    def api_version(self) -> versions.APIVersion:
        """The version of the client that this came from."""
        return cast(versions.APIVersion, self.manager.api_version)

    @property
    def human_id(self) -> str | None:
        """The name made fit for a shell word, on resources that have one."""
        if not self.HUMAN_ID:
            return None
        # A program may have set it.
        name = getattr(self, self.NAME_ATTR, None)
        return None if name is None else _human_id(str(name))

    def get(self) -> None:
        """Ask the cloud for this resource again and take over what it says."""
        self.set_loaded(True)
        if not hasattr(self.manager, 'get') or not self._is_of_its_manager():
            return
        new = self.manager.get(self.id)
        if new is not None:
            self._add_details(new._info)
            self.append_request_ids(new)

    def _is_of_its_manager(self) -> bool:
        """Whether its manager gets resources of its class; that of servers gets no interfaces."""
        resource_class = getattr(self.manager, 'resource_class', None)
        return type(self) is Resource or resource_class is None or isinstance(self, resource_class)

    def _add_details(self, info: Mapping[str, Any]) -> None:
        """Take over fields, also as the attributes that are set."""
        own = attributes.own(self)
        for name, value in info.items():
            self._info[name] = value
            if name in own or (self._has_attributes and attributes.is_free(self, name)):
                own[name] = value

    def is_loaded(self) -> bool:
        """Whether a missing attribute needs no request."""
        return self._loaded

    def set_loaded(self, val: bool) -> None:
        """Say whether the mapping is complete."""
        self._loaded = val

    def set_info(self, key: str, value: object) -> None:
        """Set one key of the mapping."""
        self._add_details({key: value})

    def renewed(self) -> Self:
        """This resource as the cloud has it now.

        :raises NotFound: it is gone.
        :raises CloudError: the answer has no id.
        """
        current = cast(Self, self.manager.get(self.id))
        if self.id_keys and all(current._info.get(key) is None for key in self.id_keys):
            kind = getattr(self.manager, 'kind', 'resource')
            raise answers.about_answer(f'The cloud sent a {kind} without its id.')
        return current

    def work_status(self, end: WorkEnd) -> WorkStatus:
        """Return the progress of work that a command started on it.

        :param end: how that work ends.
        """
        state = str(self._info.get(end.field) or '')
        task = self.current_task()
        if state.upper() == 'DELETED':
            outcome = DELETED
        elif task:
            # The state may still be that of before, or already that of the end.
            outcome = PENDING
        elif state.upper() in {name.upper() for name in end.states}:
            outcome = DONE
        else:
            outcome = FAILED if end.fault and state.upper() == end.fault else PENDING
        return WorkStatus(state, outcome, task)

    def begun_work(self, begun: Begun) -> BegunWork[Any] | None:
        """Return the work of a request, where more than its state tells how it ended."""
        return None

    def current_task(self) -> str:
        """Return its current task; empty without one, or where the API has none."""
        return ''

    def current_step(self) -> str:
        """Return the step of its current work; empty without one, or where the API has none."""
        return ''

    def failure_reason(self) -> str | None:
        """Return the reason of failed work, where the API has one."""
        fault = self._info.get('fault')
        return fault.get('message') if isinstance(fault, dict) else None

    def to_dict(self) -> dict[str, Any]:
        """A copy of the API's mapping."""
        import copy

        return copy.deepcopy(self._info)

    def without_links(self) -> dict[str, Any]:
        """Return the properties for a table of one resource: the API's keys, without links."""
        return {key: value for key, value in self._info.items() if key not in self.link_keys}
