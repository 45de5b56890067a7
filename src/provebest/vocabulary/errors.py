"""What a user is told when the input cannot be used."""


class BadInputError(ValueError):
    """Input that cannot be used: one sentence that says what was read and what would be right.

    Commands print the sentence and exit with code 2; nobody sees a traceback.
    """
