"""One argument of a command, as it is declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv import versions

if TYPE_CHECKING:
    from novaclient_mv.services.filters import Filter


class Argument:
    """One argument of a command.

    :param flags: its name (positional), or its flags; hidden ones in ``hidden_flags`` work too.
    :param range: the versions that have it.
    :param options: keywords for ``argparse``; ``metavar`` is its name where none is given.
    :param group: name of a set of options of which only one can be given.
    :param variable: environment variable that stands in for the option.
    :param is_joined: its value, where it has one, stands behind ``=`` and never in the next word.
    :param yields: what it begins with stands for any other option that begins so, where one does.
    :param filter: the filter of a list that it is, where not everybody has that at every version.
    :param rule: the rule of policy that it asks besides those of its command, and that only
        administrators pass; for what is one's own others may.
    """

    __slots__ = (
        'dest',
        'filter',
        'flags',
        'group',
        'help',
        'hidden_flags',
        'is_hidden',
        'is_joined',
        'options',
        'range',
        'rule',
        'variable',
        'yields',
    )

    def __init__(
        self,
        flags: tuple[str, ...],
        span: versions.VersionRange,
        help: str,
        group: str | None,
        hidden_flags: tuple[str, ...],
        is_hidden: bool,
        options: dict[str, Any],
        variable: str | None = None,
        is_joined: bool = False,
        yields: bool = False,
        filter: Filter | None = None,
        rule: str | None = None,
    ) -> None:
        self.flags = flags
        self.range = span
        self.help = help
        self.group = group
        self.hidden_flags = hidden_flags
        self.is_hidden = is_hidden
        self.options = options
        self.variable = variable
        self.is_joined = is_joined
        self.yields = yields
        self.filter = filter
        self.rule = rule if filter is None else filter.rule
        longest = next((flag for flag in flags if flag.startswith('--')), flags[0])
        self.dest: str = options.get('dest') or longest.lstrip('-').replace('-', '_')
        if self.takes_value:
            metavar = longest.lstrip('-').replace('_', '-')
            self.options = {'metavar': f'<{metavar}>', **options}

    def _changed(self, **changes: object) -> Argument:
        copy = Argument.__new__(Argument)
        for name in Argument.__slots__:
            setattr(copy, name, changes.get(name, getattr(self, name)))
        return copy

    def also_spelt(self, spellings: tuple[str, ...]) -> Argument:
        if not spellings:
            return self
        return self._changed(hidden_flags=(*self.hidden_flags, *spellings))

    def made_optional(self) -> Argument:
        """Return a copy that may be missing, or lack its value."""
        changed: dict[str, object] = {}
        if self.takes_value:
            is_single = self.options.get('nargs') in (None, '?')
            changed['nargs'] = '?' if is_single else '*'
        if not self.is_positional:
            changed['required'] = False
        return self._changed(options={**self.options, **changed})

    @property
    def is_positional(self) -> bool:
        return not self.flags[0].startswith('-')

    @property
    def is_needed(self) -> bool:
        """Whether no line goes without it."""
        if self.is_positional:
            return self.options.get('nargs') not in ('?', '*')
        return bool(self.options.get('required'))

    @property
    def takes_value(self) -> bool:
        """Whether something follows its flag."""
        return not str(self.options.get('action', '')).startswith(('store_', 'count'))

    @property
    def needs_value(self) -> bool:
        """Whether something must follow its flag."""
        return self.takes_value and self.options.get('nargs') not in ('?', '*')

    @property
    def name(self) -> str:
        """Return its name for messages: the flag, or the metavar of a positional."""
        if self.is_positional:
            return str(self.options['metavar'])
        return next((flag for flag in self.flags if flag.startswith('--')), self.flags[0])
