"""One trial: a command line, a state of its user, a fault at one place, and a healthy run after."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import pathlib
import random
import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from unittest import mock

from functional_tests.trust import frame, judging
from functional_tests.trust.faults import kinds, roles
from functional_tests.trust.faults.exchange import Kind
from functional_tests.trust.faults.families import FAMILIES, Family
from functional_tests.trust.faults.front import MOST_REQUESTS, PASSWORD, Asked, Plan
from functional_tests.trust.faults.stage import Snapshot, Stage
from novaclient_mv.wire import answer_headers
from novaclient_mv.wire.logins import keystone
from unit_tests.forced_direct import Forced
from unit_tests.nova import Result

TRANSPORTS = ('session', 'direct')
STATES = ('cold', 'warm', 'revoked', 'expired')
"""The user's cache before the fault: empty; filled by the same command; the same, with a token that
the cloud forgot, or whose time is over.
"""
_SESSION = ('--tls-min-version', '1.2')
"""An option that needs a session, and changes nothing where there is no TLS."""
_LOGINS = 2
"""Most logins of a run: one, and one renewal."""
_VARYING = (
    # An image that cannot be read hides no server.
    (re.compile(r'\b(Image not found|cirros|debian|fedora) \('), 'IMAGE ('),
    (re.compile(r'\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b'), 'UUID'),
    (re.compile(r'\b\d{4}-\d\d-\d\d([T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?)?'), 'TIME'),
    (re.compile(r'\b([0-9a-f]{2}:){5,}[0-9a-f]{2}\b'), 'MAC'),
    (re.compile(r'\b[0-9a-f]{32}\b'), 'HEX'),
    (re.compile(r'\b\d\d:\d\d:\d\d\b'), 'HOUR'),
    (re.compile(r'\binstance-[0-9a-f]{8}\b'), 'NAME'),
    (re.compile(r'\buptime\W+\d+'), 'UPTIME'),
    (re.compile(r'gAAAAA\w+'), 'TOKEN'),
    (re.compile(r'\bhttps?://\S+'), 'URL'),
    (re.compile(r'\b\d+\.\d\d\b'), 'HOURS'),
    (re.compile(r'adminPass\W+\w+'), 'PASSWORD'),
    (re.compile(r'\b(req-[0-9a-f-]+|r-[0-9a-z]{8}\b)'), 'REQUEST'),
    (re.compile(r'-----BEGIN.*-----END[^-]*-----', re.DOTALL), 'KEY'),
    (re.compile(r'\b10\.0\.0\.\d+\b'), 'IP'),
    # Times of processors, and bytes.
    (re.compile(r'\b\d{4,}\b'), 'NUMBER'),
    (re.compile('[ +|-]+'), ' '),
)


class Setting(NamedTuple):
    """The setting of a fault: a family, a transport, and a state of the cache."""

    family: Family
    transport: str
    state: str

    @property
    def words(self) -> tuple[str, ...]:
        """The command line."""
        options = _SESSION if self.transport == 'session' else ()
        return (*options, *self.family.words)


class Fault(NamedTuple):
    """A fault in a setting."""

    setting: Setting
    plan: Plan

    @property
    def name(self) -> str:
        """The trial in one line."""
        setting, plan = self.setting, self.plan
        lasts = ' and after' if plan.is_lasting else ''
        return (
            f'{setting.family.name} | {setting.transport} | {setting.state} | '
            f'{plan.kind.name} | request {plan.place}{lasts} | seed {plan.seed}'
        )


class Seen(NamedTuple):
    """A run and what it asked for."""

    result: Result
    asked: tuple[Asked, ...]

    @property
    def own_requests(self) -> list[str]:
        """The requests besides logins and documents, without what varies, as the order does
        where targets are worked on side by side.
        """
        return sorted(
            _without_varying(f'{asked.line} {asked.body.decode("utf-8", "replace")}')
            for asked in self.asked
            if asked.role not in (roles.LOGIN, roles.DOCUMENT) and asked.status != 401
        )


class Trials:
    """Carries trials out, each from what stood before the others.

    :param stage: the cloud and its user.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._healthy: dict[Setting, tuple[Seen, Snapshot]] = {}

    def healthy(self, setting: Setting) -> tuple[Seen, Snapshot]:
        """The run without a fault, and what stood before it."""
        if setting not in self._healthy:
            template = self.stage.template
            if setting.state == 'cold':
                before = template
            else:
                before = self._warm(setting)
                if setting.state == 'revoked':
                    before = before._replace(state=template.state)
            self._begin(setting, before)
            seen = self._run(setting)
            assert seen.result.status == 0, (setting, seen.result)
            self._healthy[setting] = seen, before
        return self._healthy[setting]

    def _warm(self, setting: Setting) -> Snapshot:
        """The snapshot after the same command, without its changes to the cloud."""
        self.stage.restore(self.stage.template)
        self._run(setting)
        self.stage.restore_state(self.stage.template, keeps_tokens=True)
        return self.stage.snapshot()

    def _begin(self, setting: Setting, before: Snapshot) -> None:
        self.stage.restore(before, 2 * 3600 if setting.state == 'expired' else 10)

    def _run(self, setting: Setting, plan: Plan | None = None, words: tuple[str, ...] = ()) -> Seen:
        with _by(setting.transport):
            result = self.stage.run((*words, *setting.words), plan)
        return Seen(result, tuple(self.stage.front.asked))

    def drawn(self, chance: random.Random) -> Fault:
        """A trial: each sort of kinds as often as any other, at any place that it fits."""
        while True:
            setting = Setting(
                chance.choice(FAMILIES), chance.choice(TRANSPORTS), chance.choice(STATES)
            )
            kind = chance.choice(chance.choice(kinds.by_sort()))
            places = self.places(setting, kind)
            if places:
                place, is_lasting = chance.choice(places), chance.random() < 0.5
                return Fault(setting, Plan(kind, place, is_lasting, chance.getrandbits(32)))

    def places(self, setting: Setting, kind: Kind) -> list[int]:
        """The requests of a setting that a kind fits."""
        asked = self.healthy(setting)[0].asked
        return [number for number, each in enumerate(asked) if kind.fits(each.role)]

    def problems(self, trial: Fault) -> list[str]:
        """Carry out a trial.

        :returns: what is wrong with the run, and the healthy one after it.
        """
        setting, plan = trial.setting, trial.plan
        healthy, before = self.healthy(setting)
        self._begin(setting, before)
        seen = self._run(setting, plan, plan.kind.words)
        found = list(self._judged(trial, seen, healthy))
        self.stage.restore_state(before, keeps_tokens=True)
        after = self._run(setting)
        if not plan.kind.is_believable:
            found += _differences(after, healthy)
        found += [f'afterwards {problem}' for problem in self._of_rules(trial, after)]
        return found

    def _judged(self, trial: Fault, seen: Seen, healthy: Seen) -> Iterator[str]:
        plan, front, result = trial.plan, self.stage.front, seen.result
        yield from self._of_rules(trial, seen)
        if len(seen.asked) >= MOST_REQUESTS:
            yield 'it asked without an end'
        logins = sum(asked.role == roles.LOGIN and asked.status == 201 for asked in seen.asked)
        if logins > _LOGINS:
            yield f'it logged in {logins} times'
        if self.stage.stranger.heard:
            yield f'it asked a stranger: {self.stage.stranger.heard[0][:80]!r}'
        longest = max(self.stage.nova.clock.sleeps, default=0)
        if longest > answer_headers.LONGEST_WAIT:
            yield f'it waited for {longest:.0f} seconds at once'
        if not front.faulted:
            return
        is_same = _said(result) == _said(healthy.result)
        if plan.kind.name.startswith('harmless') and not is_same:
            yield f'it failed over what does no harm: {result.err.strip()[:200]}'
        # There may be notes beside it, as of a version that an answer does not state.
        is_same = _without_varying(result.out) == _without_varying(healthy.result.out)
        if result.status == 0 and not plan.kind.changes_content and not is_same:
            yield f'it ended well with something else: {result.out.strip()[:200]!r}'

    def _of_rules(self, trial: Fault, seen: Seen) -> list[str]:
        """The problems by the rules of all runs."""
        front, result = self.stage.front, seen.result
        run = judging.Run(
            trial.setting.words,
            result.out,
            result.err,
            result.status,
            tuple(front.carried_out),
            tuple(self.stage.files().items()),
        )
        found = judging.problems(run, [PASSWORD])
        tokens = front.tokens if not trial.setting.family.prints_token else set()
        return found + judging.problems(run._replace(kept=(), writes=()), tokens)[len(found) :]


