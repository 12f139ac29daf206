"""Judges of the calls of each program, and verdicts on calls that have no judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from novaclient_mv.knowledge.lint import findings, others, verdicts
from novaclient_mv.knowledge.lint.calls import NOVA, NOVA_MV, OPENSTACK, Call
from novaclient_mv.knowledge.lint.lines import LineReader
from novaclient_mv.knowledge.lint.pins import NamedVersions
from novaclient_mv.knowledge.lint.targets import Targets
from novaclient_mv.knowledge.lint.verdicts import Verdict
from novaclient_mv.services import SERVICES, Service


class Context(NamedTuple):
    """The targets, the reader of calls, and the versions that ``nova-mv`` uses by default."""

    targets: Targets
    reader: LineReader
    pinned: NamedVersions


Judge = Callable[[Call, Context], Iterator[Verdict]]


def of_call(call: Call, context: Context) -> Iterator[Verdict]:
    """Yield the errors of a call, or the reason why they are unknown."""
    judge = _JUDGES.get(call.program, _of_other)
    yield from judge(call, context)


def _of_own(call: Call, context: Context) -> Iterator[Verdict]:
    """A call of this program, or of the one whose commands it has as well."""
    yield from verdicts.of_call(call, context.reader, context.targets, context.pinned)
    line = context.reader.read(call)
    if line is None or line.mistakes:
        return
    if line.unread is not None:
        yield not_judged(call.offset, call.program, line.unread, line.service)
    elif context.targets(line.service) is None:
        reason = f'the versions of {line.service.name} on the target are unknown'
        name = line.command or call.program
        yield not_judged(call.offset, name, reason, line.service, call.program)


def _of_openstack(call: Call, context: Context) -> Iterator[Verdict]:
    """A call of ``openstack``: the named versions, then the line by that program's rules."""
    wrong = list(verdicts.of_versions(call, context.targets, call.program))
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


def _of_request(call: Call, context: Context) -> Iterator[Verdict]:
    """A request: only the versions that it names can be judged."""
    wrong = list(verdicts.of_versions(call, context.targets, call.program))
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


def _of_other(call: Call, context: Context) -> Iterator[Verdict]:
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
