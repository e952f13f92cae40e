"""Colours and lines of trace pictures, for light and dark screens and for paper (Okabe and Ito's palette)."""

from __future__ import annotations

from typing import Literal, get_args

Theme = Literal["auto", "light", "dark"]
THEMES: tuple[Theme, ...] = get_args(Theme)
_STYLE = """
.P text{font-family:"Inter","Helvetica Neue",Arial,"DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
.P .title{font-size:15px;font-weight:600}.P .say{font-size:13px}
.P .name{font-size:13px;font-weight:600}.P .value{font-size:15px;font-weight:700;text-anchor:middle}
.P .small{font-size:11px}.P .window{font-size:11px;text-anchor:middle}
.P .edge{fill:none;stroke-width:1.3}.P .edge.line{stroke-width:4}.P .edge.cut{stroke-width:1.2;stroke-dasharray:3 4}
.P .edge.new{stroke-width:1;stroke-dasharray:1 4}
.P .strike{fill:none;stroke-width:2.4;stroke-linecap:round}
.P .body{stroke-width:1.6;stroke-linejoin:round}.P .on-line>.body{stroke-width:3.4}
.P .unseen>.body{stroke-dasharray:3 3}
.P .halo{fill:none;stroke-width:7;stroke-linejoin:round;opacity:.55}.P .crossed{text-decoration:line-through}
"""
_COLOURS = {
    "light": {
        "bg": "#ffffff", "ink": "#16191d", "soft": "#5b626c", "edge": "#7b828c", "max": "#d6e9f5",
        "max-line": "#0072b2", "min": "#fdebc4", "min-line": "#b87700", "leaf": "#f1f3f5", "leaf-line": "#7b828c",
        "cut": "#d55e00", "faded": "#9aa1ab", "halo": "#cc79a7",
    },
    "dark": {
        "bg": "#14171b", "ink": "#f2f4f7", "soft": "#a8b0bb", "edge": "#8a929d", "max": "#123a54",
        "max-line": "#56b4e9", "min": "#4a3605", "min-line": "#e69f00", "leaf": "#242a31", "leaf-line": "#8a929d",
        "cut": "#ff8a3c", "faded": "#646c77", "halo": "#cc79a7",
    },
}  # fmt: skip
_PAINT = (
    ".bg{fill:$bg}|text{fill:$ink}|.small,.say{fill:$soft}|.window{fill:$soft}|.edge{stroke:$edge}"
    "|.edge.line{stroke:$ink}|.edge.cut,.edge.new{stroke:$faded}|.strike{stroke:$cut}|.reason{fill:$cut}"
    "|.max>.body{fill:$max;stroke:$max-line}|.min>.body{fill:$min;stroke:$min-line}"
    "|.leaf>.body{fill:$leaf;stroke:$leaf-line}|.on-line>.body{stroke:$ink}"
    "|.unseen>.body{fill:none;stroke:$faded}|.unseen>text{fill:$faded}|.halo{stroke:$halo}"
)


def stylesheet(theme: Theme = "auto") -> str:
    """The CSS of a trace picture. Paper is always light."""

    def paint(colours: dict[str, str], scope: str) -> str:
        rules = _PAINT
        for name in sorted(colours, key=len, reverse=True):
            rules = rules.replace(f"${name}", colours[name])
        return "".join(_scoped(rule, scope) for rule in rules.split("|"))

    scope = f'.plytree-trace[data-theme="{theme}"]'
    first = "dark" if theme == "dark" else "light"
    css = _STYLE.replace(".P", ".plytree-trace").replace("\n", "") + paint(_COLOURS[first], scope)
    if theme == "auto":
        css += f"@media screen and (prefers-color-scheme:dark){{{paint(_COLOURS['dark'], scope)}}}"
    if theme == "dark":
        css += f"@media print{{{paint(_COLOURS['light'], scope)}}}"
    return css


def _scoped(rule: str, scope: str) -> str:
    selectors, _, body = rule.partition("{")
    return ",".join(f"{scope} {selector}" for selector in selectors.split(",")) + "{" + body
