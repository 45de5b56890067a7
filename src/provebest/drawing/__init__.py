"""Draws arguments and trees as pictures and web pages."""
