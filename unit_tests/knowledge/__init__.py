"""Tests of what declarations and tables know about versions."""
