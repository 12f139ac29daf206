"""Tests of the commands about the program itself."""
