"""Requests over the standard library alone, and the reader of answers for every transport of ours.

**Why.** HTTP of our own wants a reason. ``http.client`` is no choice: it takes ``+200`` for a
status and a cut head for a whole one, and has no deadline. A reader on h11 was measured beside ours
in a warm ``server-list`` over TLS, which is what users have: a copy of this package in which h11
reads, in turn with this one, 110 pairs each on two busy cores, processor time of the whole command:

=================  ==========  ========  =======================  =====================
servers in a list  ours reads  h11 reads  more, median of pairs    of the list that is
=================  ==========  ========  =======================  =====================
one                96 ms       112 ms    15 ms                    an eighth
1,000              133 ms      149 ms    17 ms                    a ninth
=================  ==========  ========  =======================  =====================

A copy of ours in place of h11 differed by 1.5 in a hundred. h11 would also be one package more to
install, which neither keystoneauth1 nor requests brings. Where ours gains less than a tenth of such
a list, h11 is to read: ``http_answers.read`` is the one seam.

**What it leaves to a session** (``needs_session``), before anything is sent: an unusual URL,
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
