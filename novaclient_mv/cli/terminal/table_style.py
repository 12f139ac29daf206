"""The style of tables on a terminal, as options and variables ask for it."""

from __future__ import annotations

from novaclient_mv.clouds.settings import Settings
from novaclient_mv.values import NamedTuple


class TableStyle(NamedTuple):
    """The style of tables on a terminal.

    :param frame: ``plain``, or ``nova`` for lines around all cells.
    :param color: ``auto``, ``always`` or ``never``.
    :param is_wide: whether all columns are shown, however wide they are.
    :param has_short_ids: whether ids are shown by their first characters.
    :param is_quiet: whether notes beside the table are left out.
    :param has_local_times: whether times are those of the user's zone.
    """

    frame: str = 'plain'
    color: str = 'auto'
    is_wide: bool = False
    has_short_ids: bool = False
    is_quiet: bool = False
    has_local_times: bool = False

    @classmethod
    def of(cls, settings: Settings) -> TableStyle:
        """Return the style by options and environment variables."""
        dests = ('style', 'color', 'wide', 'short_ids', 'quiet', 'local_time')
        names = dict(zip(cls._fields, dests, strict=True))
        stated = {field: settings.outside_files(dest) for field, dest in names.items()}
        return cls(**{field: setting.value for field, setting in stated.items() if setting})
