"""pip install tavern-card==0.1.1 && cards conform --program 'python3 …/tavern_card.py'"""
import base64

from lines import serve

import tavern_card


def answer(kind, data, profile):
    # It claims to be like no client.
    if kind not in ("read", "keep") or data.get("set") or not profile.startswith("spec"):
        return None
    if not data["name"].endswith((".json", ".png", ".apng")):
        return None
    blob = base64.b64decode(data["file"])
    card = tavern_card.parse_card(blob.decode("utf-8")) if data["name"].endswith(".json") else tavern_card.parse_png_card(blob)
    return {"card": card}


serve(answer)
