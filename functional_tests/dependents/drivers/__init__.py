"""What is called of each program: one module a program, each with a function ``calls``."""
