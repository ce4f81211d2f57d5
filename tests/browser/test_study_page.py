"""The page of a study, opened from the disk without a network, as whoever is sent it opens it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from moonbow.games.game import game
from moonbow.lab.study.asked import new_study
from moonbow.lab.study.report import write_report
from moonbow.lab.study.study import study

WIDE = "document.documentElement.scrollWidth - innerWidth"
PAPER = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a short study of two variants."""
    folder = tmp_path_factory.mktemp("page") / "study"
    asked = new_study(
        game("rainbow"), 3, {"ranks": 3, "hand_size": 1}, {"copies": [2, 3]}, ["random"],
        games=40, moments=0, deals=0,
    )  # fmt: skip
    write_report(study(asked, folder), folder, "moonbow study rainbow", ["Nothing is sure."])
    return folder / "report.html"


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 900)])
def test_all_plots_are_drawn(
    browser: Browser, page_file: Path, theme: str, width: int, height: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        offline=True,
    )
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on("requestfailed", lambda request: faults.append(request.url))
    page.goto(page_file.as_uri())
    plots = page.locator(".plot")
    count = plots.count()
    assert count == 8
    for place in range(count):
        plots.nth(place).locator("svg.marks").wait_for()
    assert page.evaluate(WIDE) <= 0
    assert page.get_by_text("Nothing is sure.").is_visible()
    dark = page.evaluate(PAPER) != "rgb(255, 255, 255)" and theme == "dark"
    labels = page.locator(".plot svg text").first.evaluate("text => getComputedStyle(text).fill")
    assert labels == ("rgb(233, 236, 245)" if dark else "rgb(39, 48, 77)")
    assert not faults
    context.close()
