"""Bodies of the server actions, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.schemas import parts


def anything(action: str) -> parts.Schema:
    """An action whose value does not matter."""
    return parts.wrapped(action, {})


start = anything('os-start')
stop = anything('os-stop')
pause = anything('pause')
unpause = anything('unpause')
suspend = anything('suspend')
resume = anything('resume')
lock = anything('lock')
unlock = anything('unlock')

lock_2_73 = parts.wrapped(
    'lock',
    parts.body(
        {'locked_reason': {'type': 'string', 'minLength': 1, 'maxLength': 255}},
        type=['object', 'null'],
    ),
)
reboot = parts.wrapped(
    'reboot',
    parts.body(
        {'type': {'type': 'string', 'enum': ['HARD', 'Hard', 'hard', 'SOFT', 'Soft', 'soft']}},
        ['type'],
    ),
)
