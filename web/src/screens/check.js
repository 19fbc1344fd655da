// What is wrong with the file: whom it hurts, what to do, and what can be repaired, before and after.

import { app, attempt } from '../app.js';
import { button, fill, h, id } from '../dom.js';
import { beforeAfter } from '../parts/changes.js';
import { dialog } from '../parts/dialog.js';
import { readers } from '../parts/readers.js';
import { severityBadge } from '../parts/finding.js';
import { toast } from '../parts/toast.js';
import { count, line, number } from '../words.js';

export const screen = { id: 'check', title: 'Check', needs: 'document', whole: 'Until then, the card can be read, changed and saved.', show };

/// Findings that are shown at once.
const AT_ONCE = 100;
/// Changes of a preview that are shown.
const CHANGES = 40;
const kept = { whom: '' };

function show(host) {
  const open = app.document;
  const rules = new Map(app.engine.rules().rules.map((rule) => [rule.id, rule]));
  const head = h('div');
  const list = h('div');
  host.append(h('h1', { class: 'visually-hidden' }, 'Check'), head, list);
  const draw = () => {
    const { findings, pending } = open.lint();
    const whom = readers(open);
    if (!whom.some(({ name, findings }) => name === kept.whom && findings.length)) kept.whom = '';
    const chosen = kept.whom ? whom.find(({ name }) => name === kept.whom).findings : findings;
    const fixable = findings.filter((finding) => finding.fixable);
    fill(head, findings.length > 0 && [
      h('div', { class: 'row apart' },
        h('p', null, `${count(findings.length, 'finding')}. ${fixable.length ? `${number(fixable.length)} can be repaired without losing anything.` : 'None of them can be repaired without you.'}`),
        fixable.length > 0 && button('Repair all that is safe', () => preview(open, 'Repair all that is safe', {}), { kind: 'primary' })),
      whose(whom, findings.length, (name) => { kept.whom = name; draw(); head.querySelector(':checked').focus(); })]);
    if (pending && findings.length === 0) {
      fill(list, h('p', { class: 'soft', role: 'status' }, 'Checking …'));
    } else if (findings.length === 0) {
      fill(list, h('div', { class: 'empty' }, h('h2', null, 'Nothing to repair'),
        h('p', null, `${count(rules.size, 'rule')} of specs and programs were checked, and this file keeps them all.`)));
    } else {
      grow(list, chosen, (finding) => one(open, finding, rules.get(finding.rule)));
    }
  };
  draw();
  return open.on((by) => by !== 'saved' && draw());
}

/// Who is hurt, as a choice.
function whose(whom, all, pick) {
  const group = id('whom');
  const option = (name, label, many) => h('label', null,
    h('input', { type: 'radio', name: group, value: name, checked: kept.whom === name, on: { change: () => pick(name) } }), label, h('b', { class: 'n' }, number(many)));
  const hurt = whom.filter(({ findings }) => findings.length > 0);
  return h('div', { class: 'hurts' }, h('fieldset', { class: 'choice' }, h('legend', { class: 'visually-hidden' }, 'Whom it hurts'),
    option('', 'All', all), hurt.map(({ name, findings }) => option(name, name === 'other readers' ? 'Others' : `Hurts ${name}`, findings.length))));
}

/// Shows a hundred at a time.
function grow(host, items, draw) {
  let at = 0;
  fill(host);
  const more = () => {
    const next = items.slice(at, at + AT_ONCE).map(draw);
    at += next.length;
    host.append(...next);
    if (at < items.length) {
      const rest = button(`Show ${number(Math.min(AT_ONCE, items.length - at))} more of ${number(items.length - at)}`, () => { rest.remove(); more(); });
      host.append(rest);
    }
    next[0]?.querySelector('button, summary')?.focus({ preventScroll: true });
  };
  const focused = document.activeElement;
  more();
  focused?.focus?.({ preventScroll: true });
}

function one(open, finding, rule) {
  const where = finding.pointer ?? finding.place;
  return h('article', { class: `panel finding ${finding.severity}` },
    h('div', { class: 'row apart' }, h('span', { class: 'row' }, severityBadge(finding.severity), h('code', { class: 'small soft' }, finding.rule)),
      finding.fixable && button('Repair …', () => preview(open, `Repair ${finding.rule}`, { select: [finding.rule] }), { 'aria-label': `Repair ${finding.rule}: see before and after` })),
    h('p', { class: 'what' }, line(finding.message, 400)),
    finding.excerpt && h('p', { class: 'excerpt' }, line(finding.excerpt, 200)),
    h('p', null, finding.fixable && rule?.repair ? rule.repair.replace(/^Run `cards repair`, which /, 'The repair ') : finding.help),
    h('p', { class: 'meta' }, h('span', { class: 'own' }, line(where, 160)), finding.hurts.length > 0 && h('span', null, `Hurts ${finding.hurts.join(', ')}`)),
    rule && h('details', null, h('summary', null, 'About this rule'), h('p', null, rule.summary),
      h('p', { class: 'small soft' }, [rule.letter && `${rule.letter}. `, `Source: ${rule.source}.`])));
}

/// Makes the repair, looks what it changed, takes it back, and asks.
function preview(open, title, options) {
  const answer = attempt(() => open.card.repair(options));
  if (!answer) return;
  const changes = answer.changes.length > 0 ? open.card.undo() : [];
  const apply = () => {
    box.close();
    const done = attempt(() => open.step(title.toLowerCase(), ['repair', options]));
    if (done) toast(`Repaired ${count(done.changes.length, 'thing')}`);
  };
  const box = dialog(title, { acts: [button('Repair', apply, { kind: 'primary', disabled: answer.changes.length === 0 })] });
  fill(box.body,
    answer.changes.length === 0 && h('p', null, 'There is nothing to change.'),
    h('ul', null, answer.changes.slice(0, CHANGES).map(({ message, place }) => h('li', null, h('p', null, line(message, 300), ' ', h('span', { class: 'small soft own' }, line(place, 120)))))),
    answer.changes.length > CHANGES && h('p', { class: 'soft' }, `And ${count(answer.changes.length - CHANGES, 'more', 'more')}.`),
    changes.slice(0, CHANGES).map((change) => h('section', null, h('h3', { class: 'mono small own' }, line(change.pointer, 120)), beforeAfter(change.before, change.after))),
    answer.changes.length > 0 && changes.length === 0 && h('p', { class: 'soft' }, 'What changes is the file around the card; its texts stay as they are.'));
}
