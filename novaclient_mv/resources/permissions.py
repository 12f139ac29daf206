"""The answer whether a login may do an operation, by version and by policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, NotRequired, TypedDict

from novaclient_mv import errors
from novaclient_mv.policies import answers, judgement
from novaclient_mv.policies.answers import Answer
from novaclient_mv.policies.judgement import Judgement, RoleNeed, RoleNeedForm
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire.logins.callers import Who

DEFAULTS, POLICY_FILE = 'defaults', 'policy file'


class VersionsForm(TypedDict):
    """The versions that have something; ``end`` is ``None`` where they have no last one."""

    start: str
    end: str | None


class EffectForm(RoleNeedForm):
    """A rule that does not refuse a line: ``hidden fields``, ``ignored`` or ``chooses``."""

    effect: str


class PermissionForm(TypedDict):
    """The JSON form of :class:`Permission`; ``command`` only of a command line, ``by_release`` only
    where releases disagree, and ``reason`` only where the version is why not. ``hides`` has rules
    that take something away, ``refused`` the seconds since the cloud refused a rule, and ``probed``
    what the cloud said when it was asked.
    """

    command: NotRequired[str]
    answer: Answer
    roles: list[str]
    scope: dict[str, str | None]
    release: str | None
    releases: list[str]
    by: str
    needs: list[RoleNeedForm]
    versions: VersionsForm | None
    reason: NotRequired[str]
    by_release: NotRequired[dict[str, Answer]]
    hides: NotRequired[list[EffectForm]]
    refused: NotRequired[dict[str, int]]
    probed: NotRequired[str]


class Permission(NamedTuple):
    """The answer whether a login may do something.

    :param service: the service that is asked.
    :param who: the roles and scope of the login.
    :param judgements: one for each release that the cloud may be, the oldest first; none where no
        facts are known.
    :param ranges: the versions that have it, ascending; none where that is unknown, or it is at
        none.
    :param refusal: the version as the reason, where that lacks it.
    :param by: ``defaults``, or ``policy file``.
    :param command: the command whose line is judged; ``None`` for an operation.
    :param refused: seconds since the cloud refused this login a rule that is asked.
    :param version: the version that is judged, where that is known.
    :param probed: what the cloud itself said, in words.
    """

    service: Service
    who: Who
    judgements: tuple[Judgement, ...]
    ranges: tuple[VersionRange, ...] = ()
    refusal: errors.Error | None = None
    by: str = DEFAULTS
    command: str | None = None
    refused: Mapping[str, float] = MappingProxyType({})
    version: APIVersion | None = None
    probed: str = ''

    @property
    def answer(self) -> Answer:
        """``yes``, ``no``, ``depends`` (on whose the target is, or on which release it is) or
        ``unknown``, for all releases that the cloud may be.
        """
        if self.refusal is not None:
            return 'no'
        if not self.judgements or self.who.roles is None:
            return 'unknown'
        return judgement.agreed(self.judgements)

    def __bool__(self) -> bool:
        """Whether the answer is ``yes`` or ``depends``, as for the exit status of ``can-i``."""
        return self.answer in ('yes', 'depends')

    @property
    def needs(self) -> tuple[RoleNeed, ...]:
        """The rules that are asked at the newest of the releases."""
        return self.judgements[-1].needs if self.judgements else ()

    @property
    def hiding(self) -> tuple[RoleNeed, ...]:
        """The rules that take something away from this login, and refuse nothing."""
        hiding = self.judgements[-1].hiding if self.judgements else ()
        return tuple(need for need in hiding if need.answer not in answers.PASSING)

    @property
    def by_release(self) -> dict[str, Answer]:
        """The answers by release, where they disagree."""
        by_release = {judged.release.name: judged.answer for judged in self.judgements}
        return by_release if len(set(by_release.values())) > 1 else {}

    def as_mapping(self) -> PermissionForm:
        """The JSON form."""
        releases = [judged.release.name for judged in self.judgements]
        form: PermissionForm = {
            'answer': self.answer,
            'roles': list(self.who.roles or ()),
            'scope': self.who.scope,
            'release': releases[-1] if releases else None,
            'releases': releases,
            'by': self.by,
            'needs': [need.as_mapping() for need in self.needs],
            'versions': _versions_form(self.ranges, self.service),
        }
        if self.command is not None:
            form = {'command': self.command, **form}
        if self.refusal is not None:
            form['reason'] = str(self.refusal)
        if self.by_release:
            form['by_release'] = self.by_release
        if self.hiding:
            form['hides'] = [{**need.as_mapping(), 'effect': need.effect} for need in self.hiding]
        if self.refused:
            form['refused'] = {rule: int(age) for rule, age in self.refused.items()}
        if self.probed:
            form['probed'] = self.probed
        return form


def _versions_form(ranges: Sequence[VersionRange], service: Service) -> VersionsForm | None:
    if not ranges:
        return None
    end = ranges[-1]
    start = max(ranges[0].bound_like(service.range).start, service.first)
    return {'start': str(start), 'end': None if end.is_open else str(end.end)}
