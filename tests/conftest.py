"""How many examples hypothesis tries, which engine searches, and with which evaluation.

``HYPOTHESIS_PROFILE=nightly`` is for the long run. No example has a time limit: a busy machine is
no fault of the code. Engines that are installed are not used unless a test names one, so that every
test gives the same answer on every machine. The evaluation is the handcrafted one unless a test
asks for the corrected one, so that expected values do not change with each training of its network.
"""

import os
import signal

from hypothesis import settings

settings.register_profile("everyday", deadline=None)
settings.register_profile("nightly", max_examples=4_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "everyday"))

os.environ["PROVEBEST_ENGINE"] = "native"
os.environ["PROVEBEST_EVALUATION"] = "handcrafted"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that starts the tests in the background has them ignore Ctrl-C, and so would every
    # program that they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
