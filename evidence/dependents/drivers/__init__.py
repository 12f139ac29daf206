"""The calls of each program: one module a program, each with a function ``calls``."""
