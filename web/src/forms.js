// The forms of cards and lorebooks: the ids that answers carry and that conversions take, in words.

/// Forms of a card that a file can be saved as.
export const CARDS = [['v3', 'V3'], ['v2', 'V2'], ['v1', 'V1'], ['v3l', 'CCv3-Lynn'], ['prom', 'Prom V3.1'],
  ['yaml', 'text-generation-webui (YAML)'], ['byaf', 'Backyard archive'], ['agnai_character', 'Agnai character'],
  ['marinara_character', 'Marinara character']];
/// Forms of a lorebook that a book can be saved as.
export const BOOKS = [['worldinfo', 'SillyTavern world info'], ['risu_lorebook', 'RisuAI lorebook'], ['lorebook_v3', 'lorebook_v3'],
  ['agnai_book', 'Agnai memory book'], ['novelai_lorebook', 'NovelAI lorebook'], ['marinara_lorebook', 'Marinara lorebook']];
const OTHERS = [['v0', 'V0 (Pygmalion)'], ['module', 'RPGGO module'], ['lorebook', 'lorebook'], ['prom_book', 'Prom lorebook']];
const WORDS = new Map([...CARDS, ...BOOKS, ...OTHERS]);

/// What people call a form.
export function formWords(id) {
  return WORDS.get(id) ?? id;
}
