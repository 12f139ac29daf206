"""The shell of the terminal in the page: lines as a POSIX shell reads them, and few programs."""
