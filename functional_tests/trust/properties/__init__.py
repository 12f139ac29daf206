"""Properties of rules, tried with as many inputs as one likes."""
