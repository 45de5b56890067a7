"""The commands, one file each. Answers go to stdout, messages to stderr."""
