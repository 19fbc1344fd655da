// Held to the types by `tsc --strict`; nothing here runs. Every type of the package is used once.

import {
    CardsError, CrashError, FileError, LimitError, PlaceError, UsageError, load, loadCore, loadEditor, utf16,
} from '../index.js';
import type {
    AssetInfo, BeyondEditing, Bytes, Card, Cards, Chat, ClientOptions, Converted, ConvertOptions, Core, DiffOptions, Dupes, DupesOptions,
    Edited, Editor, Engine, ExpandOptions, ForeignForm, Form, Inspection, Json, Kind, LintOptions, Lore, MacroAnalysis, MacroFinding,
    MergeOptions, Message, MessagesOptions, Patch, Profile, ProfileAnswer, ReadChat, Reader, Repaired, Row, RowOptions, Saved, SaveOptions,
    ScanOptions, ScanRow, Session, SessionOptions, Sides, Source, Template, TextOptions, Turn, TurnOptions, WorldInfo,
} from '../index.js';

export async function everyType(source: Source, bytes: Bytes): Promise<void> {
    const cards: Cards = await load(source);
    const core: Core = await loadCore(new URL('https://example.com/cards-core.wasm'));
    const editor: Editor = await loadEditor(new URL('https://example.com/cards-edit.wasm'));
    const small: Omit<Card, BeyondEditing> = editor.open(bytes);
    const written: Uint8Array = (small.set('name', 'Wick'), small.undo(), small.bytes());
    const which: 'edit' | 'core' | 'full' = editor.module;
    // @ts-expect-error the smallest module checks nothing
    editor.open(bytes).lint();
    // @ts-expect-error and converts nothing
    editor.convert(bytes, 'v2');
    const later: Omit<Card, BeyondEditing> = await editor.open(fetch('https://example.com/aria.png'));
    // What edits alone is where more is taken.
    const more: Editor = core;
    const card: Card = core.open(bytes);
    const form: Form = 'v3';
    const kind: Kind = 'png';
    const engine: Engine = 'sillytavern-legacy';
    const profile: Profile = 'risu';
    const reader: Reader = 'RisuAI';
    const patches: Patch[] = [
        { op: 'set', path: 'name', value: 'Aria' },
        { op: 'insert', path: 'tags[+]', value: 'bard' },
        { op: 'remove', path: 'tags[0]' },
        { op: 'move', from: 'greetings[1]', path: 'greetings[0]' },
    ];
    // @ts-expect-error a change without its kind
    const wrong: Patch = { path: 'name', value: 1 };
    const rowOptions: RowOptions = { lint: true, signature: true };
    const lintOptions: LintOptions = { select: ['entry-*'], ignore: [], readers: [reader], file_name: 'a.png' };
    const convertOptions: ConvertOptions = { kind, stash: true };
    const saveOptions: SaveOptions = { form, stash: false, picture: bytes, without_assets: true, without_backfill: true };
    const diffOptions: DiffOptions = { assets: true };
    const expandOptions: ExpandOptions = { engine, user: 'Sam', target: 'display', explain: true, now: 0, variables: { a: 'b' } };

    const inspection: Inspection = card.inspect();
    const row: Row = core.row(bytes, rowOptions);
    const value: Json = card.get('name');
    const changes: { pointer: string; before?: unknown; after?: unknown }[] = card.apply(patches);
    const undone: unknown[] | null = card.undo();
    const edited: Edited = core.edit(bytes, patches);
    const repaired: Repaired = core.repair(bytes, lintOptions);
    const converted: Converted = card.convert(form, convertOptions);
    const foreign: ForeignForm = 'byaf';
    const archive: Uint8Array = core.convert(bytes, foreign).bytes;
    const dupesOptions: DupesOptions = { near: 0.8, keep: 'first' };
    const dupes: Dupes = core.dupes([{ ...row, path: 'a.png' }], dupesOptions);
    const scanOptions: ScanOptions = { near: true, hash: true };
    const rows: ScanRow[] = [...core.scan([['a.png', bytes]], scanOptions)];
    const names: string[] = rows.map((found) => (found.error ? found.error.message : found.name));
    const kept: unknown = core.dupes(rows, { exact: true, keep: 'largest' }).kept;
    const mergeOptions: MergeOptions = { side: 'theirs' };
    const merged: unknown[] = card.merge(bytes, bytes, mergeOptions).conflicts;
    const saved: Saved = card.save(kind, saveOptions);
    const assets: AssetInfo[] = card.assets();
    const findings: unknown[] = card.setPicture(bytes).findings;
    const picture: Uint8Array | null = card.picture();
    const same: boolean = core.diff(bytes, bytes, diffOptions).same;
    const analysis: MacroAnalysis = core.analyse('{{char}}', engine);
    const finding: MacroFinding | undefined = analysis.findings[0];
    const expanded: string | null = card.expand('{{char}}', expandOptions).text;
    const at: number = utf16('ä', 2);

    const sessionOptions: SessionOptions = { profile, user: 'Sam', context: 8192, scan_depth: 4, memory: '' };
    const turnOptions: TurnOptions = { peek: true, fired_only: true };
    const clientOptions: ClientOptions = { pieces: true };
    const messagesOptions: MessagesOptions = { ...clientOptions, preset: {} };
    const template: Template = 'chatml';
    const textOptions: TextOptions = { context_template: template, instruct: { output_sequence: '' }, sysprompt: { content: '' } };
    const messages: Message[] = [{ role: 'user', content: 'Hello', name: 'Sam' }];
    const lore: Lore = cards.lore([card, bytes], sessionOptions);
    const answer: ProfileAnswer = lore.activate(messages, turnOptions);
    const session: Session = cards.session(card, sessionOptions);
    const turn: Turn = session.turn(messages, turnOptions);
    const ready: Record<string, unknown>[] = session.messages(messages, messagesOptions).messages;
    const text: string = session.text(messages, textOptions).prompt;
    session.memory = lore.memory;
    const chat: Chat = cards.chat(bytes, { user: 'Sam' });
    const again: ReadChat = chat;
    session.turn(chat.messages);
    const world: WorldInfo = cards.worldInfo(bytes);
    const settled: Session = cards.session(card, { profile: 'sillytavern', world_info: world.settings });
    const sides: Sides = { from: 'sillytavern', to: 'risu', now: 0 };
    const differences: string[] = cards.compat(card, sides).differences.map(({ at }) => at);
    card.free();

    for (const Class of [FileError, PlaceError, LimitError, UsageError, CrashError]) {
        try {
            core.open('');
        } catch (error) {
            if (!(error instanceof Class)) continue;
            const known: CardsError = error;
            const told: [string, string | null, string | null] = [known.code, known.place, known.help];
            void told;
        }
    }
    void [
        written, which, later, more, wrong, findings, inspection, row, value, changes, undone, edited, repaired, converted, archive, dupes, saved, assets, picture, same, finding,
        expanded, at, answer, turn, ready, text, again, differences, names, kept, merged, settled,
    ];
}
