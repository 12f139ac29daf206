"""From words to meaning: what a command line says, before any cloud is asked."""
