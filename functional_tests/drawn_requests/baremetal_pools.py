"""The few ids and names that sessions of Bare Metal draw from, so that they meet again."""

from __future__ import annotations

from functional_tests.drawn_requests.drawing import Draw

NEWEST = 115
Version = tuple[int, int]


def _ids(kind: str, count: int) -> tuple[str, ...]:
    return tuple(f'{kind}000000-0000-4000-8000-00000000000{number}' for number in range(count))


NODES = _ids('a0', 3)
PORTS = _ids('a1', 3)
PORTGROUPS = _ids('a2', 2)
CHASSIS = _ids('a3', 2)
ALLOCATIONS = _ids('a4', 2)
TEMPLATES = _ids('a5', 2)
RUNBOOKS = _ids('a6', 2)
RULES = _ids('a7', 2)
CONNECTORS = _ids('a8', 2)
TARGETS = _ids('a9', 2)
INSTANCES = _ids('aa', 2)
VIFS = _ids('ab', 2)
PROJECTS = _ids('ac', 2)
ALL = frozenset((
    *NODES, *PORTS, *PORTGROUPS, *CHASSIS, *ALLOCATIONS, *TEMPLATES, *RUNBOOKS, *RULES,
    *CONNECTORS, *TARGETS, *INSTANCES, *VIFS, *PROJECTS,
))  # fmt: skip

NODE_NAMES = ('n0', 'n1', 'n2')
GROUP_NAMES = ('g0', 'g1')
PORT_NAMES = ('p0', 'p1', 'p2')
ALLOCATION_NAMES = ('l0', 'l1')
TRAITS = ('CUSTOM_A', 'CUSTOM_B', 'HW_CPU_X86_VMX')
MACS = tuple(f'52:54:00:12:34:0{number}' for number in range(4))
CLASSES = ('gold', 'iron')


def node(draw: Draw, version: Version = (1, NEWEST)) -> str:
    """A node by its UUID, from 1.5 by its name as well."""
    number = 0 if draw.chance(0.5) else draw.number(0, len(NODES) - 1)
    return NODE_NAMES[number] if version[1] >= 5 and draw.chance(0.2) else NODES[number]


def extra(draw: Draw) -> dict[str, object]:
    """A free map."""
    return {draw.one_of(('a', 'b')): draw.one_of((1, 'x', None, True, [1], {'c': 'd'}))}


def fields(draw: Draw, table: dict[str, int], version: Version) -> list[tuple[str, str]]:
    """Some fields of an answer, from 1.8 on."""
    if version[1] < 8 or draw.chance(0.6):
        return []
    names = [name for name, least in table.items() if least <= version[1] or draw.chance(0.03)]
    return [('fields', ','.join(draw.some_of(names, 1, 4)))]


def paging(
    draw: Draw, table: dict[str, int], version: Version, marker: str
) -> list[tuple[str, str]]:
    """Arguments of a list."""
    pairs: list[tuple[str, str]] = fields(draw, table, version)
    if draw.chance(0.15):
        pairs.append(('limit', str(draw.number(1, 3))))
    if draw.chance(0.1):
        pairs.append(('marker', marker))
    if draw.chance(0.2):
        names = [name for name, least in table.items() if least <= version[1]]
        pairs.append(('sort_key', draw.one_of(names)))
    if draw.chance(0.1):
        pairs.append(('sort_dir', draw.one_of(('asc', 'desc'))))
    if version[1] >= 43 and not pairs and draw.chance(0.2):
        pairs.append(('detail', draw.one_of(('true', 'false', 'True'))))
    return pairs
