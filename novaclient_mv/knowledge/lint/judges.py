"""Judges the calls of each program, and named versions, against a target."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from novaclient_mv import errors
from novaclient_mv.knowledge import needs as shapes
from novaclient_mv.knowledge.lint import findings, lines, others
from novaclient_mv.knowledge.lint.call_lines import PlacedFilter, PlacedNeed, ReadLine
from novaclient_mv.knowledge.lint.client_calls import NOVA, NOVA_MV, OPENSTACK, ClientCall
from novaclient_mv.knowledge.lint.findings import Verdict
from novaclient_mv.knowledge.lint.lines import LineReader
from novaclient_mv.knowledge.lint.pins import NamedVersions, Pin
from novaclient_mv.knowledge.lint.targets import Target, Targets
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.services.filters import REFUSED
from novaclient_mv.versions import APIVersion, VersionRange


class Context(NamedTuple):
    """The targets, the reader of calls, and the versions that ``nova-mv`` uses by default."""

    targets: Targets
    reader: LineReader
    pinned: NamedVersions


Judge = Callable[[ClientCall, Context], Iterator[Verdict]]


def of_call(call: ClientCall, context: Context) -> Iterator[Verdict]:
    """Yield the errors of a call, or the reason why they are unknown."""
    judge = _JUDGES.get(call.program, _of_other)
    yield from judge(call, context)


def _of_own(call: ClientCall, context: Context) -> Iterator[Verdict]:
    """A call of this program, or of the one whose commands it has as well."""
    line = context.reader.read(call)
    yield from _of_line(call, line, context)
    if line is None or line.mistakes:
        return
    if line.unread is not None:
        yield not_judged(call.offset, call.program, line.unread, line.service)
    elif context.targets(line.service) is None:
        reason = f'the versions of {line.service.name} on the target are unknown'
        name = line.command or call.program
        yield not_judged(call.offset, name, reason, line.service, call.program)


def _of_openstack(call: ClientCall, context: Context) -> Iterator[Verdict]:
    """A call of ``openstack``: the named versions, then the line by that program's rules."""
    wrong = list(of_versions(call, context.targets, call.program))
    yield from wrong
    service, command = others.of_openstack(call.words)
    if wrong or service is None:
        return
    target = context.targets(service)
    reason = f'the versions of {service.name} on the target are unknown'
    if not command:
        reason = 'only a run tells its command'
    elif target is not None:
        from novaclient_mv.knowledge.lint import openstack_calls

        try:
            yield from openstack_calls.of_call(call, service, target)
            return
        except openstack_calls.NotKnown as error:
            reason = str(error)
    call_text = f'{call.program} {command}'.rstrip()
    yield not_judged(call.offset, call_text, reason, service, call.program)


def _of_request(call: ClientCall, context: Context) -> Iterator[Verdict]:
    """A request: only the versions that it names can be judged."""
    wrong = list(of_versions(call, context.targets, call.program))
    yield from wrong
    if wrong or call.service is None:
        return
    named = [pin for pin in call.own if pin.service == call.service and pin.text]
    if context.targets(call.service) is None:
        reason = f'the versions of {call.service.name} on the target are unknown'
    elif not named:
        reason = 'the request names no version'
    elif others.has_body(call.words):
        reason = 'fields of its body have versions of their own'
    else:
        return
    yield not_judged(call.offset, call.program, reason, call.service)


def _of_other(call: ClientCall, context: Context) -> Iterator[Verdict]:
    """A call of a program of which nothing is known."""
    if call.service is not None:
        yield not_judged(call.offset, call.program, 'what it needs is not known', call.service)


_JUDGES: dict[str, Judge] = {
    NOVA: _of_own,
    NOVA_MV: _of_own,
    OPENSTACK: _of_openstack,
    **dict.fromkeys(others.WEB, _of_request),
}


