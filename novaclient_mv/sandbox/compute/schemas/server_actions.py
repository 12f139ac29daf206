"""Bodies of the server actions, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.http import schema_parts


def anything(action: str) -> schema_parts.Schema:
    """An action whose value does not matter."""
    return schema_parts.wrapped(action, {})


start = anything('os-start')
stop = anything('os-stop')
pause = anything('pause')
unpause = anything('unpause')
suspend = anything('suspend')
resume = anything('resume')
lock = anything('lock')
unlock = anything('unlock')

lock_2_73 = schema_parts.wrapped_body(
    'lock',
    {'locked_reason': {'type': 'string', 'minLength': 1, 'maxLength': 255}},
    type=['object', 'null'],
)
reboot = schema_parts.wrapped_body(
    'reboot', {'type': schema_parts.word('HARD', 'Hard', 'hard', 'SOFT', 'Soft', 'soft')}, ['type']
)
