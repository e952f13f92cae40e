"""The command line: `plytree COMMAND ...`.

Each subject has a module beside this one that holds its commands. They import what they need inside the command, so
that `plytree --help` and quick commands start at once.
"""

from __future__ import annotations

import sys

import typer

from plytree.errors import InputError, MachineError
from plytree.interfaces.cli import (
    basics,
    bench,
    book,
    cache,
    doctor,
    exam,
    explain,
    grade,
    learn,
    match,
    new,
    perft,
    play,
    review,
    solve,
    study,
    tables,
    talk,
    uci,
    web,
)
from plytree.interfaces.cli.blame import game_fault, machine_fault
from plytree.interfaces.cli.ground import bound_numbers, drop_output, mend_streams

app = typer.Typer(
    name="plytree",
    help="Two-player games: play them, see the search think, measure how strong it is.",
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
basics.register(app)
bench.register(app)
book.register(app)
cache.register(app)
doctor.register(app)
exam.register(app)
explain.register(app)
grade.register(app)
learn.register(app)
match.register(app)
new.register(app)
perft.register(app)
play.register(app)
review.register(app)
solve.register(app)
study.register(app)
tables.register(app)
talk.register(app)
uci.register(app)
web.register(app)

# typer may carry its own copy of click: take the base of all usage errors from what typer itself raises
UsageError: type[Exception] = next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")


def main(arguments: list[str] | None = None) -> None:
    """Run a command. Exit codes: 0 done, 2 the input was wrong (one sentence on stderr), 1 anything else."""
    mend_streams()
    command = typer.main.get_command(app)
    bound_numbers(command)
    try:
        code = command.main(args=arguments, prog_name="plytree", standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        fail(str(error))
    except MachineError as error:
        fail(str(error), code=1)
    except UsageError as error:
        fail(getattr(error, "format_message", error.__str__)())
    except (KeyboardInterrupt, typer.Abort):
        print(file=sys.stderr)
        raise SystemExit(130) from None
    except BrokenPipeError:
        drop_output()
        raise SystemExit(1) from None
    except Exception as error:
        sentence = game_fault(error)
        if sentence is not None:
            fail(sentence)
        sentence = machine_fault(error)
        if sentence is None:
            raise
        drop_output()
        fail(sentence, code=1)
    raise SystemExit(code if isinstance(code, int) else 0)


def fail(sentence: str, code: int = 2) -> None:
    """One clear sentence, and the end."""
    print(f"plytree: {sentence}", file=sys.stderr)
    raise SystemExit(code)
