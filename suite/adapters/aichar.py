"""pip install aichar==1.0.5 && cards conform --program 'python3 …/aichar.py'"""
import base64, json, os, sys, tempfile

# This file has the name of the package.
sys.path = [path for path in sys.path if os.path.abspath(path or ".") != os.path.dirname(os.path.abspath(__file__))]
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


for line in sys.stdin:
    row = json.loads(line)
    try:
        said = answer(row["kind"], row["input"], row["profile"])
    except BaseException as error:
        said = {"error": str(error)}
    print(json.dumps(said or {"unsupported": row["kind"]}), flush=True)
