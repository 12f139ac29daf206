"""From meaning to outcome: an invocation is carried out on a cloud."""
