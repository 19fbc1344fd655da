"""pip install tavern-card==0.1.1 && cards conform --program 'python3 …/tavern_card.py'"""
import base64, json, os, sys

# This file has the name of the package.
sys.path = [path for path in sys.path if os.path.abspath(path or ".") != os.path.dirname(os.path.abspath(__file__))]
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


for line in sys.stdin:
    row = json.loads(line)
    try:
        said = answer(row["kind"], row["input"], row["profile"])
    except Exception as error:
        said = {"error": str(error)}
    print(json.dumps(said or {"unsupported": row["kind"]}), flush=True)
