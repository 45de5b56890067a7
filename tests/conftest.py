"""How many examples hypothesis tries: ``HYPOTHESIS_PROFILE=nightly`` for the long run."""

import os

from hypothesis import settings

settings.register_profile("nightly", max_examples=4_000, deadline=None)
if profile := os.environ.get("HYPOTHESIS_PROFILE"):
    settings.load_profile(profile)
