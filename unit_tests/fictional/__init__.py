"""Two services that do not exist, and the tests that take them through every floor: what the core
does for them it does for any service.
"""
