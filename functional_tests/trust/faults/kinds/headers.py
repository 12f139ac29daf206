"""Headers that lie, act on a terminal, or are not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from functional_tests.trust.faults.exchange import Exchange, Kind, Reply, whole

_REQUEST_ID = 'X-Openstack-Request-Id'
_ANSWERS: Mapping[str, tuple[tuple[str, str | None], ...]] = {
    'a hostile request id': ((_REQUEST_ID, 'req-\udc9b2J\x1b[2J'),),
    'a request id of 50,000 letters': ((_REQUEST_ID, 'req-' + 'a' * 50_000),),
    'no Content-Type': (('Content-Type', None),),
    'a Content-Type of HTML': (('Content-Type', 'text/html'),),
    'a Content-Type that is none': (('Content-Type', ';;;=\x7f'),),
    'a charset that is none': (('Content-Type', 'application/json; charset=spam'),),
    'a charset of UTF-16': (('Content-Type', 'application/json; charset=utf-16'),),
    'cookies': (('Set-Cookie', 'a=b; path=/'), ('Set-Cookie', 'c' * 5000 + '=d')),
    'a cookie that is none': (('Set-Cookie', ';;==\x1b[2J'),),
    'a cookie of another host': (('Set-Cookie', 'a=b; domain=.com'),),
    'Location of another host': (('Location', 'http://nowhere.invalid/1'),),
    'Location that is no URL': (('Location', 'http://[x'),),
    'Connection: upgrade': (('Connection', 'upgrade'), ('Upgrade', 'h2c')),
    'Keep-Alive that is over': (('Keep-Alive', 'timeout=0, max=0'),),
    'WWW-Authenticate': (('WWW-Authenticate', 'Basic realm="\x1b[2J"'),),
    'Alt-Svc': (('Alt-Svc', 'h3=":443"; ma=86400'),),
    'Strict-Transport-Security': (('Strict-Transport-Security', 'max-age=31536000'),),
    'Refresh': (('Refresh', '0; url=http://nowhere.invalid/'),),
    'Warning': (('Warning', '199 - "\x1b[2J"'),),
    'Date of tomorrow': (('Date', 'Fri, 31 Dec 9999 23:59:59 GMT'),),
    'Content-Range': (('Content-Range', 'bytes 0-1/999'),),
    'Retry-After': (('Retry-After', '9999'),),
    'another token': (('X-Auth-Token', 'theirs'),),
}


def kinds() -> Iterator[Kind]:
    """Every kind of this sort; what cannot be read as a header breaks the answer."""

    for name, pairs in _ANSWERS.items():

        def reply(exchange: Exchange, pairs: tuple[tuple[str, str], ...] = pairs) -> Reply:  # type: ignore[assignment]
            return whole(exchange.answer(headers=pairs))

        yield Kind(f'answer with {name}', reply)
