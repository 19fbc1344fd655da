#!/usr/bin/env python3
"""Makes the inputs of the bench: inputs.py FOLDER [--folder-count 1000] [--small]

Standard library only, and seeded: the same files every time.
  a.png        small PNG card: ~400 KB image, ~4 KB card
  b.png        big PNG card: ~8 MB image, ~1 MB card JSON with an 800-entry lorebook
  a_chara.png, b_chara.png the same with flat V1 fields under `chara`, for programs that read nothing else
  base_a.png, base_b.png   the same images with no card (for write jobs)
  a.json, b.json           the card JSON alone
  c.charx      300 assets x 200 KB stored + card.json deflated (last in the archive)
  folder/      1,000 mixed PNG cards of ~300 KB
  e.txt        64 KB macro text, 2,000 macros
  f.json       lorebook 2,000 entries x 3 keys and 100 messages of 600 chars
With --small, neither c.charx nor the folder, which are 360 MB.
"""
import sys, os, json, random, struct, zlib, zipfile, base64

WORDS = ("amber anchor ash autumn barrow basil beacon birch bramble bridge brook canyon cedar "
         "chalk cinder citadel clover cobalt copper coral cove crag crimson crow crystal dagger dawn "
         "delta dew drake dune dusk eagle ember falcon feather fen fern flint fog forge fox frost "
         "garden garnet ghost glade glass glen gold granite grove gull harbor hawk hazel heath hill "
         "hollow honey horizon iron isle ivory ivy jade jasper juniper keep kelp lagoon lake lantern "
         "lark lavender leaf lichen lily linen lotus lynx maple marble marsh meadow mesa mill mint mist "
         "moon moor moss mountain nectar nettle night oak oasis obsidian ocean onyx opal orchard otter "
         "owl pearl pebble pine plum pond poppy prairie quail quarry quartz rain raven reed ridge river "
         "rose rowan ruby saffron sage salt sand sapphire shade shadow silver sky slate smoke snow "
         "spruce star steel stone storm stream summit sun swallow tallow temple thistle thorn thunder "
         "tide timber topaz tower vale valley velvet violet walnut water wave wheat willow wind winter wolf wren").split()
SYL = "ba be bo da de do ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so ta te ti to va ve vi vo za ze zo".split()

def text(r, n, ja=0.03):
    out, size = [], 0
    while size < n:
        if r.random() < ja:
            w = "".join(chr(0x3042 + r.randrange(80)) for _ in range(4))
        else:
            w = r.choice(WORDS)
            if r.random() < 0.08: w = w.capitalize() + "."
        out.append(w); size += len(w) + 1
    return " ".join(out)[:n]

def coined(r, k=4):
    return "".join(r.choice(SYL) for _ in range(k))

def chunk(t, d):
    return struct.pack(">I", len(d)) + t + d + struct.pack(">I", zlib.crc32(t + d))

def png(r, size, text_chunks=(), where="before_iend", idat=32768):
    w = max(16, int((size / 3) ** 0.5)); h = w
    raw = bytearray()
    for _ in range(h):
        raw.append(0); raw += r.randbytes(w * 3)
    z = zlib.compress(bytes(raw), 1)
    out = [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, 2, 0, 0, 0)),
           chunk(b"pHYs", struct.pack(">IIB", 2835, 2835, 1))]
    txt = [chunk(b"tEXt", k + b"\0" + v) for k, v in text_chunks]
    if where == "before_idat": out += txt
    step = idat or len(z)
    out += [chunk(b"IDAT", z[i:i + step]) for i in range(0, len(z), step)]
    if where == "before_iend": out += txt
    out.append(chunk(b"IEND", b""))
    return b"".join(out)

def book(r, n, content):
    return {"name": "Bench book", "scan_depth": 4, "token_budget": 2048, "recursive_scanning": True,
            "extensions": {"bench/unknown": [1, 2.5, None, "x"]},
            "entries": [{"keys": [r.choice(WORDS), coined(r), coined(r) + " " + r.choice(WORDS)],
                         "secondary_keys": [], "content": text(r, content), "extensions": {"position": 0, "probability": 100},
                         "enabled": True, "insertion_order": 100 + i % 7, "case_sensitive": False, "use_regex": False,
                         "name": f"entry {i}", "priority": i % 10, "id": i, "comment": "c", "selective": False,
                         "constant": False, "position": "before_char"} for i in range(n)]}

