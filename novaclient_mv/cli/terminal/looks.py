"""The looks that options and variables ask for, on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from novaclient_mv.cli.reading.wishes import Wishes
from novaclient_mv.cli.showing.renderer import Renderer
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.values import NamedTuple


class Looks(NamedTuple):
    """The looks of tables on a terminal.

    :param style: ``plain``, or ``nova`` for lines around all cells.
    :param color: ``auto``, ``always`` or ``never``.
    :param is_wide: whether all columns are shown, however wide they are.
    :param has_short_ids: whether ids are shown by their first letters.
    :param is_quiet: whether notes beside the table are left out.
    :param has_local_times: whether times are those of the user's zone.
    """

    style: str = 'plain'
    color: str = 'auto'
    is_wide: bool = False
    has_short_ids: bool = False
    is_quiet: bool = False
    has_local_times: bool = False

    @classmethod
    def of(cls, settings: Settings) -> Looks:
        """Return what options and variables say.

        :raises CommandError: a variable says something else than its option takes.
        """
        dests = ('style', 'color', 'wide', 'short_ids', 'quiet', 'local_time')
        names = dict(zip(cls._fields, dests, strict=True))
        stated = {field: settings.outside_files(dest) for field, dest in names.items()}
        return cls(**{field: setting.value for field, setting in stated.items() if setting})


def renderer(
    settings: Settings, columns: Sequence[str] = (), are_checked: bool = False
) -> Renderer:
    """Return the renderer of tables on a terminal.

    :param columns: those that were asked for.
    :param are_checked: the columns exist; one that a result lacks is empty there.
    :raises CommandError: a variable asks for looks that do not exist.
    """
    looks = Looks.of(settings)
    environment, wishes = settings.environment, Wishes.of(settings.options)
    if looks.style == 'nova':
        return Renderer(environment, wishes.format, columns, wishes.query, are_checked)
    from novaclient_mv.cli.terminal import terminal_renderer

    return terminal_renderer.TerminalRenderer(environment, looks, columns, are_checked)
