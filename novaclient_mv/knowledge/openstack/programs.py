"""The programs whose lines are translated."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from novaclient_mv import errors
from novaclient_mv.knowledge.lint.calls import NOVA, OPENSTACK
from novaclient_mv.knowledge.openstack import nova_lines, translation
from novaclient_mv.knowledge.openstack.scripts import Translate
from novaclient_mv.knowledge.openstack.translation import Translation


def translations(variables: Mapping[str, str], same_version: bool) -> dict[str, Translate]:
    """Return the translation of each program's calls.

    :param variables: environment variables, which may pin versions.
    :param same_version: whether our lines name the version that the program would send.
    """
    return {
        OPENSTACK: lambda words: _unless_refused(translation.translate, words),
        NOVA: lambda words: _unless_refused(nova_lines.translate, words),
    }


def _unless_refused(translate: Translate, words: Sequence[str]) -> Translation:
    """A translation, or why the program itself refuses the line."""
    try:
        return translate(words)
    except errors.CommandError as error:
        return Translation([], [], str(error))


def line_of(words: Sequence[str]) -> str:
    """The text of a line that was typed, in quotes or not; of ``openstack`` where it names no
    program.
    """
    text = words[0] if len(words) == 1 else shlex.join(words)
    named = any(word.rpartition('/')[2] in (NOVA, OPENSTACK) for word in text.split())
    return text if named else f'{OPENSTACK} {text}'
