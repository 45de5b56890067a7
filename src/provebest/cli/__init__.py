"""The commands, one file each. stdout is the answer, stderr is the talk."""
