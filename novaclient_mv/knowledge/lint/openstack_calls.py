"""Calls of ``openstack``, judged by the rule of versions of that program."""

from __future__ import annotations

from collections.abc import Iterator

from novaclient_mv import errors
from novaclient_mv.knowledge.lint import findings
from novaclient_mv.knowledge.lint.client_calls import ClientCall
from novaclient_mv.knowledge.lint.findings import Verdict
from novaclient_mv.knowledge.lint.targets import Target
from novaclient_mv.knowledge.lint.variables import UNKNOWN, Token
from novaclient_mv.knowledge.openstack import lines, version_rules
from novaclient_mv.knowledge.openstack.lines import OpenstackLine
from novaclient_mv.knowledge.openstack.version_rules import Bound, VersionJudgement
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange

_LIKELY = ('x', '1', 'x=1', '')
"""Substitutes for what only a run tells; one with which the program takes the line will do. A blank
word is left out for the last one.
"""

_UNKNOWN_OPTION = 'unrecognized arguments'
"""The refusal of an option by the program's parser says so."""


class NotKnown(Exception):
    """The versions that a call needs are unknown; its text says why."""


def of_call(call: ClientCall, service: Service, target: Target) -> Iterator[Verdict]:
    """Yield the error of a call, or the warning that it needs a pin; see :func:`line_of`."""
    try:
        line = line_of(call)
    except errors.CommandError as error:
        # Suggestions take time, and a script may have any number of mistakes.
        is_unknown = isinstance(error, errors.UnknownName)
        refusal = error.without_candidates if isinstance(error, errors.UnknownName) else str(error)
        code = findings.UNKNOWN_OPTION if _UNKNOWN_OPTION in refusal else findings.CONFLICT
        code = findings.UNKNOWN_COMMAND if is_unknown else code
        message = refusal.rstrip('.') + '.'
        target = target._replace(service=service)
        yield Verdict.on(target, code, call.offset, call.program, message)
        return
    named = call.pin(service.name)
    is_open = named is not None and named.text is None
    pin = None if named is None or not named.is_clear else named.version
    judgement = version_rules.judge(line, _offered(target), pin)
    if judgement.reason is not None and not (is_open and judgement.pin is not None):
        yield _verdict(call, line, target, judgement, pin)


def _offered(target: Target) -> VersionRange:
    """The versions that the program may use."""
    if target.has_microversions:
        return target.range
    first = target.service.range.start
    return VersionRange(first, first)


def line_of(call: ClientCall) -> OpenstackLine:
    """The line of a call, with likely words for unknown ones.

    :raises CommandError: the program refuses it whatever these are.
    :raises NotKnown: it depends on unknown words, or on options that are not recorded.
    """
    is_whole = not call.is_open and all(token.is_known for token in call.words)
    refusal: errors.CommandError | None = None
    for likely in ('',) if is_whole else _LIKELY:
        for more in ((), ('x',)) if call.is_open else ((),):
            try:
                return lines.read([*_words(call.words, likely), *more])
            except errors.CommandError as error:
                refusal = error
            except KeyError as error:
                raise NotKnown('its options are not known') from error
    if refusal is None or not is_whole:
        raise NotKnown('only a run tells some of its words')
    raise refusal


def _words(tokens: tuple[Token, ...], likely: str) -> Iterator[str]:
    for token in tokens:
        if likely or not token.is_blank:
            yield token.text.replace(UNKNOWN, likely)


def _verdict(
    call: ClientCall,
    line: OpenstackLine,
    target: Target,
    judgement: VersionJudgement,
    pin: APIVersion | None,
) -> Verdict:
    """A judgement as a verdict, at the word to blame."""
    offered = _offered(target)
    is_pin_all = pin is None and version_rules.judge(line, offered, offered.end).reason is None
    severity, code = findings.WARNING, findings.PIN_NEEDED
    if not is_pin_all:
        severity, code = findings.ERROR, _code(line, judgement, pin or offered.end)
    option = line.command.service.version_option
    used = f'{option} names {pin}' if pin else f'{call.program} uses {judgement.version}'
    advice = f'; with {option} {judgement.pin} it works' if judgement.pin is not None else ''
    reason = (judgement.reason or '').rstrip('.')
    message = f'{reason}; {target}, and {used}{advice}.'
    bound, needs = judgement.bound, None
    if bound is not None and (bound.first or bound.last):
        bounds = target.service.range
        needs = VersionRange(bound.first or bounds.start, bound.last or bounds.end)
    offset = _offset(call, line, bound)
    target = target._replace(service=line.command.service)
    return Verdict.on(target, code, offset, line.command.name, message, needs, severity)


def _code(line: OpenstackLine, judgement: VersionJudgement, version: APIVersion) -> str:
    bound = judgement.bound
    if bound is not None and not bound.is_ever_taken:
        return findings.CONFLICT
    if bound is not None:
        is_option = bound.part.startswith('-')
        is_removed = bound.last is not None and bound.last < version
    else:
        is_option = bool(line.options)
        is_removed = judgement.pin is not None and judgement.pin < version
    kind = 'option' if is_option else 'command'
    return f'{kind}-{"removed" if is_removed else "too-new"}'


def _offset(call: ClientCall, line: OpenstackLine, bound: Bound | None) -> int:
    """The place of the option that is to blame, or of the command."""
    part = line.command.name if bound is None else bound.part
    flags = [
        flag for option in line.command.options if option.name == part for flag in option.flags
    ]
    words = [(token.text.partition('=')[0], token) for token in call.words]
    exact = [token for word, token in words if word in flags]
    abbreviated = [
        token for word, token in words if len(word) > 2 and any(f.startswith(word) for f in flags)
    ]
    of_command = [token for word, token in words if word and part.startswith(word)]
    return next(iter([*exact, *abbreviated, *of_command]), call).offset
