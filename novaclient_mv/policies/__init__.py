"""The default policies of each release of a service, and what they answer a caller.

The facts are tables (:mod:`.facts`), a rule's answer for a caller is a function of them
(:mod:`.answers`), and so is which rules a request asks (:mod:`.requests`).
"""
