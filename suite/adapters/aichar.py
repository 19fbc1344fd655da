"""pip install aichar==1.0.5 && cards conform --program 'python3 …/aichar.py'"""
import base64, json, tempfile

from lines import serve

import aichar


def answer(kind, data, profile):
    # It claims to be like no client.
    if kind not in ("read", "keep") or data.get("set") or not profile.startswith("spec"):
        return None
    blob = base64.b64decode(data["file"])
    if data["name"].endswith(".json"):
        card = aichar.load_character_json(blob.decode("utf-8"))
    elif data["name"].endswith((".png", ".apng")):
        with tempfile.NamedTemporaryFile(suffix=".png") as picture:
            picture.write(blob)
            picture.flush()
            card = aichar.load_character_card_file(picture.name)
    else:
        return None
    flat = json.loads(card.export_json("tavernai"))
    return {"card": flat} if kind == "keep" else {"fields": {"name": card.name, "description": flat.get("description"),
            "personality": flat.get("personality"), "first_mes": flat.get("first_mes")}}


serve(answer)
