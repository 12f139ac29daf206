"""The argument for a provider, and the filters of lists of them, as keywords for a manager."""

from __future__ import annotations

from typing import Any

from novaclient_mv.cli.reading.declarations import Args, arg

one_provider = arg('provider', help='Name or UUID of the resource provider.')


def of_traits(args: Args) -> dict[str, Any]:
    """Return the query of ``--required`` and ``--forbidden``.

    Several names in one ``--required``, which 1.39 brought, are a set of which one will do.
    """
    trait_sets = getattr(args, 'required_traits', None) or []
    sets = [names for names in trait_sets if len(names) > 1]
    values = {
        'required_traits': [names[0] for names in trait_sets if len(names) == 1],
        'required_any': sets,
        'forbidden_traits': getattr(args, 'forbidden_traits', None),
    }
    return {name: value for name, value in values.items() if value}


def of_aggregates(args: Args) -> dict[str, Any]:
    """Return the query of ``--member-of`` and ``--not-member-of``; below 1.24 only the last
    ``--member-of`` counts.
    """
    aggregate_sets = getattr(args, 'member_of', None) or []
    values = {
        'member_of': aggregate_sets[-1] if aggregate_sets else None,
        'member_of_all': aggregate_sets[:-1],
        'not_member_of': getattr(args, 'not_member_of', None),
    }
    return {name: value for name, value in values.items() if value}
