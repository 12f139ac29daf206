"""Programs that import novaclient, run with python-novaclient and with this library beside it."""
