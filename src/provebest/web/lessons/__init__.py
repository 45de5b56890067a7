"""Lessons for the part "Learn" of the page: searches of the library, made step by step.

``lesson.py`` has what a lesson is, and each other file one lesson. The server makes a lesson at
once, with all its steps; the page only draws it.
"""
