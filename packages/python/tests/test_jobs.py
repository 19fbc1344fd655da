"""Jobs on single files."""

from __future__ import annotations

import doctest
import faulthandler
import importlib
import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import character_cards as cards
import pytest
from conftest import card_json, card_png


def test_a_card_is_the_same_from_bytes_a_path_and_a_card(tmp_path: Path) -> None:
    path = tmp_path / "aria.png"
    path.write_bytes(card_png(card_json()))
    opened = cards.open(path)
    assert (opened.name, opened.spec, opened.container) == ("Aria", "v2", "PNG")
    hashes = {cards.content_hash(source) for source in (path, str(path), path.read_bytes(), opened, card_json())}
    assert hashes == {opened.content_hash}
    assert cards.peek(path)["tokens"]["total"] == cards.peek(card_json())["tokens"]["total"]


def test_what_is_not_changed_stays_byte_for_byte() -> None:
    file = card_png(card_json())
    card = cards.open(file)
    assert card.to_bytes() == file
    card.first_mes = "Hallo!"
    assert card.to_bytes() != file and cards.open(card.to_bytes()).first_mes == "Hallo!"
    changes = card.undo()
    assert changes is not None and changes[0]["pointer"] == "/data/first_mes"
    assert card.to_bytes() == file and card.undo() is None


def test_fields_lists_and_the_book_are_read_and_set() -> None:
    card = cards.open(card_json(extensions={}))
    card.tags = ["bard"]
    card.greetings = ["One", "Two"]
    entry = card.book.add(keys=["song"], content="A song.", insertion_order=5)
    entry.keys = ["song", "tune"]
    again = cards.open(card.to_bytes())
    assert (again.tags, again.greetings, len(again.book)) == (["bard"], ["One", "Two"], 2)
    assert (again.book[-1].keys, again.book[1].get("insertion_order"), again.book[1].enabled) == (["song", "tune"], 5, True)
    again.book[0].remove()
    assert [one.content for one in again.book] == ["A song."]
    assert again.set("/data/extensions/my~1app", {"x": [1, None, 2.5]})
    assert again.get("/data/extensions/my~1app") == {"x": [1, None, 2.5]}
    assert again.get("/data/nothing", None) is None
    with pytest.raises(IndexError):
        again.book[9]


def test_a_card_is_read_and_changed_in_every_way_it_offers() -> None:
    card = cards.open(bytearray(card_json(tags=["bard"])))
    assert isinstance(card.raw, dict) and card.raw["spec"] == "chara_card_v2" and '"bard"' in card.json()
    assert card.texts()["book[0].content"] == "The bell lies in the river." == card.book.entries[0].content
    card.insert("tags[+]", "river")
    card.description = "A bard."
    assert (card.tags, len(card.changes["changes"])) == (["bard", "river"], 1)
    book = card_json(character_book={"extensions": {}, "entries": [{"keys": ["song"], "content": "A song."}]})
    assert card.attach(book, card_json()) == (1, 1) and len(card.book) == 2
    data, packed = card.packed("aria.json", to="v1", stash=True)
    assert packed["loss"] and cards.open(cards.open(data).to_bytes()).spec == "v1"
    assert cards.Lore([card.book]).activate([{"role": "user", "content": "A song?"}]).texts == ["A song."]


def test_rules_are_selected_and_ignored() -> None:
    crooked = card_json(tags="bard")
    found = {finding["rule"] for finding in cards.lint(crooked)}
    one = next(iter(found))
    assert {finding["rule"] for finding in cards.lint(crooked, select=[one])} == {one}
    assert {finding["rule"] for finding in cards.lint(crooked, ignore=[one])} == found - {one}
    assert {finding["rule"] for finding in cards.open(crooked).lint(for_=["sillytavern"])} <= found
    assert cards.inspect(crooked)["container"] == "JSON"


