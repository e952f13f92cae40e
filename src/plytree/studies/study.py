"""A study: a question with settings, a folder it lives in, and the way from the one to the other.

The folder holds study.toml (the settings: all that is needed to repeat it), the raw results, and the report. Running a
study again in its folder does what is left to do.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

from plytree.errors import InputError
from plytree.files import hold, read_text, write_text
from plytree.games.catalog import load_game
from plytree.jobs import Summary
from plytree.matches.provenance import cpu_model, versions
from plytree.studies.findings import FILE, Findings, load_findings
from plytree.studies.listing import default_root
from plytree.studies.report import write_report

CONFIG = "study.toml"
KINDS = {
    "strength": "plytree.studies.strength:Strength",
    "techniques": "plytree.studies.techniques:TechniqueStudy",
    "truth": "plytree.studies.truth:Truth",
    "pruning": "plytree.studies.pruning:Pruning",
    "learning": "plytree.studies.learning:Learning",
}


@dataclass
class Crew:
    """Who does the work, and who wants to hear about it."""

    workers: int = 1
    cluster: str | None = None
    say: Callable[[str], None] = lambda what: None
    step: Callable[[Summary, str, int], None] = lambda summary, standing, per_job: None


@dataclass(frozen=True, kw_only=True)
class Study:
    """Settings; each kind of study adds its own and the two methods."""

    kind: ClassVar[str] = ""
    unit: ClassVar[str] = "jobs"  # what the progress bar counts
    game: str
    seed: int = 1

    def run(self, folder: Path, crew: Crew) -> None:
        """Do what is left to do; results go to the folder as they come."""
        raise NotImplementedError

    def findings(self, folder: Path) -> Findings:
        """What the results in the folder say."""
        raise NotImplementedError

    def quick(self) -> Study:
        """The same question with an answer within two minutes."""
        raise NotImplementedError

    def config(self) -> dict[str, Any]:
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {"kind": self.kind, **{k: list(v) if isinstance(v, tuple) else v for k, v in values.items()}}


def run_study(study: Study, folder: Path, crew: Crew, command: str) -> Findings:
    """Run a study to its end, or until somebody interrupts it, and write its report either way."""
    load_game(study.game)
    with hold(folder / CONFIG):
        return _run_study(study, folder, crew, command)


def _run_study(study: Study, folder: Path, crew: Crew, command: str) -> Findings:
    _claim(folder, study)
    begin, finished = time.monotonic(), False
    try:
        study.run(folder, crew)
        finished = True
    finally:
        try:
            findings = _with_facts(study.findings(folder), study, folder, crew, command, time.monotonic() - begin)
            findings = replace(findings, complete=finished and findings.complete)
            write_report(findings, folder)
        except InputError:  # interrupted before there was anything to say
            if finished:
                raise
    return findings


def rewrite_report(folder: Path) -> Findings:
    """Write the report of a study again from its results, without any new work: after an update of plytree, say."""
    study, before = load_config(folder / CONFIG), load_findings(folder)
    findings = replace(study.findings(folder), facts=before.facts, config=study.config())
    write_report(findings, folder)
    return findings


def _claim(folder: Path, study: Study) -> None:
    """Take the folder for this study; InputError if another one lives there."""
    path = folder / CONFIG
    if path.exists():
        if load_config(path) != study:
            raise InputError(f"{str(folder)!r} holds another study; choose another --out, or run {str(path)!r}")
    else:
        write_text(path, to_toml(study.config()))


def _with_facts(findings: Findings, study: Study, folder: Path, crew: Crew, command: str, seconds: float) -> Findings:
    before = load_findings(folder).facts.get("seconds", 0.0) if (folder / FILE).exists() else 0.0
    facts = {
        "command": command,
        "seed": study.seed,
        "versions": versions(),
        "machine": cpu_model(),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": round(before + seconds, 1),
        "workers": crew.workers,
        "cluster": crew.cluster is not None,
    }
    return replace(findings, facts=facts, config=study.config())


def default_folder(study: Study) -> Path:
    """A folder that equal settings share, so that the same command goes on where it was stopped."""
    mark = hashlib.sha256(json.dumps(study.config(), sort_keys=True).encode()).hexdigest()[:8]
    name = Path(study.game.partition(":")[0]).stem
    return default_root() / f"{study.kind}-{name}-{mark}"


def to_toml(config: dict[str, Any]) -> str:
    """Flat settings as TOML. JSON's texts, numbers, true/false and lists are TOML's too."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in config.items() if value is not None]
    return "# A plytree study; `plytree study run` repeats it.\n" + "\n".join(lines) + "\n"


def load_config(path: Path) -> Study:
    """The study that a TOML file describes."""
    try:
        data = tomllib.loads(read_text(path, "a study.toml"))
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        raise InputError(f"{str(path)!r} cannot be read as a study's settings: {error}") from None
    kind = data.pop("kind", None)
    study_class = study_kind(kind)
    known = {f.name for f in fields(study_class)}
    for key in data:
        if key not in known:
            raise InputError(f"{str(path)!r} sets {key!r}; a {kind} study knows {', '.join(sorted(known))}")
    try:
        study: Study = study_class(**{k: tuple(v) if isinstance(v, list) else v for k, v in data.items()})
        return study
    except TypeError as error:
        raise InputError(f"{str(path)!r} is not complete: {error}") from None


def study_kind(kind: Any) -> Any:
    """The class of a kind of study."""
    if kind not in KINDS:
        raise InputError(f"{kind!r} is not a kind of study; expected one of {', '.join(KINDS)}")
    module, _, name = KINDS[kind].partition(":")
    found: Any = getattr(importlib.import_module(module), name)
    return found
