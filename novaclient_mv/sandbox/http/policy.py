"""Policy: the defaults of the release that is played, or an operator's policy file."""

from __future__ import annotations

import functools
import pathlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from novaclient_mv import versions
from novaclient_mv.sandbox import errors, newest
from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.versions import releases

if TYPE_CHECKING:
    from novaclient_mv.policies.answers import Answer, Caller, Scope
    from novaclient_mv.policies.facts import Policies, Release
    from novaclient_mv.policies.operator_file import OperatorFile
    from novaclient_mv.policies.requests import Request
    from novaclient_mv.sandbox.state.context import Context

_DATA = pathlib.Path(versions.__file__).parents[1] / 'data'
_CALENDARS = {'compute': 'microversions.json', 'baremetal': 'baremetal/microversions.json'}
_NEWEST = {newest.COMPUTE, newest.BAREMETAL}

_REFUSE_ADMINISTRATORS = {'compute': ('shares',), 'placement': ('reshaper',)}
"""Parts of the paths at which a release's defaults refuse even an administrator in a project."""

_ASKED_LATER = frozenset({'query all_tenants is true', 'body unshelve.host'})
"""Conditions of which handlers know more, or when they are looked at: they ask for themselves."""


REFUSAL = "Policy doesn't allow {} to be performed."


class Policy:
    """The policy of a service, whose facts are loaded when somebody's request needs them."""

    def __init__(
        self,
        service: str,
        maximum: str | None = None,
        release: str | None = None,
        path: str | None = None,
    ) -> None:
        self.service = service
        self.maximum = maximum
        self.path = path
        self._named = release
        self._answers: dict[tuple[str, frozenset[str], Scope], Answer] = {}

    @functools.cached_property
    def facts(self) -> Policies:
        """The defaults of all releases."""
        from novaclient_mv.policies import facts

        return facts.of(self.service)

    @functools.cached_property
    def release(self) -> Release:
        """The simulated release; the oldest known one for releases before it."""
        if self._named is not None:
            try:
                return self.facts.release(self._named)
            except LookupError:
                return self.facts.releases[0]
        if self.maximum is None or self.maximum in _NEWEST:
            return self.facts.newest
        # Placement has the calendar of the service that it came with.
        file = _CALENDARS.get(self.service, _CALENDARS['compute'])
        calendar = releases.calendar(str(_DATA / file))
        maximum = versions.APIVersion(self.maximum)
        ends = {
            release: versions.APIVersion(end)
            for release in self.facts.releases
            for end in [calendar.newest_of(release.name) or calendar.newest_of(release.number)]
            if end is not None
        }
        later = min((end for end in ends.values() if end >= maximum), default=None)
        return [release for release, end in ends.items() if later in (None, end)][-1]

    @functools.cached_property
    def overrides(self) -> OperatorFile | None:
        """The operator's policy."""
        if self.path is None:
            return None
        from novaclient_mv.policies import operator_file

        return operator_file.OperatorFile(self.path, self.release, self.facts)

    def notes(self) -> tuple[list[str], list[str]]:
        """Rules of the operator's policy file that this service does not have, and lines about
        deprecated names.
        """
        if self.path is None:
            return [], []
        from novaclient_mv.policies import operator_file

        try:
            overrides = self.overrides
        except OSError as error:
            raise errors.UnusablePolicy(f'{self.path} cannot be read: {error.strerror}.') from error
        except (operator_file.PolicyFileError, ImportError) as error:
            raise errors.UnusablePolicy(str(error)) from error
        ignored = [] if overrides is None else overrides.ignored
        notes = [] if overrides is None else overrides.notes
        return ignored, [note for note in notes if note.split()[0] not in ignored]

    def lets_in(self, context: Context, path: str) -> bool:
        """Whether no rule can refuse: an administrator, by the defaults."""
        return (
            self.path is None
            and context.is_admin
            and context.project_id is not None
            and not any(part in path for part in _REFUSE_ADMINISTRATORS.get(self.service, ()))
        )

    def may(self, rule: str, context: Context, own: Mapping[str, bool] = {}) -> bool:
        """Whether a rule lets the caller through; attributes not in ``own`` are the caller's."""
        name = self.facts.name_at(self.release, rule)
        if not name:
            return context.is_admin
        if self.overrides is not None and not all(own.values()):
            return self.overrides.allows(name, self._caller(context), own)
        key = (name, context.roles, self._scope(context))
        answer = self._answers.get(key)
        if answer is None:
            answer = self._answers[key] = self._answer(name, self._caller(context))
        if answer == 'depends':
            owners = self.facts.rules(self.release)[name].owned_by
            return self.overrides is not None or any(own.get(owner, True) for owner in owners)
        return answer == 'yes' or (answer == 'unknown' and context.is_admin)

    def _caller(self, context: Context) -> Caller:
        from novaclient_mv.policies.answers import Caller

        return Caller(tuple(sorted(context.roles)), self._scope(context))

    def _scope(self, context: Context) -> Scope:
        # Bare metal is managed with tokens of the system: administrators count as such.
        is_system = context.is_admin and self.service == 'baremetal'
        return 'system' if is_system or context.project_id is None else 'project'

    def _answer(self, name: str, caller: Caller) -> Answer:
        if self.overrides is not None:
            return self.overrides.answer(name, caller)
        from novaclient_mv.policies import answers

        rule = self.facts.rules(self.release)[name]
        return answers.by_defaults(rule, caller, self.release, self.facts)

    def refusing(
        self, request: Request, context: Context, own: Mapping[str, bool] = {}
    ) -> str | None:
        """The first rule that refuses a request; ``None`` where it may be served."""
        from novaclient_mv.policies import requests

        asked = requests.asked_by(request, self.release, self.facts) or ()
        due = [condition for condition, _ in asked if condition.when not in _ASKED_LATER]
        refusing = requests.refusing(due, lambda rule: self.may(rule, context, own))
        return None if refusing is None else refusing.rule


class Permission:
    """The permission for one request: the service asks for it once, where the real one does."""

    def __init__(
        self,
        policy: Policy,
        context: Context,
        path: str,
        request: Callable[[], Request],
        words: str = REFUSAL,
    ) -> None:
        self.policy = policy
        self.context = context
        self.path = path
        self._request = request
        self._words = words
        self._is_asked = False
        self._answers: dict[str, bool] = {}

    def ask(self, project: str | None = None, user: str | None = None) -> None:
        """Refuse whom a rule refuses, at the first call."""
        if self._is_asked:
            return
        self._is_asked = True
        if not self.policy.lets_in(self.context, self.path):
            rule = self.policy.refusing(self._request(), self.context, self.own(project, user))
            if rule is not None:
                raise refusal(rule, self._words)

    def own(self, project: str | None, user: str | None) -> dict[str, bool]:
        """The attributes of the target that are the caller's, as of :meth:`ask`."""
        return {
            'project_id': project in (None, self.context.project_id),
            'user_id': user in (None, self.context.user_id),
        }

    def may(self, rule: str) -> bool:
        """Whether a rule lets the caller through, for a target of its own."""
        answer = self._answers.get(rule)
        if answer is None:
            free = self.policy.lets_in(self.context, '')
            answer = self._answers[rule] = free or self.policy.may(rule, self.context)
        return answer


def refusal(rule: str, words: str = REFUSAL) -> Fault:
    """The refusal of a rule, in the words of the policy engine."""
    return Fault(403, words.format(rule))
