"""read.py CARD.json FILE.png FILE.charx: Pillow and zipfile read what we wrote, and find the card in it."""
import base64
import json
import sys
import zipfile

import PIL
from PIL import Image

card = json.load(open(sys.argv[1], encoding="utf-8"))

picture = Image.open(sys.argv[2])
picture.load()  # text behind the picture is read with the pixels
for keyword in ("chara", "ccv3"):
    assert json.loads(base64.b64decode(picture.text[keyword], validate=True)) == card, keyword
print(f"Pillow {PIL.__version__}: {picture.size[0]}x{picture.size[1]} pixels, the card under chara and ccv3")

archive = zipfile.ZipFile(sys.argv[3])
assert archive.testzip() is None
assert json.loads(archive.read("card.json")) == card
print(f"Python zipfile: {archive.namelist()}")
