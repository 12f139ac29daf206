"""The command that shows what several clouds offer."""

from __future__ import annotations

import os
import time

from novaclient_mv import errors, services, user_files
from novaclient_mv.cli.reading.declarations import Args, arg, offline, returns_columns
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.types.services import service_option
from novaclient_mv.cli.running import offers, results
from novaclient_mv.cli.showing import matrix_page, version_bars
from novaclient_mv.clouds import encodings, selection, words
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.logins import plugins
from novaclient_mv.knowledge import capabilities
from novaclient_mv.knowledge.capabilities import Feature, Matrix
from novaclient_mv.program.commands.parts import scripts

_WORDS = {True: 'yes', False: 'no', None: '?'}


@offline
@arg(
    '--feature',
    dest='features',
    metavar='<command-line>',
    action='append',
    default=[],
    help='Command with options, as one word: "server-create --hostname". Repeatable (default: '
    'features at which the clouds differ).',
)
@arg(
    '--for',
    dest='scripts',
    metavar='<file>',
    action='append',
    default=[],
    help='Shell script, or YAML with scripts, whose calls are the features; "-" reads the '
    'input. Nothing is run. Repeatable.',
)
@service_option('Service whose versions to compare (default: compute).', services.COMPUTE)
@arg(
    '--cloud-timeout',
    metavar='<seconds>',
    type=words.seconds,
    default=10.0,
    help='Seconds to wait for each cloud (default: 10).',
)
@arg('--html', metavar='<file>', help='Write a self-contained HTML page to this file as well.')
@returns_columns()
def do_version_matrix(invocation: Invocation, args: Args) -> results.Shown:
    """Compare which features of this client several clouds have, by their versions."""
    features = _features(invocation, args)
    targets = selection.of_run(invocation.settings).targets
    answers = offers.ask(targets, args.service, args.cloud_timeout)
    matrix = capabilities.matrix(args.service, [answer.offer for answer in answers], features)
    if args.html is not None:
        environment = invocation.environment
        day = time.strftime('%Y-%m-%d', time.localtime(environment.clock.now()))
        file_name = os.path.join(environment.cwd or '', encodings.for_system(args.html))
        user_files.write(file_name, lambda: matrix_page.page(matrix, day).encode(), args.html)
    view = _matrix_view(matrix, invocation.environment)
    failures = {
        key: answer.error
        for key, answer in zip(matrix.keys, answers, strict=True)
        if answer.error is not None
    }
    if failures:
        failed = errors.SomeFailed(failures, len(answers))
        failed.done = view
        raise failed
    return view


def _features(invocation: Invocation, args: Args) -> list[Feature]:
    """The features that were asked for; of scripts, those of the service."""
    features = [capabilities.feature(text, plugins.auth_options) for text in args.features]
    # Refused before any cloud is asked.
    capabilities.matrix(args.service, (), features)
    files, reasons = scripts.read_all(args.scripts, invocation.environment)
    if reasons:
        raise scripts.UnreadableScript(reasons)
    for script in files:
        used = capabilities.features_in(script.text, script.name)
        features += [feature for feature in used if feature.service == args.service]
    if args.scripts and not features:
        raise errors.CommandError(f'These scripts call no command of {args.service.name}.')
    return list({feature.text: feature for feature in features}.values())


def _matrix_view(matrix: Matrix, environment: Environment) -> results.Views:
    rows = [
        (feature.text, str(feature), *(_WORDS[value] for value in matrix.on(feature).values()))
        for feature in matrix.features
    ]
    titles = ('Feature', 'Versions', *matrix.keys)
    keys = ('feature', 'versions', *matrix.keys)
    table = results.Rows(titles, rows, dict(matrix.as_mapping()), keys, leading=2)
    bars = results.Text(version_bars.text(matrix, environment))
    return results.Views(table, bars, table) if rows else results.Views(table, bars)
