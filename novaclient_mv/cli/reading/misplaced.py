"""Options that stand before the command, and belong behind it."""

from __future__ import annotations

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands, option_flags
from novaclient_mv.cli.reading.tokenizer import token
from novaclient_mv.clouds.options import OptionTable


def refusal(fault: errors.CommandError, name: str | None) -> errors.CommandError:
    """Return what is wrong before a command; of one of its own options, that it belongs behind."""
    if name is None or not isinstance(fault, errors.UnknownName):
        return fault
    try:
        command = commands.find(name)
    except errors.UnknownName:
        return fault
    if option_flags.unknown(token(fault.name), command, OptionTable()) is not None:
        return fault
    return errors.UnknownName(
        *('option', fault.name), (), ' before the command', f' Give it behind {command.name}.'
    )
