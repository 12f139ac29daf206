"""The versions and hashes that a release is made with fit what ``setup.py`` asks for."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
LOCK = ROOT / '.ci' / 'release.txt'


def locked() -> dict[str, tuple[str, int]]:
    """The version of each distribution, and the number of its hashes."""
    text = LOCK.read_text(encoding='utf-8').replace('\\\n', ' ')
    found = {}
    for line in text.splitlines():
        match = re.match(r'([\w.-]+)==(\S+)', line)
        if match is not None:
            count = len(re.findall(r'--hash=sha256:[0-9a-f]{64}\b', line))
            found[re.sub(r'[-_.]+', '-', match[1]).lower()] = (match[2], count)
    return found


def asked() -> list[Requirement]:
    """Packages that an installation and the making of a release need."""
    build = tomllib.loads((ROOT / 'pyproject.toml').read_text(encoding='utf-8'))['build-system']
    ours = importlib.metadata.requires('nova-mv') or []
    needed = [*map(Requirement, [*ours, *build['requires']])]
    extras = ({'extra': ''}, {'extra': 'package'})
    return [
        each
        for each in needed
        if each.marker is None or any(each.marker.evaluate(extra) for extra in extras)
    ]


def test_each_version_is_one_that_is_asked_for() -> None:
    versions = locked()
    wrong = [
        str(each)
        for each in asked()
        if not each.specifier.contains(
            versions.get(each.name.lower().replace('.', '-'), ('0', 0))[0]
        )
    ]
    assert wrong == [], 'tox -e lock writes .ci/release.txt anew'


def test_everything_has_hashes_and_no_host_is_named() -> None:
    assert [name for name, (_, hashes) in locked().items() if not hashes] == []
    text = LOCK.read_text(encoding='utf-8')
    assert re.findall(r'://|--(?:extra-)?index|--find-links|--trusted-host', text) == []
