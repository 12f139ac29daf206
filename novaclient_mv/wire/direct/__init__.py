"""Requests over the standard library alone, and the reader of answers for every transport of ours.

**Why.** HTTP of our own wants a reason. ``http.client`` is no choice: it takes ``+200`` for a
status and a cut head for a whole one, and has no deadline. A reader on h11 was measured beside ours
in a warm ``server-list`` over TLS, which is what users have: a copy of this package in which h11
reads, in turn with this one, processor time of the whole command, in two runs on two busy cores (50
pairs at a load of 9 to 14, 60 pairs at one of 5 to 7). What h11 takes more, as medians of pairs:

=================  =======================  ===================================
servers in a list  milliseconds             in a hundred of the list with h11
=================  =======================  ===================================
one                13 of 126, 15 of 112     11, 12
1,000              19 of 153, 17 of 149     13, 11
=================  =======================  ===================================

A second copy of ours differed from the first by less than 2 in a hundred. h11 would also be one
package more to install, which neither keystoneauth1 nor requests brings. Where ours gains less than
a tenth of such a list, h11 is to read: ``http_answers.read`` is the one seam.

**What it leaves to a session** (:class:`NeedsSession`), before anything is sent: an unusual URL,
method, header, body or time, files of certificates that OpenSSL refuses, a key with a passphrase, a
cloud that sets cookies. Proxies, logins and whatever programs send go over a session in any case;
there urllib3 opens and keeps the connections, and only the answers are read here. It follows no
redirect and repeats nothing, as no transport does.

**How it is judged.** The reader by h11, over generated streams of statuses, lengths, chunks,
trailers, folded headers, connection options and early answers, cut anywhere
(``unit_tests/wire/direct/test_http_answers.py``); what it refuses and h11 takes stands there in a
table. The transport by a session: the same broken servers and certificates, the same sentences
(``test_direct_faults.py``, ``test_direct_tls.py``), and whole test files once more over it
(``unit_tests/forced_direct.py``).
"""


class NeedsSession(Exception):
    """Only a session can send this request; nothing was sent. Not an :class:`errors.Error`, so that
    no handler of errors catches it.
    """
