"""People who look at the pages in a real browser; what this offers every test of `browser/`."""

import json
import os
import re
import shutil
import time
from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    Route,
    WebSocket,
    expect,
    sync_playwright,
)

from moonbow.lab.warm import is_warm, warm
from moonbow.server import pages
from server_process import ServerProcess, server_process

ROOT = Path(__file__).parent.parent
SHOTS = Path(os.environ.get("MOONBOW_SHOTS") or ROOT / ".shots")
KEPT: set[str] = set()  # the pictures kept so far
KEPT_FRAMES, FRAME_SHOWN = 20, 300  # of each visitor's connection: frames, characters of each
PATIENCE = 15_000  # ms until something that does not come is missed
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
NO_CHROMIUM = (
    "No Chromium was found, so no page was looked at: install one (Debian: apt install chromium)"
    " or name its program in the environment variable MOONBOW_CHROMIUM"
)
NOT_TWICE = (
    "Pages are looked at once, with compiled rules, and not while the suite runs as plain Python"
)

OPEN_SPOT = """(element) => {
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = element.getBoundingClientRect();
  const open = [];
  for (let x = 3; x < box.width - 2; x += 6)
    for (let y = 3; y < box.height - 2; y += 6)
      if (element.contains(document.elementFromPoint(box.left + x, box.top + y)))
        open.push({ x, y });
  const middle = (way) => open.reduce((sum, spot) => sum + spot[way], 0) / open.length;
  const [x, y] = [middle("x"), middle("y")];
  const far = (spot) => Math.hypot(spot.x - x, spot.y - y);
  return open.sort((one, other) => far(one) - far(other))[0] ?? null;
}"""
"""The spot of an element that is nearest to the middle of what lies under nothing else."""


BLACK = ("thief", "cannon", "elixir", "captain", "blindbeard", "ship", "parrot", "spyglass")


def small_deck(numbers: int, black: int) -> dict[str, int]:
    """A deck of Rainbow Pirates that is used up soon."""
    return {**dict.fromkeys("1234567", numbers), **dict.fromkeys(BLACK, black), "W": 3, "P": 2}


QUICK: dict[str, dict[str, Any]] = {
    "rainbow": {"players": 2, "options": {"hand_size": 6}},
    "rainbow7": {"players": 2, "options": {"tokens_to_end": 2}},
    "pirates": {"players": 2, "options": {"deck": small_deck(2, 1), "lifts": 1}},
}
"""Tables on which a game is over soon."""


@dataclass(frozen=True)
class Device:
    """What somebody holds in hand or has on the desk."""

    name: str
    width: int
    height: int
    touch: bool = False


DESKTOP = Device("desktop", 1280, 800)
PHONE = Device("phone", 390, 844, touch=True)
SMALL = Device("small", 360, 640, touch=True)


