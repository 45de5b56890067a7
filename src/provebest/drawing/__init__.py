"""Arguments and trees as pictures and pages."""
