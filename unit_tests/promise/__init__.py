"""The promise to scripts, version by version, and the record of it beside this file.

A removed or changed line needs a release note
under ``upgrade``.
"""
