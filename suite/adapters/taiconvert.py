"""pip install taiconvert==0.2.1 && cards conform --program 'python3 …/taiconvert.py'"""
import base64, json, tempfile

from lines import serve

from taiconvert.utils import extract_character


def answer(kind, data, profile):
    # It reads pictures, and claims to be like no client.
    if kind != "read" or not profile.startswith("spec") or not data["name"].endswith((".png", ".apng")):
        return None
    with tempfile.NamedTemporaryFile(suffix=".png") as picture:
        picture.write(base64.b64decode(data["file"]))
        picture.flush()
        return {"card": json.loads(extract_character(picture.name))}


serve(answer)
