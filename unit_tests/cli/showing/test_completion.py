"""The words for shell completion."""

from __future__ import annotations

from novaclient_mv.cli.reading import aliases, commands, tree
from novaclient_mv.clouds import options
from novaclient_mv.knowledge.openstack import table
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud


def test_words_are_all_commands_and_shown_options_once_and_in_order(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    result = nova('bash-completion', cloud=cloud)
    assert (result.status, result.err, cloud.wire()) == (0, '', [])
    words = result.out.split()
    assert words == sorted(set(words))
    assert result.out == ' '.join(words) + '\n'
    expected = set(aliases.ALIASES)
    for command in commands.our_commands():
        expected.add(command.name)
        for argument, _ in tree.every_argument(command):
            if not argument.is_positional and not argument.is_hidden:
                expected.update(argument.flags)
    for option in options.OPTIONS:
        if not option.is_hidden:
            expected.update(option.flags)
    expected |= {'server', 'add', 'volume', *' '.join(table.rules()).split()}
    assert set(words) == expected


def test_hidden_spellings_are_not_completed(nova: Nova) -> None:
    words = nova('bash-completion').out.split()
    for hidden in ('--poll', '--os-cache', '--collect-timing'):
        assert hidden not in words
    for shown in ('server-list', 'list', '--wait', '--os-cloud', '-f'):
        assert shown in words
