"""Commands for players."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.cli.arguments import Args, arg, given, shows
from novaclient_mv.cli.running import results
from unit_tests.fictional.orchestra.client import Client
from unit_tests.fictional.orchestra.players import Player


@arg('--detail', action='store_true', help='Show all of each player.')
@arg('--desk', metavar='<desk>', start_version='1.7', help='Players at this desk.')
@arg('--rank', metavar='<rank>', end_version='1.20', help='Players of this rank.')
@shows('unit_tests.fictional.orchestra.players:Player')
def do_player_list(client: Client, args: Args) -> results.Table:
    """List the players."""
    players = client.players.list(**given(args, 'desk', 'rank'))
    return results.Table(Player, players, () if args.detail else ('id', 'name', 'desk'))


@arg('name', metavar='<name>', help='Name of the player.')
@arg('--part', type=int, metavar='<number>', end_version='1.9', help='Number of the part.')
@arg('--part', choices=('violin', 'horn'), start_version='1.10', help='Name of the part.')
@shows('unit_tests.fictional.orchestra.players:Player')
def do_player_create(client: Client, args: Args) -> results.Record:
    """Engage a player."""
    return results.Record(client.players.create(args.name, args.part))


@versions.wraps('1.3', '1.11')
@arg('player', metavar='<player>', help='Id of the player.')
def do_player_tune(client: Client, args: Args) -> results.Done:
    """Have a player tune."""
    client.players.tune(args.player)
    return results.Done([f'{args.player} tunes.'])


@versions.wraps('1.12')
@arg('player', metavar='<player>', nargs='+', help='Ids of the players.')
@arg('--pitch', metavar='<hertz>', type=int, help='Pitch to tune to.')
def do_player_tune(client: Client, args: Args) -> results.Done:
    """Have players tune, one after the other."""
    for player in args.player:
        client.players.tune(player)
    return results.Done([f'{player} tunes.' for player in args.player])
