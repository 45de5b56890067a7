"""The page of ``provebest serve``: a server on this machine, and the bundle that it serves."""