def test_errors_say_what_where_and_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(cards.CardsError) as error:
        cards.open(b'{"name": ')
    assert error.value.code == "bad-json" and error.value.place and error.value.help
    assert pickle.loads(pickle.dumps(error.value)).code == "bad-json"
    with pytest.raises(cards.CardsError) as error:
        cards.open(card_json()).get("no_such_place")
    assert (error.value.code, error.value.place) == ("no-place", "no_such_place")
    with pytest.raises(FileNotFoundError) as missing:
        cards.open(tmp_path / "absent.png")
    assert missing.value.filename == str(tmp_path / "absent.png")
    with pytest.raises(cards.CardsError) as error:
        cards.convert(card_json(), "v9")
    assert error.value.code == "usage" and "v2" in str(error.value)
    with pytest.raises(cards.CardsError) as error:
        cards.expand("x", profile="none")
    assert error.value.code == "usage" and "sillytavern-legacy" in str(error.value)
    with pytest.raises(cards.CardsError) as error:
        cards.expand("x", for_="none")
    assert error.value.code == "usage" and "display" in str(error.value)
    with pytest.raises(cards.CardsError) as error:
        cards.Session(card_json(), profile="none")
    assert error.value.code == "usage" and "sillytavern" in str(error.value)


def test_assets_are_read_by_their_number() -> None:
    assets: list[Any] = [
        {"type": "icon", "name": "main", "ext": "png", "uri": "data:image/png;base64,AAEC"},
        {"type": "background", "name": "main", "ext": "png", "uri": "https://cards.example/dusk.png"},
    ]
    card = cards.open({"spec": "chara_card_v3", "spec_version": "3.0", "data": {"name": "Aria", "assets": assets}})
    assert card.assets == assets
    assert [card.asset(number) for number in range(3)] == [bytes([0, 1, 2]), None, None]


def test_two_clients_are_held_side_by_side() -> None:
    file = card_json(first_mes="It is {{time}}.")
    told = cards.compat(file)
    assert (told["from"], told["to"]) == ("sillytavern", "risu")
    (clock,) = [one for one in told["differences"] if one["at"] == "/data/first_mes"]
    assert (clock["from"], clock["to"]) == ("It is 3:04 PM.", "It is 15:4:5.")
    card = cards.open(file)
    assert card.compat() == cards.compat(card) == told
    assert cards.compat(file, from_="spec", to="spec")["differences"] == []
    (noon,) = [one for one in cards.compat(file, now=12 * 3600)["differences"] if one["at"] == "/data/first_mes"]
    assert noon["from"] == "It is 12:00 PM."
    with pytest.raises(cards.CardsError) as error:
        cards.compat(file, to="none")
    assert error.value.code == "usage" and "risu" in str(error.value)
    with pytest.raises(cards.CardsError) as error:
        cards.compat(b'{"spec":"lorebook_v3","data":{"entries":[]}}')
    assert error.value.code == "not-a-card"


def test_saving_loses_nothing_in_silence(tmp_path: Path) -> None:
    card = cards.open(card_png(card_json()))
    with pytest.raises(cards.CardsError) as error:
        card.save(tmp_path / "aria.json", to="v1")
    assert error.value.code == "loss" and not list(tmp_path.iterdir())
    assert card.save(tmp_path / "aria.json", to="v1", allow_loss=True)["loss"]
    assert cards.open(tmp_path / "aria.json").spec == "v1"
    assert card.save(tmp_path / "aria.charx")["form"] == "v3"
    assert cards.open(tmp_path / "aria.charx").picture is not None
    [left] = cards.convert(tmp_path / "aria.charx", "v2")["left_behind"]
    assert left.startswith("assets/icon/")
    card.save(tmp_path / "aria.png")
    assert (tmp_path / "aria.png").read_bytes() == card.to_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["aria.charx", "aria.json", "aria.png"]


def test_a_new_picture_of_any_kind_becomes_the_cards(tmp_path: Path) -> None:
    gif = (
        b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00"
        b",\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
    )
    card = cards.open(card_png(card_json()))
    card.picture = gif
    again = cards.open(card.to_bytes())
    assert again.name == "Aria" and again.picture != card_png(card_json())
    assert again.picture is not None and again.picture.startswith(b"\x89PNG")
    bare = cards.open(card_json())
    assert bare.picture is None
    taken = card.picture
    assert taken is not None
    with pytest.raises(cards.CardsError) as error:
        bare.picture = taken
    assert error.value.code == "usage" and not bare.changes["changes"]
    bare.save(tmp_path / "aria.png", picture=taken)
    assert cards.open(tmp_path / "aria.png").name == "Aria"
    with pytest.raises(cards.CardsError) as error:
        bare.save(tmp_path / "aria.json", picture=taken)
    assert error.value.code == "usage" and not (tmp_path / "aria.json").exists()
    with pytest.raises(cards.CardsError):
        card.picture = b"no picture"


