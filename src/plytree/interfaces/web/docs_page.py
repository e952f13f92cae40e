"""/docs: the JSON interface, described from its OpenAPI schema, with a way to try each request. Works offline."""

from __future__ import annotations

import json
from typing import Any

from fastapi import FastAPI
from nicegui import ui

from plytree.interfaces.web import layout
from plytree.interfaces.web.widgets import button

EXAMPLES: dict[str, dict[str, Any]] = {
    "/api/moves": {"game": "connect4", "moves": ["4", "4", "5"]},
    "/api/play": {"game": "connect4", "position": "4453", "move": "4"},
    "/api/best": {"game": "connect4", "position": "4453", "seconds": 0.5},
    "/api/solve": {"game": "connect4", "position": "444444333333222222"},
    "/api/explain": {"tree": "[[8,7,3],[2,[4,1]],5]", "variant": "fail-soft", "format": "text"},
}

TRY = """async () => {
  const body = document.querySelector('#%(id)s textarea'), out = document.querySelector('#%(id)s pre');
  out.textContent = '…';
  const options = body ? {method: 'POST', headers: {'Content-Type': 'application/json'}, body: body.value} : {};
  const answer = await fetch('%(path)s', options), text = await answer.text();
  try { out.textContent = answer.status + ' ' + JSON.stringify(JSON.parse(text), null, 2); }
  catch { out.textContent = answer.status + ' ' + text; }
}"""


def register(app: FastAPI) -> None:
    @ui.page("/docs", dark=None)
    def docs() -> None:
        schema = app.openapi()
        with layout.page("/docs", "API"), ui.element("div").classes("stack"):
            ui.label("JSON over HTTP").classes("title")
            ui.html(
                "Every request carries its own position; nothing is kept between requests. Errors are 4xx with one "
                'sentence: <code>{"error": "…"}</code>. The machine-readable description is '
                '<a href="/openapi.json">/openapi.json</a>.',
                sanitize=False,
            ).classes("quiet")
            for path, operations in schema["paths"].items():
                for method, operation in operations.items():
                    _operation(path, method.upper(), operation, schema)


def _operation(path: str, method: str, operation: dict[str, Any], schema: dict[str, Any]) -> None:
    name = "op-" + path.strip("/").replace("/", "-")
    with ui.element("section").classes("card stack operation").props(f'id="{name}"'):
        with ui.row().classes("items-center gap-3"):
            ui.label(method).classes("method")
            ui.label(path).classes("pv")
        ui.label(operation.get("description", "")).classes("quiet")
        body = operation.get("requestBody")
        if body:
            _fields(body["content"]["application/json"]["schema"], schema)
            text = json.dumps(EXAMPLES.get(path, {}))
            ui.element("textarea").props(f'rows=2 spellcheck=false aria-label="Request to {path}"').classes(
                "code-input"
            ).props["value"] = text
        with ui.element("div").classes("buttons"):
            button("Try it", name=name, icon="send").on("click", js_handler=TRY % {"id": name, "path": path})
        ui.element("pre").classes("answer")


def _fields(reference: dict[str, Any], schema: dict[str, Any]) -> None:
    model = schema["components"]["schemas"][reference["$ref"].rpartition("/")[2]]
    required = model.get("required", [])
    with ui.element("div").classes("facts fields"):
        for name, field in model.get("properties", {}).items():
            ui.label(name + ("" if name in required else "  (optional)")).classes("k")
            ui.label(_type(field)).classes("v")


def _type(field: dict[str, Any]) -> str:
    """A field's type and limits in words."""
    parts = [_type(option) for option in field.get("anyOf", []) if option.get("type") != "null"]
    kind = " or ".join(parts) or str(field.get("type", "value"))
    if kind == "array":
        kind = f"list of {_type(field.get('items', {}))}"
    limits = {"maxLength": "at most {} letters", "maxItems": "at most {}", "exclusiveMinimum": "above {}",
              "minimum": "from {}", "maximum": "to {}"}  # fmt: skip
    words = [text.format(f"{field[key]:g}") for key, text in limits.items() if key in field]
    described = [field["description"]] if "description" in field else []
    return ", ".join([kind, *words, *described])
