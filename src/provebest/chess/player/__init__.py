"""The player behind UCI: its clock, its thinking, and what it keeps from move to move."""
