"""Test suites: reads them, solves them, and compares the results with other engines."""
