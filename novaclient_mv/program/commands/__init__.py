"""Commands about the program itself: one module for each noun."""
