"""Commands of no service: about the program itself, and about command lines."""
