"""Says of a refusal by policy which role its rule needs, and which the login has."""

from __future__ import annotations

from collections.abc import Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.policies import facts, judgement
from novaclient_mv.wire import policy_refusals
from novaclient_mv.wire.logins.token_facts import TokenFacts
from novaclient_mv.wire.policy_refusals import PolicyRefusal
from novaclient_mv.wire.sender import Sender


def explain(error: errors.Forbidden, command: Command, connection: Sender) -> str | None:
    """Add an explanation to a refusal whose rule is known; nothing is sent.

    :returns: the rule, where it would also refuse this login what is its own.
    """
    refusal = policy_refusals.of_error(error, connection)
    if refusal is None:
        return None
    error.explanation = error.with_request(sentence(refusal, command))
    is_sure = refusal.is_about_own or (refusal.answers and 'depends' not in refusal.answers)
    return refusal.rule if is_sure else None


def sentence(refusal: PolicyRefusal, command: Command) -> str:
    """A refusal in words."""
    login = _login(refusal.facts)
    if not refusal.needs:
        start = f'Not allowed: {command.name} is refused by the rule {refusal.rule}'
        return f'{start}; {login}.' if login else f'{start}.'
    defaults = f"{facts.SERVICES[refusal.service.name]}'s defaults"
    start = (
        f'Not allowed: {command.name} needs {_role(refusal)} by {defaults} (rule {refusal.rule})'
    )
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