def test_lint_repair_diff_and_expand() -> None:
    crooked = card_json(tags="bard")
    assert any(finding["fixable"] for finding in cards.lint(crooked))
    data, done = cards.repair(crooked)
    assert done["changes"] and cards.open(data).tags == ["bard"]
    assert cards.repair(data)[0] == data
    found = cards.diff(crooked, data)
    assert found["a"]["form"] == "v2" and isinstance(found["same"], bool)
    assert [change["path"] for change in cards.diff(card_json(), card_json("Bela"))["changes"]] == ["name"]
    assert cards.expand("{{user}} meets {{char}}", card=card_json(), user="Sam")["text"] == "Sam meets Aria"
    place = "{{getvar::mood}} in {{getglobalvar::town}}, {{isodate}}, {{persona}}"
    mood, town = {"mood": "calm"}, {"town": "Eldoria"}
    told = cards.expand(
        place, profile="SillyTavern", persona="Tall.", now=86_400, variables=mood, global_variables=town
    )
    assert told["text"] == "calm in Eldoria, 1970-01-02, Tall."
    own = {"scout": "rain"}
    assert cards.expand("{{Scout}}, {{user}}", profile="marinara", user="Sam", macros=own)["text"] == "rain, Sam"
    weather = cards.open(card_json(first_mes="It is {{scout}}."))
    assert weather.expand("{{scout}}", macros=own)["text"] == "rain"
    sent = cards.Session(weather, macros=own).turn()
    assert "It is rain." in str(sent)
    assert {row["name"] for row in cards.macros("sillytavern")} >= {"char", "user"}
    assert all(rule["summary"] for rule in cards.rules())


def test_a_session_fires_lore_and_remembers() -> None:
    session = cards.Session(card_json(), user="Sam", seed=1)
    assert session.greeting() == "Hello, Sam!"
    turn = session.turn([{"role": "assistant", "content": "Hello"}, {"role": "user", "content": "The bell?"}])
    assert {"role": "user", "content": "The bell?"} in turn.messages
    assert turn.lore.texts == ["The bell lies in the river."]
    assert "bell" in (turn.lore.fired[0]["why"] or "")
    silent = cards.Lore([card_json()]).activate([{"role": "user", "content": "Hi"}]).silent
    assert len(silent) == 1 and silent[0]["why"]
    inside = cards.Lore([card_json()], profile="sillytavern").activate([{"role": "user", "content": "Bells."}]).silent[0]
    near = inside.get("near")
    assert near and (near["miss"], near["setting"]) == ("inside-word", "Match Whole Words: No")
    risu = cards.Session(card_json(), profile="risu", user="Sam").turn([{"role": "user", "content": "The bell?"}])
    assert {"role": "system", "content": "[Start a new chat]"} in risu.messages
    other = cards.Session(card_json(), memory=session.memory)
    assert other.memory == session.memory
    messages = cards.Session(card_json(), profile="sillytavern", user="Sam").messages(
        [{"role": "user", "content": "The bell?"}]
    )
    assert any("river" in str(message["content"]) for message in messages["messages"])


def test_messages_follow_preset_context_and_scripts() -> None:
    script = {"scriptName": "s", "findRegex": "bell", "replaceString": "gong", "placement": [1], "promptOnly": True}
    card = card_json(extensions={"regex_scripts": [script]})
    chat = [{"role": "user", "content": "The bell?"}]

    def ask(context: int | None = None, **how: Any) -> Any:
        return cards.Session(card, profile="sillytavern", user="Sam", context=context).messages(chat, **how)

    plain = ask()
    assert "pieces" not in plain and "findings" not in plain
    assert [piece["content"] for piece in ask(pieces=True)["pieces"][-1]["pieces"]] == ["The bell?"]
    assert "The gong?" in [message["content"] for message in ask(scripts=True)["messages"]]
    main = {"identifier": "main", "name": "Main", "role": "system", "content": "Be brief.", "system_prompt": True}
    order = [{"character_id": 100001, "order": [{"identifier": "main", "enabled": True}, {"identifier": "chatHistory", "enabled": True}]}]
    preset = json.dumps({"prompts": [main, {"identifier": "chatHistory", "marker": True}], "prompt_order": order})
    told = ask(preset=preset)
    assert [message["content"] for message in told["messages"]][0] == "Be brief."
    assert ask(preset='{"temperature": "warm", "prompts": 7}')["findings"]
    assert ask(context=2_000)["budget_left"] != plain["budget_left"]
    with pytest.raises(cards.CardsError):
        ask(preset="{")