def not_judged(
    offset: int, text: str, reason: str, service: Service, command: str | None = None
) -> Verdict:
    """Return a verdict that something was not judged, with the reason."""
    message = f'{text} is not judged: {reason}.'
    name = command or text
    return Verdict(
        offset, findings.WARNING, findings.NOT_JUDGED, name, message, None, None, service.name
    )


def rest_not_judged(offset: int) -> Verdict:
    """Return a verdict that the rest of a script was not judged."""
    reason = 'scripts inside scripts go deeper than they are read'
    verdict = not_judged(offset, 'What stands from here on', reason, SERVICES[0])
    return verdict._replace(command=None)


def of_pin(pin: Pin, targets: Targets, command: str | None) -> Iterator[Verdict]:
    """Yield the errors of a version that a script names."""
    target = targets(pin.service)
    if not pin.text or target is None:
        return
    try:
        version = pin.version
    except errors.UnsupportedVersion as error:
        message = f'{pin.origin} names {pin.text}: {error}'
        needs = None
    else:
        if version is None or target.has(version):
            return
        named = pin.service.releases.with_release(version)
        message = f'{pin.origin} names API version {named}; {target}.'
        needs = VersionRange(version, version)
    yield Verdict.on(target, findings.PIN_OUTSIDE, pin.offset, command, message, needs)


def of_versions(call: ClientCall, targets: Targets, command: str | None) -> Iterator[Verdict]:
    """Yield the errors of the versions that are named for a call."""
    if call.program in (NOVA, OPENSTACK):
        yield from _of_releases(call, targets)
    for pin in call.own:
        yield from of_pin(pin, targets, command)


def _of_line(call: ClientCall, line: ReadLine | None, context: Context) -> Iterator[Verdict]:
    """Yield the errors of a call of ``nova`` or ``nova-mv``."""
    targets = context.targets
    yield from of_versions(call, targets, call.program if line is None else line.command)
    if line is None:
        return
    for mistake in line.mistakes:
        target = targets(mistake.service)
        offered = None if target is None else target.range
        code, message, command, offset, service = mistake
        yield Verdict(offset, findings.ERROR, code, command, message, None, offered, service.name)
    target = targets(line.service)
    if line.command is not None and target is not None:
        judge = _Judge(call, line, target, context.pinned)
        if judge.named is not None:
            yield from of_pin(judge.named, targets, line.command)
        yield from judge.verdicts()


def _of_releases(call: ClientCall, targets: Targets) -> Iterator[Verdict]:
    """Releases that variables around a call name, where its program takes numbers only."""
    for service, pin in call.around.items():
        as_number = pin._replace(takes_releases=False)
        if call.pin(service) is pin and pin.is_clear and not as_number.is_clear:
            yield from of_pin(as_number, targets, call.program)


