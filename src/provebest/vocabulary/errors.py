"""What a user is told when the input cannot be used."""


def shorten(text: object, longest: int = 60) -> str:
    """What was read, in quotes, cut where it would fill the screen."""
    shown = repr(text)
    return shown if len(shown) <= longest else f"{shown[: longest - 4]}...{shown[-1]}"


class CancelledError(Exception):
    """A step was cancelled in its middle, and has changed nothing."""


class BadInputError(ValueError):
    """Input that cannot be used: one sentence that says what was read and what would be right.

    Commands print the sentence and exit with code 2; nobody sees a traceback.
    """
