// read.mjs CARD.json FILE.png FILE.charx: card libraries of others read what we wrote.
// npm install @lenml/char-card-reader @character-foundry/character-foundry fflate png-chunks-extract png-chunk-text
import assert from "node:assert";
import fs from "node:fs";
import { createRequire } from "node:module";
import { readCharX } from "@character-foundry/character-foundry/charx";
import { CharacterCard } from "@lenml/char-card-reader";
import { unzipSync } from "fflate";

const require = createRequire(import.meta.url);
const extract = require("png-chunks-extract");
const text = require("png-chunk-text");

const [cardFile, pngFile, charxFile] = process.argv.slice(2);
const card = JSON.parse(fs.readFileSync(cardFile, "utf8"));

// The two packages that SillyTavern's own reader is built on.
const chunks = extract(new Uint8Array(fs.readFileSync(pngFile)));
const texts = chunks.filter((c) => c.name === "tEXt").map((c) => text.decode(c.data));
for (const keyword of ["chara", "ccv3"]) {
  const found = texts.filter((t) => t.keyword === keyword);
  assert.equal(found.length, 1, keyword);
  assert.deepStrictEqual(JSON.parse(Buffer.from(found[0].text, "base64").toString("utf8")), card);
}
console.log("png-chunks-extract and png-chunk-text: every checksum right, the card under chara and ccv3");

const bytes = (file) => new Uint8Array(fs.readFileSync(file));

const read = await CharacterCard.from_file(bytes(pngFile));
assert.equal(read.name, card.data.name);
console.log(`@lenml/char-card-reader: ${read.name} out of the PNG`);

const charx = readCharX(bytes(charxFile));
assert.equal(charx.card.data.name, card.data.name);
console.log(`@character-foundry/character-foundry: ${charx.card.data.name} out of the CHARX`);

// What RisuAI and SillyTavern unpack archives with.
const files = unzipSync(bytes(charxFile));
assert.deepStrictEqual(JSON.parse(Buffer.from(files["card.json"]).toString("utf8")), card);
console.log(`fflate: ${Object.keys(files).join(", ")}`);
