"""The clouds on which a command line is judged, each with its login, releases and policy."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from novaclient_mv import errors, services
from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.cli.running import permission_checks, several_clouds
from novaclient_mv.cli.running.permission_checks import Policy, Who
from novaclient_mv.clouds import selection
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.logins import refusals
from novaclient_mv.clouds.selection import Target
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.policies import operator_file
from novaclient_mv.policies.facts import Policies, Release
from novaclient_mv.policies.operator_file import MissingLibrary, OperatorFile, PolicyFileError
from novaclient_mv.resources.permissions import DEFAULTS, POLICY_FILE
from novaclient_mv.services import Service, policy_releases
from novaclient_mv.services.policy_releases import Releases

T = TypeVar('T')


class Notes:
    """Lines for the user, each once in a run."""

    def __init__(self) -> None:
        self._lines: dict[str, None] = {}
        self._of_files: list[dict[str, str]] = []

    def add(self, line: str) -> None:
        """Add a line."""
        self._lines[line] = None

    def add_of_file(self, notes: Sequence[str]) -> None:
        """Add the notes on a policy file for one service, each beginning with a rule."""
        self._of_files.append({note.partition(' ')[0]: note for note in notes})

    @property
    def lines(self) -> list[str]:
        """All notes; of notes on a policy file, only those that all services share."""
        everywhere = {
            rule: max((notes[rule] for notes in self._of_files), key=len)
            for rule in (self._of_files[0] if self._of_files else ())
            if all(rule in notes for notes in self._of_files)
        }
        return [*everywhere.values(), *self._lines]


class Place:
    """A cloud, or given roles and a release; these have no target."""

    def __init__(self, args: Args, notes: Notes, target: Target | None = None) -> None:
        self.target = target
        self.args = args
        self.notes = notes
        self.cloud: Cloud | None = None

    @property
    def label(self) -> str:
        """The name of its cloud; empty without one."""
        return '' if self.target is None else self.target.label

    @contextlib.contextmanager
    def open(self) -> Iterator[Place]:
        """Open its cloud."""
        if self.target is None:
            yield self
            return
        settings = self.target.settings
        self.cloud = Cloud(settings.environment, settings=settings, warn=self.notes.add)
        with contextlib.closing(self.cloud):
            yield self
            self.cloud.keep()

    def who(self, service: Service) -> Who:
        """The roles and scope of the login, or the given roles."""
        if self.args.roles or self.cloud is None:
            return Who(tuple(dict.fromkeys(self.args.roles)), {'project': None})
        return permission_checks.who(self.cloud, service)

    def where(self, service: Service) -> Releases:
        """The releases to judge by."""
        if self.args.release is not None:
            return policy_releases.named(self.args.release, service)
        if self.cloud is None:
            return policy_releases.newest(service)
        offered, _ = self.cloud.range(service)
        if service.learned_by == services.Discovery.NOT_ACCEPTABLE and offered == service.range:
            # The range is that of this client before the cloud was asked.
            offered, _ = self.cloud.range(service, is_fresh=True)
        where = policy_releases.of_cloud(service, offered)
        if where.note is not None:
            self.notes.add(where.note)
        return where

    def policy(self, service: Service, where: Releases) -> Policy:
        """The policy of the releases."""
        origin = DEFAULTS if self.args.policy_file is None else POLICY_FILE
        policies = policy_releases.policies_of(service)
        if policies is None:
            return Policy(None, origin=origin)
        overrides: dict[Release, OperatorFile] = {}
        args = self.args
        settings = operator_file.OperatorRules(args.enforce_scope, args.enforce_new_defaults)
        for release in where.releases or (policies.newest,):
            as_run = settings.at(release)
            if origin == POLICY_FILE or as_run != release:
                overrides[release] = self._operator_file(as_run, policies)
        if overrides and origin == POLICY_FILE:
            self.notes.add_of_file(list(overrides.values())[-1].notes)
        refused = {}
        if self.cloud is not None and not (args.roles or args.release or args.policy_file):
            refused = refusals.remembered(self.cloud)
        return Policy(policies, overrides, origin, refused)

    def _operator_file(self, release: Release, policies: Policies) -> OperatorFile:
        """The operator's policy: a file, or the defaults with the operator's settings."""
        path = self.args.policy_file
        try:
            return OperatorFile(os.devnull if path is None else path, release, policies)
        except OSError as error:
            raise errors.CommandError(f'{path} cannot be read: {error.strerror}.') from error
        except (MissingLibrary, PolicyFileError) as error:
            what = 'A policy file needs' if path is not None else 'These settings need'
            text = str(error).replace('A policy file needs', what)
            raise errors.CommandError(text) from error


def answers_of(
    places: Sequence[Place], judge: Callable[[Place], T]
) -> tuple[list[tuple[Place, T]], errors.SomeFailed | None]:
    """The answer of each place, and the failures of those that have none."""
    answers: list[tuple[Place, T]] = []
    failures: dict[str, Exception] = {}
    for place in places:
        try:
            answers.append((place, judge(place)))
        except errors.Error as error:
            if len(places) == 1 or isinstance(error, errors.CommandError):
                raise
            failures[place.label] = error
    return answers, errors.SomeFailed(failures, len(places)) if failures else None


def of_run(settings: Settings, args: Args, notes: Notes, service: Service) -> list[Place]:
    """The clouds that are judged, or the one place without a cloud."""
    is_named = settings.cloud_name is not None or settings.get('os_auth_url') is not None
    if args.roles and (args.release is not None or not is_named):
        return [Place(args, notes)]
    targets = [
        part
        for target in selection.of_run(settings).targets
        for part in several_clouds.in_regions(target, service, notes.add)
    ]
    return [Place(args, notes, target) for target in targets]