def test_a_difference_may_leave_assets_out_and_a_nickname_is_the_characters() -> None:
    a, b = card_png(card_json()), card_png(card_json(), width=3)
    assert [change["path"] for change in cards.diff(a, b)["changes"]] == ["picture"]
    assert cards.diff(a, b, assets=False)["same"]
    opened = cards.open(json.dumps(cards.convert(card_json(), "v3")["result"]).encode())
    opened.nickname = "Ari"
    assert cards.expand("{{char}}", card=opened)["text"] == "Ari"


def test_what_a_token_counter_raises_comes_out() -> None:
    counted: list[str] = []

    def count(text: str) -> int:
        counted.append(text)
        return len(text)

    turn = cards.prompt(card_json(), [{"role": "user", "content": "Hi"}], tokens=count)
    assert counted and turn.prompt["tokens"] >= 2

    def broken(text: str) -> int:
        raise KeyError(text)

    with pytest.raises(KeyError):
        cards.prompt(card_json(), [{"role": "user", "content": "Hi"}], tokens=broken)


def test_a_token_counter_that_uses_its_session_is_refused_and_does_not_wait_for_itself() -> None:
    faulthandler.dump_traceback_later(120, exit=True)
    sessions: list[cards.Session] = []
    session = cards.Session(card_json(), tokens=lambda text: len(sessions[0].memory))
    sessions.append(session)
    with pytest.raises(cards.CardsError) as error:
        session.turn([{"role": "user", "content": "Hi"}])
    assert error.value.code == "usage" and "token counter" in str(error.value)
    # Another thread may ask meanwhile, and waits.
    asked: list[str] = []
    other = threading.Thread(target=lambda: asked.append(slow.memory))

    def counted(text: str) -> int:
        if not other.ident:
            other.start()
        return len(text)

    slow = cards.Session(card_json(), tokens=counted)
    slow.turn([{"role": "user", "content": "Hi"}])
    other.join()
    assert asked
    faulthandler.cancel_dump_traceback_later()


def test_a_rule_that_is_none_is_refused_and_not_clean() -> None:
    for options in ({"select": ["nope"]}, {"ignore": ["nope-*"]}, {"for_": ["nobody"]}):
        for job in (cards.lint, cards.repair):
            with pytest.raises(cards.CardsError):
                job(card_json(), **options)
    assert cards.lint(card_json(), for_="sillytavern") == cards.lint(card_json(), for_=["sillytavern"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize("job", [cards.open, cards.repair])
def test_a_job_lets_other_threads_run(tmp_path: Path, job: Callable[[Path], object]) -> None:
    pipe = tmp_path / "aria.json"
    os.mkfifo(pipe)
    # The job waits for bytes that only another thread of Python gives; if it kept the lock, neither would end.
    faulthandler.dump_traceback_later(120, exit=True)
    writer = threading.Thread(target=lambda: pipe.write_bytes(card_json()))
    writer.start()
    assert job(pipe)
    writer.join()
    faulthandler.cancel_dump_traceback_later()


def test_jobs_of_many_threads_give_each_its_own_answer() -> None:
    files = [card_png(card_json(str(number))) for number in range(64)]
    names: list[str] = []
    workers = [
        threading.Thread(target=lambda part: names.extend(cards.peek(file)["name"] for file in part), args=(files[n::4],))
        for n in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(names, key=int) == [str(number) for number in range(64)]


def test_a_notebook_shows_the_report_without_scripts() -> None:
    page = cards.open(card_json("<script>alert(1)</script>"))._repr_html_()
    assert page.startswith('<iframe sandbox=""') and "<script" not in page


def test_python_m_cards_is_the_tool(tmp_path: Path) -> None:
    (tmp_path / "aria.json").write_bytes(card_json())

    def run(*line: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "character_cards", *line]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)

    assert '"name":"Aria"' in run("inspect", "--json", "aria.json").stdout.replace(" ", "")
    assert run("inspect", "absent.json").returncode == 2


@pytest.mark.parametrize("module", ["character_cards", "character_cards._card", "character_cards._scan"])
def test_the_examples_of_the_documentation_run(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0
