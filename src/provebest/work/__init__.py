"""Runs many jobs on one machine and keeps their results in files that survive a crash."""
