"""What a page says over its socket: engine.io and socket.io around NiceGUI's events. Anything else ends the socket.

The libraries below take much on trust and answer nonsense with tracebacks in the server's log. A frame is sound if it
is what the script of a page of ours sends: a sign of life, the opening, or one of a few events with its fields.
"""

from __future__ import annotations

import json
import re
from typing import Any

LONGEST = 256 * 1024  # letters of a frame
SIGNS = {"1", "2", "3", "5", "6", "2probe", "3probe", "41"}  # closing, ping, pong, upgrade
FIELDS: dict[str, dict[str, type | tuple[type, ...]]] = {
    "handshake": {"client_id": str, "tab_id": str, "document_id": str},
    "event": {"client_id": str, "id": int, "listener_id": str, "args": list},
    "javascript_response": {"client_id": str, "request_id": str},
    "ack": {"client_id": str, "next_message_id": int},
    "log": {"client_id": str, "level": str, "message": str},
}
EVENT = re.compile(r"42(\d{0,9})(\[.*\])", re.DOTALL | re.ASCII)


def is_sound(text: str | None) -> bool:
    """Is a frame what our pages send?

    >>> is_sound("2"), is_sound("40"), is_sound('42["ack",{"client_id":"a","next_message_id":3}]')
    (True, True, True)
    >>> is_sound('42["ack",{}]'), is_sound("9"), is_sound(None)
    (False, False, False)
    """
    if text is None or len(text) > LONGEST:
        return False
    if text in SIGNS:
        return True
    if text.startswith("40"):
        return text == "40" or isinstance(_read(text[2:]), dict)
    found = EVENT.fullmatch(text)
    event = _read(found[2]) if found else None
    if not isinstance(event, list) or len(event) != 2 or not isinstance(event[0], str) or event[0] not in FIELDS:
        return False
    name, fields = event
    if not isinstance(fields, dict) or not all(_is(fields.get(key), kind) for key, kind in FIELDS[name].items()):
        return False
    if name == "log":
        return fields["level"] in ("debug", "info", "warning", "error")
    return name != "event" or all(argument is None or _is_json(argument) for argument in fields["args"])


def _read(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is not JSON")


def _is(value: Any, kind: type | tuple[type, ...]) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


def _is_json(value: Any) -> bool:
    return isinstance(value, str) and (value.strip() == "null" or _read(value) is not None)
