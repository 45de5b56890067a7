"""Fits and measurements from which numbers in the package come. They are not in the wheel."""
