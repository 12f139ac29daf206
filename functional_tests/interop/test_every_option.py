"""Every option of the commands of python-openstackclient: the same words here, and what they are
translated to, make the same writes, or a reason says why not.
"""

from __future__ import annotations

import pathlib
from types import ModuleType

import pytest

from functional_tests.interop import (
    baremetal_lines,
    compute_lines,
    every_option,
    placement_lines,
)
from functional_tests.nova import SANDBOX
from novaclient_mv import services
from novaclient_mv.knowledge.openstack import table


@pytest.mark.parametrize(
    ('service', 'facts'),
    [
        (services.COMPUTE, compute_lines),
        (services.BAREMETAL, baremetal_lines),
        (services.PLACEMENT, placement_lines),
    ],
    ids=('compute', 'baremetal', 'placement'),
)
def test_lines_with_every_option_make_the_same_writes(
    service: services.Service,
    facts: ModuleType,
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv('OS_CLOUD', SANDBOX)
    for name, text in getattr(facts, 'FILES', {}).items():
        (tmp_path / name).write_text(text, encoding='utf-8')
    options = getattr(facts, 'SANDBOX', {})
    bench = every_option.Bench(tmp_path, service.name, facts.SETUP, **options)
    writing, unequal = 0, {}
    for name in table.groups():
        if table.groups()[name] != service.name or name.split()[-1] in {'list', 'show', 'ssh'}:
            continue
        for line in every_option.lines_of(table.command(name), facts.VALUES):
            key = f'{name} {line.option}'.strip()
            before = facts.VALUES.lines_before(line)
            found = bench.compare(line, line.version(service.range.end), before)
            runs = (found.expected, found.translated, found.typed)
            if any(run.writes for run in runs):
                writing += 1
                if not found.is_equal:
                    unequal[key] = found
    bench.close()
    unexpected = {key: found for key, found in unequal.items() if key not in facts.REASONS}
    assert not unexpected, '\n'.join(map(str, unexpected.values()))
    assert unequal.keys() == facts.REASONS.keys()
    assert len(unequal) * 20 <= writing
