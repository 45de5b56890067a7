"""Test suites: reading them, solving them, and holding results against other engines."""
