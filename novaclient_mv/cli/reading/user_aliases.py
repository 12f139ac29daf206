"""Command lines that begin with an alias of the user, with the words that it stands for."""

from __future__ import annotations

from collections.abc import Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands, tokenizer
from novaclient_mv.cli.reading.tokenizer import Tokens
from novaclient_mv.clouds import shortcuts
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.shortcuts import Shortcuts


def expanded(tokens: Tokens, environment: Environment) -> list[str] | None:
    """The words of a line whose alias stands for words of a command; ``None`` for no alias."""
    name = tokens.name
    own = Shortcuts(environment)
    if name is None or not own.is_there():
        return None
    line = own.aliases().get(name)
    if line is None or commands.multiword_command(name, tokens.following()) is not None:
        return None
    texts = [word.text for word in tokens.around]
    own_words = shortcuts.words_of(line, f'Alias {name} in {own.file}')
    return [*texts[: tokens.before], *own_words, *texts[tokens.before :]]


def expanded_words(texts: Sequence[str], environment: Environment) -> Sequence[str]:
    """The words of a nested line, with its alias expanded if it has one."""
    tokens = tokenizer.tokenize(texts, OptionTable())
    if tokens.name is None or not Shortcuts(environment).is_there():
        return texts
    try:
        commands.find(tokens.name)
    except errors.UnknownName:
        own_words = expanded(tokens, environment)
        return texts if own_words is None else tuple(own_words)
    return texts


def is_alias(name: str, environment: Environment) -> bool:
    """Whether a word that is not a command is an alias; not where the file cannot be read."""
    own = Shortcuts(environment)
    try:
        return own.is_there() and name in own.aliases()
    except errors.CommandError:
        return False


def with_close_ones(refusal: errors.UnknownName, environment: Environment) -> errors.UnknownName:
    """The refusal of a word that is not a command, with aliases that may have been meant."""
    own = Shortcuts(environment)
    if not own.is_there() or refusal.hint:
        # What is wrong with the word's own alias is said already.
        return refusal
    from novaclient_mv.cli.reading import name_suggestions

    try:
        close = name_suggestions.close_names(refusal.name, own.aliases())
    except errors.CommandError as error:
        refusal.hint = str(error)
        return refusal
    return refusal.with_candidates(close) if close else refusal


def tell_hidden(name: str, environment: Environment) -> None:
    """Tell the user that a command hides the alias of the same name."""
    if is_alias(name, environment):
        environment.stderr.tell(
            f'{name} is a command, which wins over your alias of that name; "alias-delete {name}" '
            'removes it'
        )
