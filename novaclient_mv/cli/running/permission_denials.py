"""Explains a refusal by policy: the role that its rule needs, and those of the login."""

from __future__ import annotations

from collections.abc import Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import blamed_parts
from novaclient_mv.policies import facts, judgement
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import policy_refusals
from novaclient_mv.wire.connection import Connection
from novaclient_mv.wire.logins import callers
from novaclient_mv.wire.logins.token_facts import TokenFacts
from novaclient_mv.wire.policy_refusals import PolicyRefusal


def explain(error: errors.Forbidden, line: CommandLine, connection: Connection) -> str | None:
    """Explain a refusal by a known rule; return the rule where it also refuses own resources."""
    refusal = policy_refusals.of_error(error, connection)
    if refusal is None:
        return None
    error.explanation = error.with_request(
        sentence(refusal, line.command, _parts(refusal, line, connection.api_version))
    )
    is_sure = refusal.is_about_own or (refusal.answers and 'depends' not in refusal.answers)
    return refusal.rule if is_sure else None


def _parts(refusal: PolicyRefusal, line: CommandLine, version: APIVersion) -> Sequence[str]:
    """The options of a line that bring the rule which refused it."""
    if not refusal.needs:
        return ()
    project = {} if refusal.facts is None else callers.of_token(refusal.facts).project
    release = refusal.needs[-1][0]
    parts = blamed_parts.BlamedParts(line, version, release, project)
    return parts.bringing(refusal.rule)


def sentence(refusal: PolicyRefusal, command: Command, parts: Sequence[str] = ()) -> str:
    """A refusal in words."""
    login = _login(refusal.facts)
    what = ' '.join(filter(None, (command.name, ' and '.join(parts))))
    if not refusal.needs:
        start = f'Not allowed: {what} is refused by the rule {refusal.rule}'
        return f'{start}; {login}.' if login else f'{start}.'
    defaults = f"{facts.SERVICES[refusal.service.name]}'s defaults"
    needs = 'need' if parts[1:] else 'needs'
    start = f'Not allowed: {what} {needs} {_role(refusal)} by {defaults} (rule {refusal.rule})'
    if login is None:
        return f'{start}.'
    differs = f"this cloud's policy differs from {defaults}"
    if refusal.answers == {'yes'}:
        return f'{start}, and {login}: {differs}.'
    if refusal.answers == {'depends'}:
        rest = '' if refusal.is_about_own is False else f', or {differs}'
        return f"{start}; {login}: the target is another's{rest}."
    return f'{start}; {login}.'


def _role(refusal: PolicyRefusal) -> str:
    """The need of the rule in words; that at each release, where they disagree."""
    releases: dict[str, list[str]] = {}
    for release, need in refusal.needs:
        words = judgement.in_words(need)
        releases.setdefault(words, []).append(release.name)
    if len(releases) == 1:
        return next(iter(releases))
    return ' or '.join(f'{words} ({_span(names)})' for words, names in releases.items())


def _span(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f'{names[0]} to {names[-1]}'


def _login(facts: TokenFacts | None) -> str | None:
    """The roles of a login and where it has them; ``None`` where they are unknown."""
    if facts is None or facts.roles is None:
        return None
    user = (facts.user and facts.user.name) or 'this login'
    *roles, last = sorted(facts.roles)
    text = f'{user} has {", ".join(roles)} and {last}' if roles else f'{user} has {last}'
    if facts.is_for_system:
        return f'{text} for the system'
    for kind in ('project', 'domain'):
        scope = getattr(facts, kind)
        if scope is not None:
            return f'{text} in the {kind} {scope.name or scope.id}'
    return text
