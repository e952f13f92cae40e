"""What plytree raises when it was given something wrong."""


class InputError(ValueError):
    """The input was wrong: one sentence that quotes it and says what was expected.

    The command line prints the sentence and exits with code 2; the HTTP interface answers 4xx with it.
    """


class GameError(InputError):
    """A game breaks its contract: one sentence that names the method and what was wrong."""


class MachineError(RuntimeError):
    """The machine could not do it (no space, no process, no file handle): one sentence. What was finished is kept.

    The command line prints the sentence and exits with code 1.
    """
