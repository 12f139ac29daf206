"""The first page: topics with the commands that are used daily, on one screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import novaclient_mv
from novaclient_mv import errors
from novaclient_mv.cli.reading.read import Ask
from novaclient_mv.cli.showing import topics
from novaclient_mv.cli.showing.help import Entry
from novaclient_mv.cli.showing.help_pages import Pages
from novaclient_mv.cli.showing.topics import TOPICS
from novaclient_mv.clouds import escapes
from novaclient_mv.clouds.settings import may_list
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.versions import EVERY_VERSION
from novaclient_mv.wire import masking

if TYPE_CHECKING:
    from novaclient_mv.cli.reading.read import Invocation

_MAX_LINES_OF_CLOUD = 2
_NEXT = {
    'nova-mv help <topic>': 'All commands of a topic.',
    'nova-mv help <command>': 'Its arguments, by version, with examples.',
    'nova-mv help --since <version>': 'What came with a version, or later.',
    'nova-mv help options': 'The options of all commands.',
    'nova-mv help': 'All of it, by version.',
}


def is_for(invocation: Invocation) -> bool:
    """Whether a command line has neither a command nor ``--help``."""
    return (
        invocation.ask is Ask.HELP
        and invocation.command is None
        and not invocation.options.get('help')
        and invocation.output.shown_format == 'table'
    )


def text(invocation: Invocation) -> str:
    """The first page of a run; nothing is sent for it."""
    pages = Pages(invocation)
    page = pages.page
    program = f'nova-mv {novaclient_mv.__version__}'
    title, *rest = page.wrapped(f'{program} speaks OpenStack Compute, Bare Metal and Placement.')
    cloud = page.wrapped(escapes.safe(masking.masked(_cloud(invocation, pages))))
    lines = [
        page.bold(program) + title.removeprefix(program),
        *rest,
        *cloud[:_MAX_LINES_OF_CLOUD],
    ]
    daily = {topic.title: topics.shortened(topic.daily) for topic in TOPICS}
    for texts in (daily, _NEXT):
        entries = [Entry(name, text, (EVERY_VERSION,)) for name, text in texts.items()]
        lines += ['', *page.entries(entries)]
    return '\n'.join(lines)


def _cloud(invocation: Invocation, pages: Pages) -> str:
    """The cloud that would be used, with what is known of its versions."""
    settings = invocation.settings
    try:
        name = settings.cloud_name
        place = settings.setting('os_cloud' if name else 'os_auth_url')
        if place is None:
            return (
                'No cloud is named: --os-cloud <name>, or OS_CLOUD, takes one of cloud-list; '
                'sandbox is built in.'
            )
        cloud = f'{"Cloud " if name else ""}{place.value} ({place.origin})'
        if may_list(name):
            return f'Clouds {name} ({place.origin}).'
        if settings.cloud is None and settings.is_sandbox:
            return f'{cloud} is built in.'
        known = [text for service in SERVICES if (text := _known(pages, service))]
        if not known:
            return f'{cloud}; its versions are not known yet.'
        return f'{cloud}: {", ".join(known)}.'
    except errors.Error as error:
        # What is wrong with the settings refuses runs, but not this page.
        return str(error)


def _known(pages: Pages, service: Service) -> str:
    """The versions of a service that earlier runs learned, in words."""
    served = pages.served(service)
    if served is None:
        return ''
    title = service.title.removeprefix('the ').removeprefix('OpenStack ').removesuffix(' API')
    return f'{title} {served.span.start} to {service.releases.with_release(served.span.end)}'
