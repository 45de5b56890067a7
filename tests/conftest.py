"""How many examples hypothesis tries: ``HYPOTHESIS_PROFILE=nightly`` for the long run.

No example has a time limit: a busy machine is no fault of the code.
"""

import os

from hypothesis import settings

settings.register_profile("everyday", deadline=None)
settings.register_profile("nightly", max_examples=4_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "everyday"))