def _differences(after: Seen, healthy: Seen) -> Iterator[str]:
    """The differences of a healthy run after a fault from one before it."""
    said, before = _said(after.result), _said(healthy.result)
    if said != before:
        lines = set(f'{said[0]}\n{said[1]}'.splitlines())
        new = sorted(lines - set(f'{before[0]}\n{before[1]}'.splitlines()))
        yield f'afterwards it ended with {after.result.status}, and otherwise: {new[:3]}'
    if after.own_requests != healthy.own_requests:
        yield f'afterwards it asked otherwise: {after.own_requests} not {healthy.own_requests}'
    logins = sum(asked.role == roles.LOGIN for asked in after.asked)
    if logins > 1:
        yield f'afterwards it logged in {logins} times'


def _said(result: Result) -> tuple[str, str, int]:
    return _without_varying(result.out), _without_varying(result.err), result.status


def _without_varying(text: str) -> str:
    for pattern, word in _VARYING:
        text = pattern.sub(word, text)
    return text


@contextlib.contextmanager
def _by(transport: str) -> Iterator[None]:
    """Send without a session, also before a login is remembered."""
    # Nothing here speaks TLS, and to read all authorities of a machine takes longer than a run.
    with mock.patch.dict(os.environ, SSL_CERT_FILE=os.devnull, SSL_CERT_DIR=os.devnull):
        if transport == 'session':
            yield
            return
        forced = Forced()

        def send(carrier: keystone.KeystoneTransport, request: Any) -> Any:
            return forced.send(carrier, request)

        with mock.patch.object(keystone.KeystoneTransport, 'send', send):
            yield
        forced.close()


