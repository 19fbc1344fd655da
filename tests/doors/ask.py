"""The questions of questions.json, asked of the Python package: a line with the names of files in, a line with all answers out."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import character_cards as cards

TABLE = json.loads(Path(__file__).with_name("questions.json").read_text(encoding="utf-8"))
ASKED = [(question["id"], compile(question["python"], question["id"], "eval")) for question in TABLE["questions"]]

for line in sys.stdin:
    given = {"cards": cards, "chat": TABLE["chat"], "macros": TABLE["macros"], **json.loads(line)}
    answers: dict[str, object] = {}
    for name, ask in ASKED:
        try:
            answers[name] = eval(ask, given)
        except cards.CardsError as error:
            answers[name] = {"refused": error.code}
    sys.stdout.write(json.dumps(answers) + "\n")
    sys.stdout.flush()
