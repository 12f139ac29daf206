"""The steps of a run: words to invocations, how results are displayed, and the exit status."""