class _Judge:
    """Holds a command line against a target."""

    def __init__(
        self, call: ClientCall, line: ReadLine, target: Target, pinned: NamedVersions
    ) -> None:
        self.call = call
        self.line = line
        self.target = target
        self.pin = call.pin(line.service.name)
        self.named: Pin | None = None
        if call.heeds_pin(line.service) and (named := pinned(line.service)) is not None:
            self.pin = self.named = Pin(line.service, named.text, named.origin, call.offset)

    def verdicts(self) -> Iterator[Verdict]:
        """Yield the errors; parts that never exist together fail on every target."""
        needs = [placed.need for placed in self.line.needs if placed.kind != lines.LEFT_OVER]
        conflict = shapes.conflict_among(needs) if needs else None
        if conflict is not None:
            named = [one for one in self.line.needs if f'{one.need.part} needs' in conflict]
            last = max(placed.offset for placed in named)
            yield self._verdict(findings.CONFLICT, last, conflict, None)
            return
        is_broken = False
        for placed in self.line.needs:
            verdict = self._of_need(placed)
            if verdict is not None:
                yield verdict
                is_broken = is_broken or verdict.severity == findings.ERROR
                if placed.kind == lines.COMMAND:
                    return
        if self.line.refusal is not None and not is_broken:
            yield self._verdict(findings.CONFLICT, self.line.offset, self.line.refusal, None)
        if not is_broken:
            yield from filter(None, map(self._of_filter, self.line.filters))

    def _of_filter(self, placed: PlacedFilter) -> Verdict | None:
        """A filter that the version of a call leaves to administrators."""
        need, version = placed.need, self._used()
        if _has(need.open_ranges, version):
            return None
        later = need.open_ranges[:1]
        does = 'refuses the list' if need.filter.otherwise == REFUSED else 'ignores it'
        message = f'{need.part} needs {need}; at {version} the cloud {does} for others.'
        severity = findings.WARNING if later else findings.NOTE
        return self._verdict(
            findings.FILTER_IGNORED, placed.offset, message, next(iter(later), None), severity
        )

    def _used(self) -> APIVersion:
        """The version that a call uses; the newest of the target where that is unknown."""
        pin = self.pin
        named = pin.version if pin is not None and pin.text and pin.is_clear else None
        if named is not None and self.target.has(named):
            return named
        return self._stepped_down() if self.line.windows else self.target.newest

    def _of_need(self, placed: PlacedNeed) -> Verdict | None:
        need = placed.need
        if not self._reached(need.ranges):
            # Beyond all that the target offers, whatever version is named.
            return self._missing(placed, self.target.range.end, f'; {self.target}.')
        if self.pin is not None and self.pin.text != '':
            return self._at_pin(placed, self.pin)
        newest = self.target.newest
        if _has(need.ranges, newest):
            return None
        if self.call.program == NOVA_MV and self._reached(self.line.windows):
            version = self._stepped_down()
            ending = f'; {self.target}, and nova-mv steps down to {version}.'
            return self._missing(placed, newest, ending, findings.NOTE)
        uses = f'; {self.target}, and {self.call.program} uses {newest}.'
        return self._missing(placed, newest, uses)

    def _at_pin(self, placed: PlacedNeed, pin: Pin) -> Verdict | None:
        """The error at a named version; none where that is unknown, or not offered."""
        if not pin.is_clear:
            if pin.text is None or not pin.text.endswith('latest'):
                return None
            self.pin = None
            return self._of_need(placed)
        version = pin.version
        if version is None or not self.target.has(version) or _has(placed.need.ranges, version):
            return None
        named = f'; {pin.origin} names {version}, and {self.target}.'
        return self._missing(placed, version, named)

    def _reached(self, ranges: Sequence[VersionRange]) -> bool:
        """Whether the target offers a version of some ranges."""
        without = self.line.service.unversioned
        is_without = self.target.has(without) and _has(ranges, without)
        return is_without or any(span.overlaps(self.target.range) for span in ranges)

    def _stepped_down(self) -> APIVersion:
        """The version at which the target takes the whole line."""
        shared = [span.intersect(self.target.range) for span in self.line.windows]
        ends = [span.end for span in shared if not span.is_empty]
        return max(ends, default=self.line.service.unversioned)

    def _missing(
        self, placed: PlacedNeed, version: APIVersion, ending: str, severity: str = findings.ERROR
    ) -> Verdict:
        """The finding of a part that a version does not have yet, or any more."""
        need = placed.need
        ended = [span for span in need.ranges if span.end < version]
        kind = lines.VALUE if placed.kind == lines.LEFT_OVER else placed.kind
        code = f'{kind}-{"removed" if ended else "too-new"}'
        needed = ended[-1] if ended else next(one for one in need.ranges if one.start > version)
        message = f'{need.part} needs API version {need}{ending}'
        return self._verdict(code, placed.offset, message, needed, severity)

    def _verdict(
        self,
        code: str,
        offset: int,
        message: str,
        needs: VersionRange | None,
        severity: str = findings.ERROR,
    ) -> Verdict:
        args = self.line.command, message, needs, severity
        return Verdict.on(self.target, code, offset, *args)


def _has(ranges: Sequence[VersionRange], version: APIVersion) -> bool:
    return any(version in span for span in ranges)
