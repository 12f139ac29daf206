"""The shell: command lines, their running, their output."""