def card(r, approx, entries=0, spec="v3", content=1000):
    d = {"name": "Bench " + coined(r).capitalize(), "description": "", "personality": "calm", "scenario": "a room",
         "first_mes": "Hello {{user}}, I am {{char}}.", "mes_example": "<START>\n{{user}}: hi\n{{char}}: hello",
         "creator_notes": "notes", "system_prompt": "", "post_history_instructions": "",
         "alternate_greetings": ["one", "two"], "tags": ["a", "b"], "creator": "bench", "character_version": "1",
         "extensions": {"depth_prompt": {"depth": 4, "prompt": "p"}, "bench/unknown": {"k": [1, 2, 3]}}}
    if spec == "v3":
        d.update(nickname="B", group_only_greetings=[], source=[], creation_date=1700000000, modification_date=1700000001)
    if entries: d["character_book"] = book(r, entries, content)
    root = {"spec": "chara_card_v3" if spec == "v3" else "chara_card_v2", "spec_version": "3.0" if spec == "v3" else "2.0", "data": d}
    if spec == "v1":
        root = {k: d[k] for k in ("name", "description", "personality", "scenario", "first_mes", "mes_example")}
    pad = approx - len(json.dumps(root, ensure_ascii=False).encode())
    if pad > 0: (d if spec != "v1" else root)["description"] = text(r, pad)
    return root

def b64(o): return base64.b64encode(json.dumps(o, ensure_ascii=False).encode())

def large(w, P, n):
    os.makedirs(P("folder"), exist_ok=True)
    r = random.Random("c"); c = card(r, 60_000, 30)
    c["data"]["assets"] = [{"type": "icon" if i == 0 else "emotion", "name": "main" if i == 0 else f"e{i}", "ext": "png",
                            "uri": f"embeded://assets/{'icon' if i == 0 else 'emotion'}/images/{i}.png"} for i in range(300)]
    with zipfile.ZipFile(P("c.charx"), "w") as z:
        for a in c["data"]["assets"]:
            z.writestr(zipfile.ZipInfo(a["uri"][10:], (2024, 1, 1, 0, 0, 0)), r.randbytes(200_000), zipfile.ZIP_STORED)
        z.writestr(zipfile.ZipInfo("card.json", (2024, 1, 1, 0, 0, 0)), json.dumps(c, ensure_ascii=False), zipfile.ZIP_DEFLATED)
    for i in range(n):
        r = random.Random(f"d{i}"); spec = ("v3", "v2", "v2", "v1")[i % 4]
        c = card(r, r.randrange(2000, 12000), 20 if i % 10 == 0 else 0, spec, 300)
        ks = [(b"chara", b64(c))] + ([(b"ccv3", b64(c))] if spec == "v3" else [])
        w(f"folder/{i:04d}.png", png(r, r.randrange(250_000, 350_000), ks, ("before_iend", "before_idat")[i % 3 == 0], (0, 8192, 32768, 65536)[i % 4]))

def main():
    d = sys.argv[1]; n = 1000
    if "--folder-count" in sys.argv: n = int(sys.argv[sys.argv.index("--folder-count") + 1])
    os.makedirs(d, exist_ok=True)
    P = lambda f: os.path.join(d, f)
    def w(f, b): open(P(f), "wb").write(b)
    for tag, img, approx, ent in (("a", 400_000, 4096, 0), ("b", 8_000_000, 0, 800)):
        r = random.Random(tag); c = card(r, approx, ent, "v3", 900)
        w(tag + ".json", json.dumps(c, ensure_ascii=False).encode())
        w(tag + ".png", png(random.Random(tag + "p"), img, [(b"ccv3", b64(c))]))
        w(tag + "_chara.png", png(random.Random(tag + "p"), img, [(b"chara", b64(c["data"]))]))
        w("base_" + tag + ".png", png(random.Random(tag + "p"), img))
    if "--small" not in sys.argv: large(w, P, n)
    r = random.Random("e"); out = []
    kinds = ["{{char}}", "{{user}}", "<BOT>", "<USER>", "{{Char}}", "{{setvar::k%d::v}}", "{{getvar::k%d}}", "{{random::a::b::c}}"]
    for i in range(2000):
        m = kinds[i % len(kinds)]; out.append(m % (i % 50) if "%d" in m else m); out.append(text(r, 20, 0))
    w("e.txt", " ".join(out)[:65536].encode())
    r = random.Random("f")
    b = book(r, 2000, 200)
    for e in b["entries"]: e["keys"] = [coined(r), coined(r, 5), coined(r, 3) + " " + r.choice(WORDS)]
    hot = [k for e in r.sample(b["entries"], 60) for k in e["keys"][:1]]
    msgs = []
    for i in range(100):
        t = text(r, 600)
        if i % 2 == 0: t = (t[:580] + " " + r.choice(hot))[:600]
        msgs.append(t)
    w("f.json", json.dumps({"book": b, "messages": msgs}, ensure_ascii=False).encode())
    for f in sorted(os.listdir(d)):
        if os.path.isfile(P(f)): print(f, os.path.getsize(P(f)))
main()
