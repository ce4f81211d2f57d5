"""Every clause is tested, in both languages there is the same clause."""

import pytest

from clause_table import marked_tests
from moonbow.clauses import clauses
from moonbow.games.game import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_a_test(game: str) -> None:
    assert set(clauses(game)) - set(marked_tests()) == set()


def test_every_mark_names_a_clause() -> None:
    known = {clause for game in GAMES for clause in clauses(game)}
    assert set(marked_tests()) - known == set()


def test_rainbow_has_all_clauses_of_its_rulebook_and_all_rulings() -> None:
    numbers = [*range(1, 28), *range(30, 33), *range(40, 47)]
    expected = {f"RB-{number:02}" for number in numbers}
    expected |= {f"RB-R{number}" for number in range(1, 17)}
    assert set(clauses("rainbow")) == expected


@pytest.mark.parametrize("game", GAMES)
def test_the_german_page_has_the_same_clauses_in_the_same_order(game: str) -> None:
    assert list(clauses(game, "de")) == list(clauses(game, "en"))


@pytest.mark.parametrize("game", GAMES)
def test_no_clause_is_without_words(game: str) -> None:
    for language in ("en", "de"):
        assert all(len(clause.text) > 20 for clause in clauses(game, language).values())
