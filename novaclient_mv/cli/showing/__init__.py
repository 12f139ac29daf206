"""From outcome to output: the one place that prints."""
