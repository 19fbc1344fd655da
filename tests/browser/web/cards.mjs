// Cards for the tests of the page: a book of thousands, another script, one with mistakes, and near doubles.

const WORDS = 'bell river lock marsh eel barge lamp toll reed king frost harbour saint candle ledger rope stair sluice gull tide'.split(' ');

export function card(data) {
  const empty = { nickname: '', personality: '', scenario: '', mes_example: '', system_prompt: '', post_history_instructions: '', creator_notes: '', creator: '',
    character_version: '', tags: [], alternate_greetings: [], group_only_greetings: [], extensions: {} };
  return Buffer.from(JSON.stringify({ spec: 'chara_card_v3', spec_version: '3.0', data: { ...empty, ...data } }));
}

function entry(number, keys, content) {
  return { name: `Entry ${number}: ${keys[0]}`, keys, content, extensions: { position: number % 5, depth: 4, probability: 100 }, enabled: number % 7 !== 3,
    insertion_order: 100 + (number % 50), constant: number % 97 === 0, use_regex: false };
}

/// A card with a lorebook of so many entries.
export function big(entries) {
  const text = (number) => `What there is to know about ${WORDS[number % 20]} number ${number}: it was made long ago, and {{char}} knows by whom. `.repeat(1 + (number % 4));
  const one = (number) => entry(number, [`${WORDS[number % 20]} ${number}`, `${WORDS[(number * 7) % 20]} of ${WORDS[number % 13]}`, ...(number % 9 === 0 ? ['/late (barge|boat)s?/i'] : [])], text(number));
  return card({ name: 'The Archive of Saltmere', description: '{{char}} keeps a great many things in order, and forgets none. '.repeat(40), first_mes: 'Ask me anything, {{user}}.',
    creator: 'Somebody', tags: WORDS, character_book: { name: 'Saltmere', extensions: {}, entries: Array.from({ length: entries }, (_, number) => one(number)) } });
}

/// A book as RisuAI writes it, with two folders of one name and an entry in none, and with groups as SillyTavern has them.
export function sorted() {
  const folder = (id) => ({ name: 'Places', keys: [`\uf000folder:${id}`], content: '', extensions: {}, enabled: true, insertion_order: 100, constant: false, use_regex: false, mode: 'folder' });
  const inside = (id, number, group) => ({ ...entry(number, [WORDS[number]], `About ${WORDS[number]}.`), ...(id ? { folder: `\uf000folder:${id}` } : {}), extensions: group ? { group } : {} });
  return card({ name: 'Sorted', first_mes: 'Hello.', character_book: { extensions: {}, entries: [
    folder('a'), inside('a', 1, 'tide, weather'), inside('b', 2, 'weather'), inside(null, 4, ''), folder('b'), inside('a', 5, '')] } });
}

export function chinese() {
  return card({ name: '林晚照', nickname: '晚照', description: '{{char}}是青溪渡口的守夜人,四十岁,手上有绳索留下的疤。{{user}}每次来,她都记得是坐哪条船来的。'.repeat(4),
    personality: '寡言、耐心、迷信钟声', scenario: '夜里的渡口,雾很大。', first_mes: '*灯晃了一下。* 小心第三级台阶,{{user}},今晚很滑。', alternate_greetings: ['又是你,{{user}}。', '报上名来。'],
    tags: ['原创', '渡口', '古风', '单人'], creator: '溪边', character_book: { extensions: {}, entries: [
      entry(1, ['钟', '钟声'], '沉在水底的钟,丧事之前会响。'), entry(2, ['芦苇王'], '芦苇王是一个稻草人。'), entry(4, ['过路费', '渡资'], '十二筐里取一筐。')] } });
}

/// A card that has something safe to repair, and something that a person has to look at.
export function mistaken() {
  return Buffer.from(JSON.stringify({ spec: 'chara_card_v2', spec_version: '2.0', data: { name: 'Aria', description: '{{usr}} knows {{char}}.', first_mes: 'Halt!', tags: 'bard, gate',
    alternate_greetings: null, extensions: {}, character_book: { extensions: {}, entries: [{ keys: ['bell', ''], content: 'It rings.', enabled: 'true', insertion_order: '5', extensions: {} }] } } }));
}

/// So many small cards, each another one.
export function many(count) {
  const one = (number) => [`card-${number}.json`, card({ name: `Keeper ${number} of the ${WORDS[number % 20]}`, creator: `Writer ${number % 5}`, tags: [WORDS[number % 3], 'keeper'],
    description: `${WORDS[number % 20]} and ${WORDS[(number * 3) % 20]}: `.repeat(12) + (number === 17 ? 'a drowned cathedral' : `number ${number}`), first_mes: 'Hello.' })];
  return Array.from({ length: count }, (_, number) => one(number));
}
