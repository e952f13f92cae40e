"""Values as people write them."""

from __future__ import annotations

from typing import Literal

from plytree.search.textbook.tree import INF, LONGEST_WIN, WIN, Value

NumberStyle = Literal["plain", "symbols", "latex"]
_INFINITY = {"plain": "inf", "symbols": "∞", "latex": r"\infty"}
_MINUS = {"plain": "-", "symbols": "−", "latex": "-"}


def show(value: Value | None, style: NumberStyle = "plain") -> str:
    """A value, a bound or an infinity; a win that counts plies as `win 5`, a loss as `loss 4`.

    >>> show(3), show(2.50), show(-INF), show(INF), show(WIN - 5), show(4 - WIN)
    ('3', '2.5', '-inf', '+inf', 'win 5', 'loss 4')
    >>> show(-INF, "symbols"), show(-7, "symbols")
    ('−∞', '−7')
    """
    if value is None:
        return "?"
    if abs(value) == INF:
        return (_MINUS[style] if value < 0 else "+") + _INFINITY[style]
    if WIN - LONGEST_WIN <= abs(value) <= WIN:
        text = f"win {WIN - value:.0f}" if value > 0 else f"loss {WIN + value:.0f}"
        return rf"\mathrm{{{text.replace(' ', '~')}}}" if style == "latex" else text
    text = str(value) if isinstance(value, int) else f"{value:.10g}"
    return text.replace("-", _MINUS[style])


def to_json(value: Value | None) -> int | float | str | None:
    """A value for JSON, where infinities are the texts "-inf" and "+inf"."""
    if value is None or abs(value) != INF:
        return value
    return "-inf" if value < 0 else "+inf"
