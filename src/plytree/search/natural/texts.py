"""Methods of texts in native code."""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.search.natural.making import number_at
from plytree.search.natural.operations import find_text, joined
from plytree.search.natural.rows import RowType, make_text
from plytree.search.natural.tables import TableType
from plytree.search.natural.teach import native, teach_method


@native
def is_upper(number: Any) -> Any:
    return 65 <= number <= 90


@native
def is_lower(number: Any) -> Any:
    return 97 <= number <= 122


@native
def is_digit(number: Any) -> Any:
    return 48 <= number <= 57


@native
def is_letter(number: Any) -> Any:
    return is_upper(number) or is_lower(number)


@native
def to_upper(number: Any) -> Any:
    return number - 32 if is_lower(number) else number


@native
def to_lower(number: Any) -> Any:
    return number + 32 if is_upper(number) else number


@native
def to_other(number: Any) -> Any:
    return number + 32 if is_upper(number) else to_upper(number)


def _change(name: str, change: Any) -> None:
    @teach_method(RowType, name)
    def method(row: Any) -> Any:
        def changed(row: Any) -> Any:
            data = np.empty(len(row), np.int64)
            for i in range(len(row)):
                data[i] = change(number_at(row, i))
            return make_text(0, len(row), data)

        return changed if row.text else None


for _name, _function in (("upper", to_upper), ("lower", to_lower), ("swapcase", to_other)):
    _change(_name, _function)


def _question(name: str, letter: Any, other: Any = None) -> None:
    """Is there such a character, and none of the other kind (or nothing else)?"""

    @teach_method(RowType, name)
    def method(row: Any) -> Any:
        def only(row: Any) -> Any:
            for i in range(len(row)):
                if not letter(number_at(row, i)):
                    return False
            return len(row) > 0

        def some(row: Any) -> Any:
            found = False
            for i in range(len(row)):
                if other(number_at(row, i)):
                    return False
                found = found or letter(number_at(row, i))
            return found

        return (only if other is None else some) if row.text else None


_question("isdigit", is_digit)
_question("isalpha", is_letter)
_question("isupper", is_upper, is_lower)
_question("islower", is_lower, is_upper)


@teach_method(RowType, "find")
def _find(row: Any, part: Any) -> Any:
    return lambda row, part: find_text(row, part, 0)


@teach_method(RowType, "startswith")
def _startswith(row: Any, part: Any) -> Any:
    return lambda row, part: row[: len(part)] == part


@teach_method(RowType, "endswith")
def _endswith(row: Any, part: Any) -> Any:
    return lambda row, part: len(row) >= len(part) and row[len(row) - len(part) :] == part


@teach_method(RowType, "join")
def _join(row: Any, texts: Any) -> Any:
    def join(row: Any, texts: Any) -> Any:
        if len(row) == 0:
            return joined(texts)
        parts = [row]
        parts.clear()
        for text in texts:
            if len(parts):
                parts.append(row)
            parts.append(text)
        return joined(parts)

    return join


@teach_method(RowType, "replace")
def _replace(row: Any, old: Any, new: Any, most: Any = -1) -> Any:
    def replace(row: Any, old: Any, new: Any, most: Any = -1) -> Any:
        text, at, done = row, 0, 0
        while most < 0 or done < most:
            place = find_text(text, old, at)
            if place < 0 or len(old) == 0:
                break
            text = text[:place] + new + text[place + len(old) :]
            at, done = place + len(new), done + 1
        return text

    return replace


@teach_method(RowType, "translate")
def _translate(row: Any, table: Any) -> Any:
    if not isinstance(table, TableType):
        return None

    def translate(row: Any, table: Any) -> Any:
        data = np.empty(len(row), np.int64)
        for i in range(len(row)):
            data[i] = table.get(number_at(row, i), number_at(row, i))
        return make_text(0, len(row), data)

    return translate


@teach_method(RowType, "split")
def _split(row: Any, separator: Any) -> Any:
    def split(row: Any, separator: Any) -> Any:
        parts, begin = [row], 0
        parts.clear()
        while True:
            at = find_text(row, separator, begin)
            if at < 0:
                break
            parts.append(row[begin:at])
            begin = at + len(separator)
        parts.append(row[begin:])
        return parts

    return split if row.text else None


def _strip(name: str, left: bool, right: bool) -> None:
    @teach_method(RowType, name)
    def method(row: Any, characters: Any = " ") -> Any:
        def strip(row: Any, characters: Any = " ") -> Any:
            begin, end = 0, len(row)
            while left and begin < end and row[begin] in characters:
                begin += 1
            while right and end > begin and row[end - 1] in characters:
                end -= 1
            return row[begin:end]

        return strip if row.text and isinstance(characters, RowType) else None


for _name, _left, _right in (("strip", True, True), ("lstrip", True, False), ("rstrip", False, True)):
    _strip(_name, _left, _right)
