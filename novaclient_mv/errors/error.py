"""The base of all errors: an exit status, a sentence, and values for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

from novaclient_mv.errors.status import ExitStatus
from novaclient_mv.values import NamedTuple, Protocol


class VersionBound(Protocol):
    """A version as errors see one: the first or last of a range."""

    def __str__(self) -> str: ...
    def __lt__(self, other: Any) -> bool: ...
    def __le__(self, other: Any) -> bool: ...
    def __gt__(self, other: Any) -> bool: ...
    def __ge__(self, other: Any) -> bool: ...
    def is_latest(self) -> bool: ...


class Span(Protocol):
    """A range of versions as errors see one: the values of a
    :class:`~novaclient_mv.versions.VersionRange`.
    """

    def __str__(self) -> str: ...
    def __contains__(self, version: Any) -> bool: ...
    @property
    def start(self) -> VersionBound: ...
    @property
    def end(self) -> VersionBound: ...
    @property
    def is_open(self) -> bool: ...


class VersionReason(NamedTuple):
    """The version as the reason of an error, and its consequences.

    :param message: a sentence behind that of the error.
    :param release: the release that brought what is needed, or the last one that had it.
    :param learned_from: where it was learned what the cloud offers.
    """

    message: str
    needs_version: str | None
    cloud_range: str | None
    release: str | None
    learned_from: str | None


class Error(Exception):
    """Base of all errors raised here; ``exit_status`` is what the shell returns.

    Any of them can be pickled and copied.
    """

    exit_status = ExitStatus.FAILED
    error_code = 'failed'
    retryable = False
    hint: str | None = None
    meant: Callable[[], str] | None = None
    """Asks the cloud whether another name is meant, for the hint; empty without one."""

    version_reason: VersionReason | None = None
    """The version as the reason, if found out afterwards."""

    explanation: str | None = None
    """The sentence for a person in place of the message, if found out afterwards."""

    cloud_words: str = ''
    """The cloud's own words in the message, whole; a message for a person has them shortened."""

    needed: Span | None = None
    """The versions that would do, where it is about versions; of several ranges the newest."""
    offered: Span | None = None
    """The versions of the cloud, where it is about them and they are known."""

    @property
    def needs_version(self) -> str | None:
        """The versions that would do, as text; ``None`` where it is not about versions."""
        if self.version_reason is not None:
            return self.version_reason.needs_version
        text: str | None = self.facts().get('needs_version')
        return text or (None if self.needed is None else str(self.needed))

    @property
    def cloud_range(self) -> str | None:
        """The versions of the cloud, as text, where it is about them and they are known."""
        if self.version_reason is not None:
            return self.version_reason.cloud_range
        text: str | None = self.facts().get('cloud_range')
        return text or (None if self.offered is None else str(self.offered))

    done: Any = None
    """Results from before the failure, which are shown."""

    row_text: str | None = None
    """Its text in a row of a result, where it has one."""

    rows_before: int | None = None
    """The number of rows that came of a list before it broke off."""

    @property
    def extent(self) -> str:
        """Where a list broke off, as the beginning of a sentence; empty for what is not a list."""
        rows = self.rows_before
        return f'The list broke off after {rows} row{"s" * (rows > 1)}' if rows else ''

    @property
    def message(self) -> str:
        """The message; a program may replace it."""
        return str(self.__dict__.get('message', self))

    @message.setter
    def message(self, text: str) -> None:
        self.__dict__['message'] = text
        self.args = (text,)

    def update(self, **values: Any) -> Self:
        """Set attributes that were found out after it was raised; it is returned."""
        for name, value in values.items():
            setattr(self, name, value)
        return self

    def facts(self) -> dict[str, Any]:
        """The values for the JSON form: ``needs_version``, ``cloud_range``, ``request_id``."""
        return {}

    def replaced_by(self, other: Error) -> Error:
        """Another error that is raised in place of this one, and is to be caught by whatever name
        of a third party catches this one.
        """
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        # Of itself Python would call the class with what the error says as its one argument.
        return _unpickled, (type(self), self.args, self.__dict__.copy())


def _unpickled(kind: type[Error], args: tuple[Any, ...], values: Mapping[str, Any]) -> Error:
    """An error as it was when it was pickled or copied."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(values)
    return error
