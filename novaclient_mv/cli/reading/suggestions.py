"""Suggest known names for a mistyped one."""

from __future__ import annotations

from collections.abc import Iterable

from novaclient_mv.values import likeness

_CLOSE_WORD = 0.6
# Names of different numbers of words share more by chance: they must be nearly the same letters.
_CLOSE_LETTERS = 0.8
_MARGIN = 0.08


def close_names(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """The known names closest to a mistyped one, the closest first; none where nothing is close, or
    the mistyped one is too long.
    """
    if len(name) > likeness.LONGEST:
        return []
    scores = {candidate: _closeness(name, candidate) for candidate in dict.fromkeys(known)}
    least = max(max(scores.values(), default=0.0) - _MARGIN, 0.01)
    ranked = sorted(scores, key=lambda candidate: -scores[candidate])
    return [candidate for candidate in ranked if scores[candidate] >= least][:most]


def _closeness(name: str, candidate: str) -> float:
    """Return the likeness of two names, word by word, from 0 to 1; dashes do not count."""
    ours, theirs = _words(name), _words(candidate)
    letters = likeness.ratio(''.join(ours), ''.join(theirs), _CLOSE_LETTERS)
    if letters:
        return letters
    if not ours or len(ours) != len(theirs):
        return 0.0
    return max(_mean(ours, theirs), _mean(sorted(ours), sorted(theirs)))


def _mean(ours: list[str], theirs: list[str]) -> float:
    """The mean likeness of words, in pairs; 0 where one pair is unlike."""
    ratios = []
    for one, other in zip(ours, theirs, strict=True):
        ratios.append(likeness.ratio(one, other, _CLOSE_WORD))
        if not ratios[-1]:
            return 0.0
    return sum(ratios) / len(ratios)


def _words(name: str) -> list[str]:
    return [word for word in name.lower().replace('_', '-').split('-') if word]
