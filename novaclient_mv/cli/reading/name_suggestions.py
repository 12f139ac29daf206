"""Suggests commands and options for unknown names: names of other programs, other verbs, parts
of names, and typing mistakes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from novaclient_mv.values import likeness

_CLOSE_WORD = 0.6
# Names of different numbers of words share more by chance: they must be nearly the same letters.
_CLOSE_LETTERS = 0.8
_MARGIN = 0.08
_COMMANDS = {
    'aggregate-unset': ('aggregate-set-metadata',),
    'auth': ('login', 'config-show', 'can-i'),
    'changelog': ('version-changes',),
    'changes': ('version-changes', 'policy-changes'),
    'check': ('version-lint', 'version-requires'),
    'compare': ('version-matrix', 'version-changes'),
    'console': ('console-token-show', 'server-console-log', 'server-console-vnc'),
    'create': ('server-create',),
    'describe': ('server-show',),
    'diff': ('version-changes',),
    'exec': ('server-ssh',),
    'explain': ('version-requires', 'help'),
    'flavor-set': ('flavor-key', 'flavor-update'),
    'flavor-unset': ('flavor-key',),
    'get': ('server-show',),
    'instances': ('server-list',),
    'launch': ('server-create',),
    'log': ('server-console-log',),
    'logs': ('server-console-log',),
    'ls': ('server-list',),
    'microversions': ('version-list',),
    'new': ('server-create',),
    'news': ('version-changes',),
    'permissions': ('can-i',),
    'policies': ('policy-changes', 'can-i'),
    'ps': ('server-list',),
    'release': ('version-list',),
    'releases': ('version-list',),
    'rename': ('server-update',),
    'request': ('api',),
    'rm': ('server-delete',),
    'roles': ('can-i', 'config-show'),
    'root-password': ('server-password-set',),
    'run': ('server-create',),
    'scale': ('server-resize',),
    'server-unset': ('server-meta', 'server-tag-delete'),
    'settings': ('config-show',),
    'snapshot': ('server-image-create', 'server-backup', 'volume-snapshot-create'),
    'upgrade': ('version-changes', 'policy-changes', 'version-lint'),
    'whoami': ('login', 'can-i', 'config-show'),
}
_VERBS = {
    'add': ('create',),
    'describe': ('show',),
    'destroy': ('delete',),
    'edit': ('update',),
    'get': ('show',),
    'info': ('show',),
    'kill': ('delete',),
    'launch': ('create',),
    'ls': ('list',),
    'modify': ('update',),
    'new': ('create',),
    'remove': ('delete',),
    'rename': ('update',),
    'rm': ('delete',),
    'run': ('create',),
    'set': ('update',),
    'terminate': ('delete',),
    'view': ('show',),
}
"""Verbs of other programs, and ours."""
_NOUNS = {
    'az': 'availability-zone',
    'compute-agent': 'agent',
    'compute-service': 'service',
    'instance': 'server',
    'key': 'keypair',
    'machine': 'server',
    'ssh-key': 'keypair',
    'vm': 'server',
    'zone': 'availability-zone',
}
"""Nouns of other programs, and ours."""
_LISTING_VERBS = ('describe', 'get', 'list', 'ls', 'show', 'view')
"""Verbs that list what a plural names."""

_OUTPUT = {
    **dict.fromkeys(('-o', '--output', '--output-format'), ''),
    '-j': ' json',
    **dict.fromkeys(('--no-header', '--no-headers', '--noheaders'), ' value'),
}
_WIDE = ('--detailed', '--fields', '-c')
_OPTIONS: dict[str, tuple[str, ...]] = {
    **{typed: (f'-f{value}',) for typed, value in _OUTPUT.items()},
    **{f'--{format}': (f'-f {format}',) for format in ('json', 'yaml', 'csv', 'table', 'ndjson')},
    **dict.fromkeys(('--long', '-l', '--wide', '--details'), _WIDE),
    **dict.fromkeys(('--all', '-a', '--all-projects', '-A'), ('--all-tenants',)),
    '--project': ('--tenant',),
    **dict.fromkeys(('--cloud', '--profile'), ('--os-cloud',)),
    '--region': ('--os-region-name',),
    **dict.fromkeys(('--verbose', '-v'), ('--debug',)),
    '--columns': ('-c',),
    **dict.fromkeys(('--sort-by', '--sort-column', '--sort-key', '--order-by'), ('--sort',)),
    **dict.fromkeys(('--jq', '--jmespath', '--filter', '--where'), ('--query',)),
    **dict.fromkeys(('--api-version', '--microversion'), ('--os-compute-api-version',)),
    **dict.fromkeys(('--page-size', '--max-items', '--max-results'), ('--limit',)),
    **dict.fromkeys(('--silent', '-q', '-s'), ('--quiet',)),
    '--network': ('--nic',),
    '--password': ('--admin-pass',),
    '--state': ('--status',),
    '-V': ('--version',),
    '-w': ('--wait',),
}
"""Options of other programs, and ours; those count that the command or all commands have."""

_UNASKED = 'Only what --where selects is asked about: leave it out.'
_SENTENCES = {
    **dict.fromkeys(('--yes', '-y', '--assume-yes', '--no-confirm', '--no-input'), _UNASKED),
    **dict.fromkeys(('--async', '--no-wait'), 'A command waits only where --wait is given.'),
    '--dry-run': 'The command changes nothing in a cloud.',
}
_RETIRED = {
    'cell': 'Nova has no such API any more.',
    'cloudpipe': 'Nova has no such API any more: use a VPN of the network service.',
    'credentials': 'Use the identity service.',
    'dns': 'Use the DNS service.',
    'endpoints': 'Use the identity service.',
    'fixed-ip': 'Use the network service.',
    'floating-ip-bulk': 'Use the network service.',
    'net': 'Use the network service.',
    'volume-type': 'Use the block storage service.',
    'x509': 'Use the key manager service.',
}
"""Beginnings of names that python-novaclient had, and what its users do without them."""

_MOST_ENDED = 5
_LEAST_BEGUN = 3


def sentence(name: str) -> str:
    """Advice for a name that other programs have and this one does not; empty without any."""
    words = name.split('-')
    retired = (_RETIRED.get('-'.join(words[:count])) for count in range(len(words), 0, -1))
    return _SENTENCES.get(name) or next(filter(None, retired), '')


def flags(typed: str, known: Collection[str]) -> list[str]:
    """Options and positionals that may be meant, the likeliest first."""
    typed = typed if typed.startswith('--') else typed[:2]
    positional = f'<{typed[2:]}>'
    if positional in known:
        return [positional]
    of_others = [flag for flag in _OPTIONS.get(typed, ()) if flag.partition(' ')[0] in known]
    if of_others or typed in _SENTENCES:
        return of_others[:1]
    long = (flag for flag in known if flag.startswith('--'))
    return close_names(typed, long, most=2)


def commands(
    typed: str,
    names: Collection[str],
    aliases: Collection[str],
    prefixes: Collection[str],
    is_joined: bool = False,
) -> list[str]:
    """Commands that may be meant, the likeliest first.

    :param prefixes: those of names of services, which nobody types who comes from elsewhere.
    :param is_joined: whether words were joined that stood apart: the last may be values.
    """
    name = '-'.join(word for word in typed.lower().replace('_', '-').split('-') if word)
    if not name:
        return []
    every = [*names, *aliases]
    meant = (
        _listing(name, names, prefixes)
        or _named(name, names, prefixes)
        or _named(name.removesuffix('s'), names, prefixes)
        or _begun(name, aliases if len(name) >= _LEAST_BEGUN else ())
        or [one for own in _reworded(name) for one in _named(own, names, prefixes)]
    )
    if meant or sentence(name):
        return list(dict.fromkeys(meant))
    bare = {one.removeprefix(prefix): one for prefix in prefixes for one in names}
    for known in ({one: one for one in every}, bare):
        some = [one for one in known if not is_joined or one.count('-') == name.count('-')]
        alike = close_names(name, some)
        if alike:
            return [known[one] for one in alike]
    of_others = close_names(name, _COMMANDS, most=1)
    return [one for other in of_others for one in _COMMANDS[other] if one in names]


def _named(name: str, names: Collection[str], prefixes: Iterable[str]) -> list[str]:
    """The commands that a name stands for, or whose names begin or end with it."""
    noun, dash, verb = name.rpartition('-')
    own = [name, *(f'{noun}-{ours}' for ours in _VERBS.get(verb, ()) if dash)]
    of_services = [prefix + name for prefix in prefixes]
    meant = [one for one in (*_COMMANDS.get(name, ()), *own) if one in names]
    if name in _COMMANDS:
        return meant
    meant += _begun(f'{name}-', names)
    for full in of_services:
        meant += [full] if full in names else _begun(f'{full}-', names)
    if meant or len(name) < _LEAST_BEGUN:
        return meant
    ended = [one for one in names if one.endswith(f'-{name}')]
    # Words of its middle may be left out, as of ``server-console-vnc``.
    around = [
        one for one in names if dash and one.startswith(f'{noun}-') and one.endswith(f'-{verb}')
    ]
    return _begun(name, names) or around or (ended if len(ended) <= _MOST_ENDED else [])


def _reworded(name: str) -> Iterator[str]:
    """The name with our noun for that of another program, or with its verb behind its noun."""
    for theirs, ours in _NOUNS.items():
        for noun in (theirs, f'{theirs}s'):
            if name == noun:
                yield f'{ours}-list'
            elif name.startswith(f'{noun}-'):
                yield ours + name.removeprefix(noun)
    verb, dash, noun = name.partition('-')
    single = noun.removesuffix('s')
    if dash:
        is_listed = single != noun and verb in _LISTING_VERBS
        yield f'{_NOUNS.get(single, single)}-{"list" if is_listed else verb}'


def _begun(name: str, names: Iterable[str]) -> list[str]:
    return [one for one in names if one.startswith(name)]


def _listing(name: str, names: Collection[str], prefixes: Iterable[str]) -> list[str]:
    """The commands that list what a plural names."""
    if not name.endswith('s'):
        return []
    listings = [f'{prefix}{name[:-1]}-list' for prefix in ('', *prefixes)]
    return [one for one in listings if one in names]


def close_names(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """The known names closest to a mistyped one, if any, unless it is too long."""
    if len(name) > likeness.LONGEST:
        return []
    scores = {candidate: _closeness(name, candidate) for candidate in dict.fromkeys(known)}
    minimum = max(max(scores.values(), default=0.0) - _MARGIN, 0.01)
    ranked = sorted(scores, key=lambda candidate: -scores[candidate])
    return [candidate for candidate in ranked if scores[candidate] >= minimum][:most]


def _closeness(name: str, candidate: str) -> float:
    """Return the likeness of two names, word by word, from 0 to 1; dashes do not count."""
    ours, theirs = _words_of(name), _words_of(candidate)
    letters = likeness.ratio(''.join(ours), ''.join(theirs), _CLOSE_LETTERS)
    if letters:
        return letters
    if not ours or len(ours) != len(theirs):
        return 0.0
    return max(_mean(ours, theirs), _mean(sorted(ours), sorted(theirs)))


def _mean(ours: list[str], theirs: list[str]) -> float:
    """The mean likeness of words, in pairs; 0 where one pair is unlike."""
    ratios = []
    for one, other in zip(ours, theirs, strict=True):
        ratios.append(likeness.ratio(one, other, _CLOSE_WORD))
        if not ratios[-1]:
            return 0.0
    return sum(ratios) / len(ratios)


def _words_of(name: str) -> list[str]:
    return [word for word in name.lower().replace('_', '-').split('-') if word]