FEW = ('server-list', 'server-stop web-1 --wait', 'keypair-create key-9', 'baremetal-node-list')
"""The command lines of the small sample, whose healthy runs take long to prepare."""


def _few(trials: Trials, chance: random.Random) -> Iterator[Fault]:
    """Faults in few settings, so that each has its healthy run once."""
    families = [family for family in FAMILIES if family.name in FEW]
    settings = [
        Setting(chance.choice(families), transport, state)
        for transport in TRANSPORTS
        for state in chance.sample(STATES, 2)
    ]
    while True:
        kind = chance.choice(chance.choice(kinds.by_sort()))
        setting = chance.choice(settings)
        places = trials.places(setting, kind)
        # What takes time of the wall is for the large sample.
        if places and not kind.words:
            plan = Plan(kind, chance.choice(places), chance.random() < 0.5, chance.getrandbits(32))
            yield Fault(setting, plan)


def _trials(folder: pathlib.Path, seed: int, is_sample: bool) -> Iterator[frame.Trial]:
    chance = random.Random(seed)
    with Stage(folder) as stage:
        trials = Trials(stage)
        drawn = (trials.drawn(chance) for _ in itertools.count())
        for fault in _few(trials, chance) if is_sample else drawn:
            yield frame.Trial(fault.name, functools.partial(_outcome, trials, fault))


def _outcome(trials: Trials, fault: Fault) -> frame.Outcome:
    return frame.Outcome(trials.problems(fault), [fault.setting.transport, fault.setting.state])


PART = frame.Part(6_000, _trials)
