"""What the package can do beside the editor and the jobs: each against another way to the same answer."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import character_cards as cards
import pytest
from conftest import card_json, card_png

PRESET = {"temperature": 1, "openai_max_context": 4095, "openai_max_tokens": 300, "prompts": [], "prompt_order": []}


def test_a_text_is_counted_and_its_macros_are_told_without_a_card() -> None:
    assert cards.tokens("") == 0 and cards.tokens("A bard sings.") == 4
    text = "ä {{user}} {{charr}} {user}"
    told = cards.analyse(text)
    assert [(found["name"], found["known"]) for found in told["macros"]] == [("user", True), ("charr", False)]
    begin, end = told["macros"][0]["span"]
    assert text.encode()[begin:end] == b"{{user}}"
    kinds = {finding["kind"]: finding for finding in told["findings"]}
    assert kinds["unknown"]["suggestion"] == "char" and "single_braces" in kinds
    assert cards.expand(text)["unknown"] == ["charr"]
    with pytest.raises(cards.CardsError, match="sillytavern-legacy"):
        cards.analyse(text, "chub")


def test_the_schema_of_a_form_is_that_of_the_tool() -> None:
    schema = cards.schema("v2")
    assert isinstance(schema, dict) and "$schema" in schema
    with pytest.raises(cards.CardsError, match="worldinfo"):
        cards.schema("v9")


def test_places_are_read_together_and_moved() -> None:
    card = cards.open(card_json(alternate_greetings=["a", "b"]))
    got = card.get_all(["name", "greetings[2]", "greetings"])
    assert [value["value"] for value in got] == ["Aria", "b", ["Hello, {{user}}!", "a", "b"]]
    assert [value["pointer"] for value in got] == ["/data/name", "/data/alternate_greetings/1", None]
    assert [value["value"] for value in got] == [card.get("name"), card.get("greetings[2]"), card.get("greetings")]
    with pytest.raises(cards.CardsError) as error:
        card.get_all(["name", "nmae"])
    assert error.value.code == "no-place"
    card.move("alternate_greetings[1]", "alternate_greetings[0]")
    assert card.alternate_greetings == ["b", "a"] and card.steps == 1
    card.undo()
    assert card.alternate_greetings == ["a", "b"] and not card.is_changed


def test_the_plain_view_is_the_same_in_every_form() -> None:
    card = cards.open(card_json())
    plain = card.plain()
    assert plain["description"] == "A bard." and "nickname" not in plain
    assert card.convert("v3")[0].plain() == plain
    assert card.is_card and not card.convert("worldinfo")[0].is_card


def test_a_repair_is_a_step_that_says_what_it_did() -> None:
    crooked = card_json(tags="bard")
    card = cards.open(crooked)
    told = card.repair(select="wrong-type")
    assert [change["rule"] for change in told["changes"]] == ["wrong-type"] and card.steps == 1
    data, alone = cards.repair(crooked, select="wrong-type")
    assert card.to_bytes() == data and told["changes"] == alone["changes"]
    assert card.changes["changes"]
    card.undo()
    assert card.to_bytes() == crooked
    card.redo()
    assert card.repair(select="wrong-type")["changes"] == [] and card.steps == 1


def test_two_edits_are_merged_and_taken_back() -> None:
    base = card_json()
    ours, theirs = cards.open(base), cards.open(base)
    ours.description = "A bard of the river."
    theirs.personality = "Calm."
    before = ours.to_bytes()
    told = ours.merge(base, theirs)
    assert told["conflicts"] == [] and (ours.description, ours.personality) == ("A bard of the river.", "Calm.")
    ours.undo()
    assert ours.to_bytes() == before
    theirs.description = "A bard of the hills."
    assert [conflict["taken"] for conflict in ours.merge(base, theirs)["conflicts"]] == ["ours"]
    ours.undo()
    ours.merge(base, theirs, side="theirs")
    assert ours.description == "A bard of the hills."
    ours.undo()
    ours.merge(base, theirs, mark=True)
    assert "A bard of the river." in ours.description and "A bard of the hills." in ours.description
    with pytest.raises(cards.CardsError, match="theirs"):
        ours.merge(base, theirs, side="nobody")


@pytest.mark.parametrize("form", ["json", "csv", "po"])
def test_texts_go_out_to_translators_and_come_in_as_one_step(form: str) -> None:
    card = cards.open(card_json())
    out = card.export_texts(form)
    assert card.import_texts(out, form)["misfits"] == [] and card.steps == 0
    if form == "json":
        rows = json.loads(out)
        for row in rows:
            row["text"] = "Eine Bardin." if row["place"] == "description" else ""
        changed = json.dumps(rows)
    elif form == "csv":
        table = list(csv.DictReader(io.StringIO(out)))
        made = io.StringIO()
        writer = csv.DictWriter(made, list(table[0]))
        writer.writeheader()
        writer.writerows({**row, "text": "Eine Bardin." if row["place"] == "description" else ""} for row in table)
        changed = made.getvalue()
    else:
        head, _, tail = out.partition('msgid "A bard."\nmsgstr ""')
        changed = head + 'msgid "A bard."\nmsgstr "Eine Bardin."' + tail
        assert changed != out
    assert [change["after"] for change in card.import_texts(changed, form)["changes"]] == ["Eine Bardin."]
    assert card.description == "Eine Bardin." and card.steps == 1
    card.undo()
    # The list is of a text that is another one by now.
    card.description = "A bard of the river."
    assert [misfit["place"] for misfit in card.import_texts(changed, form)["misfits"]] == ["description"]
    card.undo()
    assert card.to_bytes() == card_json()


def test_needs_assets_differences_and_numbers_are_those_of_the_card_as_it_is_now() -> None:
    script = {"scriptName": "x", "findRegex": "a", "replaceString": "b", "placement": [2]}
    card = cards.open(card_png(card_json(extensions={"regex_scripts": [script]})))
    assert card.needs() and card.needs() == card.inspect()["needs"] == cards.Session(card).needs()
    assert cards.open(card_json()).needs() == []
    card.description = "A bard of the river."
    assert [change["pointer"] for change in card.changes["changes"]] == ["/data/description"]
    assert card.diff()["changes"] and card.diff(card)["changes"] == []
    assert card.diff(card_json())["changes"] == cards.diff(card_json(), card)["changes"]
    assert card.peek(near=True) == cards.peek(card, near=True) and "signature" in card.peek(near=True)
    v3 = cards.open(
        json.dumps(
            {
                "spec": "chara_card_v3",
                "spec_version": "3.0",
                "data": {
                    "name": "Aria",
                    "assets": [
                        {"type": "icon", "name": "main", "ext": "png", "uri": "data:image/png;base64,AAEC"},
                        {"type": "background", "name": "main", "ext": "png", "uri": "https://cards.example/dusk.png"},
                    ],
                },
            }
        ).encode()
    )
    assert [asset["inside"] for asset in v3.list_assets()] == [v3.asset(number) is not None for number in (0, 1)] == [True, False]


def test_macros_of_a_card_are_expanded_by_it() -> None:
    card = cards.open(card_json())
    for options in ({}, {"profile": "sillytavern", "user": "Sam"}, {"now": 0, "utc_offset": 90, "profile": "sillytavern"}):
        text = "{{char}} {{user}} {{time}}"
        assert card.expand(text, **options) == cards.expand(text, card=card_json(), **options)
    assert cards.expand("{{time}}", profile="sillytavern", now=0, utc_offset=90)["text"] == "1:30 AM"


def test_another_programs_form_is_written_and_read() -> None:
    card = cards.open(card_json())
    for form, kind in (("yaml", None), ("byaf", b"PK"), ("agnai_character", b"{")):
        data, packed = card.packed("aria.file", to=form)
        assert packed["form"] == form and (kind is None or data.startswith(kind))
        again = cards.open(data)
        # What cannot be changed in place can be looked at.
        assert again.name == "Aria" and not again.is_changed and again.to_bytes() == data
        assert again.lint() == cards.lint(data) and again.expand("{{char}}")["text"] == "Aria"
        with pytest.raises(cards.CardsError) as error:
            again.description = "New."
            again.to_bytes()
        assert error.value.code == "only-read"
        again.undo()
        assert again.to_bytes() == data
        assert {loss["pointer"] for loss in cards.convert(card, form)["loss"]} <= {loss["pointer"] for loss in packed["loss"]}


def test_the_kept_one_of_doubles_is_named(library: Path) -> None:
    told = cards.dupes(library, exact=True, keep="first")
    # The picture goes before the text, as the tool has it.
    assert [(Path(group["keep"]).name, [Path(path).name for path in group["others"]]) for group in told["kept"]] == [
        ("aria.png", ["aria.json"])
    ]
    assert "kept" not in cards.dupes(library, exact=True)
    with pytest.raises(cards.CardsError, match="shortest-path"):
        cards.dupes(library, keep="last")


def test_a_chat_of_any_client_is_read(tmp_path: Path) -> None:
    lines = '{"user_name":"Sam","character_name":"Aria"}\n{"name":"Aria","is_user":false,"mes":"Hello."}\n{"name":"Sam","is_user":true,"mes":"Hi."}\n'
    wanted = [
        {"role": "assistant", "content": "Hello.", "name": "Aria"},
        {"role": "user", "content": "Hi.", "name": "Sam"},
    ]
    path = tmp_path / "chat.jsonl"
    path.write_text(lines)
    for given in (lines, lines.encode(), path, str(path)):
        read = cards.chat(given)
        assert (read["messages"], read["user"], read["character"], read["findings"]) == (wanted, "Sam", "Aria", [])
    assert cards.chat("Hi.")["messages"] == [{"role": "user", "content": "Hi."}]
    assert cards.chat([])["messages"] == []
    plain = cards.chat(b"Aria: Hello.\nSam: Hi.", user="Sam", character="Aria")
    assert [message["role"] for message in plain["messages"]] == ["assistant", "user"]


def test_world_info_settings_are_read_as_sessions_take_them() -> None:
    file = {"world_info_settings": {"world_info_depth": 1, "world_info_recursive": True, "world_info": {"globalSelect": ["Eldoria"]}}}
    told = cards.world_info(file)
    assert told["settings"]["world_info_depth"] == 1 and any("Eldoria" in said for said in told["without_say"])
    chat = [{"role": "user", "content": "The bell!"}, {"role": "assistant", "content": "Yes?"}]
    deep = cards.Lore([card_json()], profile="sillytavern").activate(chat)
    flat = cards.Lore([card_json()], profile="sillytavern", world_info=told["settings"]).activate(chat)
    assert len(deep.fired) == 1 and flat.fired == []
    for bad, code in ((b"{", "bad-json"), (b"{}", "bad-field")):
        with pytest.raises(cards.CardsError) as error:
            cards.world_info(bad)
        assert error.value.code == code


def test_a_text_for_completion_is_by_the_clients_templates() -> None:
    session = cards.Session(card_json(), profile="sillytavern", user="Sam")
    told = session.text("Hi!", context_template="chatml", instruct="chatml", pieces=True)
    assert "<|im_start|>user" in told["prompt"] and "".join(piece["content"] for piece in told["pieces"])
    plain = session.text("Hi!")
    assert "<|im_start|>" not in plain["prompt"] and plain["prompt"].rstrip().endswith("Aria:")
    own = {"story_string": "{{description}}!", "chat_start": "***", "example_separator": "***"}
    assert session.text("Hi!", context_template=own) == session.text("Hi!", context_template=json.dumps(own))
    with pytest.raises(cards.CardsError, match="chatml"):
        session.text("Hi!", instruct="nobody's")
    with pytest.raises(cards.CardsError) as error:
        session.text("Hi!", instruct=own)
    assert error.value.code == "usage"


def test_a_preset_is_a_text_or_what_it_holds_and_a_look_leaves_the_memory() -> None:
    session = cards.Session(card_json(), profile="sillytavern", user="Sam")
    assert session.messages("Hi!", preset=PRESET) == session.messages("Hi!", preset=json.dumps(PRESET))
    assert session.entries == 1
    before = session.memory
    for ask in (session.turn, session.activate, session.messages, session.text):
        ask("The bell!", peek=True)
        assert session.memory == before
    session.turn("The bell!")
    assert session.memory != before
    lore = cards.Lore([card_json()])
    lore.memory = session.memory
    assert lore.memory == session.memory and lore.entries == 1
