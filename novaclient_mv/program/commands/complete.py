"""The command that the completion of shells asks for words."""

from __future__ import annotations

from novaclient_mv.cli.completing import shells
from novaclient_mv.cli.completing.completion_scripts import SCRIPTS
from novaclient_mv.cli.reading import tokenizer
from novaclient_mv.cli.reading.declarations import Args, arg, offline, without_settings
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running import results


@offline
@without_settings
@arg('words', metavar='<word>', nargs='*', help='Words up to the cursor, after "--".')
@arg(
    '--shell',
    choices=tuple(SCRIPTS),
    default='zsh',
    help='Shell whose script asks (default: zsh); bash gives its line, and the end of that which '
    'it would replace.',
)
@arg(
    '--input',
    action='store_true',
    help='Read the words from the input, each ended by a zero byte: others see the arguments of a '
    'process.',
)
@arg('--refresh', metavar='<topic>', help='Look names up for later, and print nothing.')
def do_complete(invocation: Invocation, args: Args) -> results.Shown:
    """Print the words that complete a command line, for the scripts of completion."""
    assert invocation.line is not None
    texts = (
        shells.words_of_input(invocation.environment)
        if args.input
        else tokenizer.behind_separator(invocation.line.tokens) or ()
    )
    if args.refresh is not None:
        from novaclient_mv.cli.completing import refreshing

        refreshing.refresh(args.refresh, texts, invocation.environment)
        return None
    return results.RawBytes(
        shells.answer(args.shell, texts, invocation.environment).encode(), 'words'
    )
