"""pip install taiconvert==0.2.1 && cards conform --program 'python3 …/taiconvert.py'"""
import base64, json, os, sys, tempfile

# This file has the name of the package.
sys.path = [path for path in sys.path if os.path.abspath(path or ".") != os.path.dirname(os.path.abspath(__file__))]
from taiconvert.utils import extract_character


def answer(kind, data, profile):
    # It reads pictures, and claims to be like no client.
    if kind != "read" or not profile.startswith("spec") or not data["name"].endswith((".png", ".apng")):
        return None
    with tempfile.NamedTemporaryFile(suffix=".png") as picture:
        picture.write(base64.b64decode(data["file"]))
        picture.flush()
        return {"card": json.loads(extract_character(picture.name))}


for line in sys.stdin:
    row = json.loads(line)
    try:
        said = answer(row["kind"], row["input"], row["profile"])
    except Exception as error:
        said = {"error": str(error)}
    print(json.dumps(said or {"unsupported": row["kind"]}), flush=True)
