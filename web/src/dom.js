// Elements from values. All text of cards goes through text nodes; nothing here reads markup.

/// Attributes that would run or load something; a card's text never gets near them, and a mistake here is loud.
const REFUSED = /^(?:on|srcdoc$|style$|formaction$|action$)/i;

/// Makes an element. `props` are attributes, but for `on` (listeners), `value`, `checked`, `disabled`, `data` and `ref`.
/// Children are elements, texts, lists of those; null and false are left out.
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === 'data') {
      Object.assign(element.dataset, value);
    } else if (name === 'ref') {
      value(element);
    } else if (name === 'value' || name === 'checked' || name === 'indeterminate') {
      element[name] = value;
    } else if (REFUSED.test(name)) {
      throw new Error(`an element of the page may not have ${name}`);
    } else if ((name === 'href' || name === 'src') && !/^(?:#|blob:)/.test(value)) {
      throw new Error(`an element of the page may not lead to ${value}`);
    } else {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  append(element, children);
  // A select knows its value when it has its options.
  if (tag === 'select' && props?.value !== undefined) element.value = props.value;
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(child);
  }
}

/// Puts new children in the place of the old ones.
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/// Runs something once what is there by now was drawn, if its element is still shown then.
export function later(element, run) {
  // The second frame begins when the first one is on the screen.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => element.isConnected && run())));
}

let number = 0;

/// A name for an element that a label or a description leads to.
export function id(of) {
  number += 1;
  return `${of}-${number}`;
}

/// A button. `kind` is "", "primary", "quiet" or "icon".
export function button(label, press, { kind = '', ...props } = {}, ...children) {
  return h('button', { type: 'button', class: kind || null, ...props, on: { click: press, ...props.on } },
    children.length ? children : label);
}
