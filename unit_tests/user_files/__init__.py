"""Tests of files of the user that several processes may rewrite."""