@dataclass(eq=False)
class Visitor:
    """Somebody in front of a page, and all that goes wrong there."""

    page: Page
    device: Device
    theme: str
    language: str
    game: str = "page"
    faults: list[str] = field(default_factory=list)
    table: dict[str, Any] = field(default_factory=dict, repr=False)  # the newest message `table`
    said: deque[str] = field(default_factory=lambda: deque(maxlen=KEPT_FRAMES), repr=False)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)
        self.page.on("websocket", self._connected)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        # A page that is left gives up what it is still loading.
        if request.failure != "net::ERR_ABORTED":
            self.faults.append(f"failed: {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status}: {response.url}")

    def _connected(self, line: WebSocket) -> None:
        self._keep("opened")
        line.on("framesent", self._sent)
        line.on("framereceived", self._heard)
        line.on("close", self._lost)

    def _sent(self, frame: str | bytes) -> None:
        self._keep(f"> {frame!s}")

    def _lost(self, _line: WebSocket) -> None:
        self._keep("closed")

    def _keep(self, frame: str) -> None:
        self.said.append(f"{time.monotonic():.2f} {frame[:FRAME_SHOWN]}")

    def _heard(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        self._keep(f"< {frame!s}")
        if message["type"] == "table":
            self.table = message

    def forgive(self, words: str) -> None:
        """Strikes the faults that a test has brought about itself."""
        self.faults = [fault for fault in self.faults if not re.search(words, fault)]

    def account(self) -> str:
        """What this visitor met last, for who looks into a failure."""
        seen = self.page.locator("body").inner_text(timeout=1000)
        return "\n".join([self.page.url, *self.faults, *self.said, "Seen:", seen])

    # What is seen

    def t(self, key: str, **fields: object) -> str:
        """A text of the pages in this visitor's language."""
        return pages.text(self.language, key, **fields)

    def button(self, key: str, **fields: object) -> Locator:
        """The buttons with a text."""
        return self.page.get_by_role("button", name=self.t(key, **fields), exact=True)

    def play_button(self, game: str) -> Locator:
        """The button of the first page that deals a game at once."""
        name = f"{self.t('home.play')} {self.t(f'game.{game}')}"
        return self.page.get_by_role("button", name=name, exact=True)

    def shot(self, moment: str) -> None:
        """Keeps what is seen as a picture, the first time in a run."""
        name = f"{self.game}-{self.device.name}-{self.theme}-{moment}.png"
        if name not in KEPT:
            KEPT.add(name)
            self.page.screenshot(path=SHOTS / name)

    # What is done

    def press(self, what: Locator) -> None:
        """A click or a tap, as the device goes."""
        if self.device.touch:
            what.tap()
        else:
            what.click()

    def pick(self, what: Locator) -> None:
        """The same for a card that may lie half under others: where it can be seen."""
        expect(self.page.locator("[data-settling]")).to_have_count(0)
        spot = what.evaluate(OPEN_SPOT)
        assert spot, f"nothing of it can be seen: {what.get_attribute('aria-label')}"
        if self.device.touch:
            what.tap(position=spot)
        else:
            what.click(position=spot)

    def say_name(self, name: str) -> None:
        """Answers the question for a name."""
        self.page.get_by_label(self.t("name.label")).fill(name)
        self.press(self.button("name.done"))

    def play_now(self, game: str, name: str = "Ada", **changed: Any) -> None:
        """Goes from the first page to a table with bots; `changed` is what it shall have instead.

        The first page makes a table without asking anything; a smaller one is over sooner. Its bots
        play at random: others may think.
        """
        self.game = game

        def change(route: Route) -> None:
            asked = {**(route.request.post_data_json or {}), **changed}
            asked["seats"] = ["person", *["bot:random"] * (asked["players"] - 1)]
            route.continue_(post_data=json.dumps(asked))

        self.page.route("**/api/tables", change, times=1)
        self.page.goto("/")
        self.press(self.play_button(game))
        self.say_name(name)
        self.page.wait_for_url("**/table/*")
        expect(self.page.locator(".prompt, .ending").first).to_be_visible()

    def make_table(self, game: str, seats: list[str], name: str = "Ada", **chosen: Any) -> str:
        """Makes a table without the pages that ask for it, and returns its address."""
        self.game = game
        asked = self.page.request
        asked.post("/api/name", data={"name": name})
        body = {"game": game, "players": len(seats), "seats": seats, **chosen}
        answer = asked.post("/api/tables", data=body)
        assert answer.ok, answer.text()
        return f"/table/{answer.json()['id']}"

    def sit_at_once(self, address: str) -> None:
        """Opens a table that was just made and takes the first free seat."""
        self.page.goto(f"{address}#now")
        expect(self.page.locator(".prompt, .opening, .seat-row.own").first).to_be_visible()


VISITORS = pytest.StashKey[list[Visitor]]()


class Opens(Protocol):
    """Opens a window of a browser."""

    def __call__(
        self,
        device: Device = DESKTOP,
        theme: str = "dark",
        language: str = "en",
        still: bool = True,
    ) -> Visitor:
        """Somebody new: nothing is kept from before."""


def chromium() -> str | None:
    """The program of a Chromium on this machine, or None."""
    named = os.environ.get("MOONBOW_CHROMIUM", "")
    names = (named, "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips what needs a browser where there is none; all from here, so it is told in one line."""
    if "browser" in getattr(item, "fixturenames", ()):
        if os.environ.get("NUMBA_DISABLE_JIT"):
            pytest.skip(NOT_TWICE)
        if chromium() is None:
            pytest.skip(NO_CHROMIUM)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that fails tells what every visitor met last."""
    report = yield
    if report.when == "call" and report.failed:
        for visitor in item.stash.get(VISITORS, []):
            report.sections.append((f"{visitor.device.name} at {visitor.game}", visitor.account()))
    return report


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium without a window."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def compiled() -> None:
    """The rules are compiled: no page has to wait for that."""
    if not is_warm():
        warm()


@pytest.fixture(scope="session")
def server(compiled: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for all tests; a module that ends servers has others."""
    with server_process(tmp_path_factory.mktemp("served")) as found:
        yield found


@pytest.fixture
def opens(
    browser: Browser, server: ServerProcess, request: pytest.FixtureRequest
) -> Iterator[Opens]:
    """Opens windows on the server; in the end nothing may have gone wrong in any of them."""
    visitors = request.node.stash[VISITORS] = []

    def opened(
        device: Device = DESKTOP, theme: str = "dark", language: str = "en", still: bool = True
    ) -> Visitor:
        context = browser.new_context(
            base_url=server.address,
            viewport={"width": device.width, "height": device.height},
            has_touch=device.touch,
            is_mobile=device.touch,
            color_scheme="light" if theme == "light" else "dark",
            reduced_motion="reduce" if still else "no-preference",
            locale={"en": "en-GB", "de": "de-DE"}[language],
        )
        visitors.append(Visitor(context.new_page(), device, theme, language))
        return visitors[-1]

    yield opened
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        visitor.page.context.close()
    assert faults == []
