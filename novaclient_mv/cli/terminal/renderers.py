"""The renderer of tables on a terminal, by the looks that are asked for."""

from __future__ import annotations

from collections.abc import Sequence

from novaclient_mv.cli.showing.renderer import Renderer
from novaclient_mv.cli.terminal.looks import Looks
from novaclient_mv.clouds.settings import Settings


def renderer(
    settings: Settings, columns: Sequence[str] = (), are_checked: bool = False
) -> Renderer:
    """Return the renderer of tables on a terminal.

    :param columns: those that were asked for.
    :param are_checked: the columns exist; one that a result lacks is empty there.
    :raises CommandError: a variable asks for looks that do not exist.
    """
    looks, environment = Looks.of(settings), settings.environment
    if looks.style == 'nova':
        return Renderer(environment, columns=columns, are_checked=are_checked)
    from novaclient_mv.cli.terminal import terminal_renderer

    return terminal_renderer.TerminalRenderer(environment, looks, columns, are_checked)
