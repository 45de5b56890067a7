"""Many jobs on one machine, and stores that survive a crash."""
