"""What the browser tests do with a page: find things by name, wait for texts, click squares."""

from __future__ import annotations

from typing import Any

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

PATIENCE = 60  # seconds until a wait gives up


class Page:
    """One browser tab."""

    def __init__(self, browser: Any, address: str):
        self.browser, self.address = browser, address

    def open(self, path: str = "/", ready: str = "status") -> Page:
        """Open a page and wait until it is alive (connected, the named element there)."""
        self.browser.get(self.address.rstrip("/") + path)
        self.find(ready)
        self.until(lambda: self.script("return !!(window.socket && window.socket.connected)"), "the connection")
        return self

    def script(self, code: str) -> Any:
        return self.browser.execute_script(code)

    def until(self, condition: Any, what: str) -> Any:
        waiting = WebDriverWait(self.browser, PATIENCE, poll_frequency=0.05)
        return waiting.until(lambda _: condition(), f"waited for {what}; the page says: {self.body()[:600]!r}")

    def body(self) -> str:
        return str(self.script("return document.body.innerText"))

    def all(self, css: str) -> list[WebElement]:
        return list(self.browser.find_elements(By.CSS_SELECTOR, css))

    def find(self, name: str) -> WebElement:
        """The visible element of this name, when it is there."""

        def shown() -> WebElement | None:
            found = self.all(f'[data-name="{name}"]')
            return found[0] if found and found[0].is_displayed() else None

        return self.until(shown, f"an element named {name!r}")  # type: ignore[no-any-return]

    def shown(self, name: str) -> bool:
        return any(element.is_displayed() for element in self.all(f'[data-name="{name}"]'))

    def text(self, name: str) -> str:
        """The text of the named element now; "" if it is not there."""
        return str(self.script(f"return document.querySelector('[data-name=\"{name}\"]')?.innerText ?? ''"))

    def value(self, name: str) -> str:
        return str(self.script(f"return document.querySelector('[data-name=\"{name}\"]')?.value ?? ''"))

    def click(self, name: str) -> None:
        self.until(lambda: self.find(name).is_enabled(), f"{name!r} to be usable")
        element = self.find(name)
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def says(self, name: str, text: str) -> None:
        """Wait until the named element holds this text."""
        self.until(lambda: text in self.text(name), f"{name!r} to say {text!r} (it says {self.text(name)!r})")

    def square(self, row: int, column: int) -> None:
        """Click a square of the board."""
        found = self.all(f'[data-square="{row},{column}"]')[0]
        ActionChains(self.browser).move_to_element(found).click().perform()

    def keys(self, text: str) -> None:
        ActionChains(self.browser).send_keys(text).perform()

    def stones(self) -> int:
        """How many stones or pieces are on the board."""
        return len(self.all(".stone:not(.ghost), .board g > .mark:not(.ghost), .piece, .cell-text"))

    def moves(self) -> list[str]:
        """The moves played."""
        texts = self.script(
            "return [...document.querySelectorAll('[data-name=moves] .q-btn:not(.undone)')].map(b => b.innerText)"
        )
        return [str(text) for text in texts[1:]]
