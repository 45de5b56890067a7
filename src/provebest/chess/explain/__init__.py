"""Why this move: analyses, comparisons, only moves and annotated games."""
