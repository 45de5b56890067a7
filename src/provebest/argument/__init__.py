"""Why: from a finished search to words."""
