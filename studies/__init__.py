"""Fits and measurements that made a number in the package. They are not in the wheel."""
