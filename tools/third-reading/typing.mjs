import { PARTS, normalForm } from './formats.mjs';

/**
 * What each expression of a rule is read as: the declared types of one tool, and what is found from use.
 *
 * A `Kind` is a place for one type. Two that are compared become one (`unify`); `declared` is the tool's own type of it.
 */
class Kind {
  constructor(name = null, more = {}) {
    this.name = name;
    this.signs = [];
    Object.assign(this, more);
  }

  get found() {
    let kind = this;
    while (kind.same) kind = kind.same;
    return kind;
  }
}

const kindNamed = (name) => {
  if (/^(?:int|decimal\d?)$/.test(name)) return new Kind('number');
  if (['bool', 'money', 'duration', 'time'].includes(name)) return new Kind(name);
  return new Kind('string', { format: name });
};

const simple = (type) => ({ int: 'number', decimal: 'number' })[type.kind] ?? type.kind;

/** The kind of a declared type; `alternatives` are the types other tools in scope declare there. */
export function declaredKind(own, alternatives) {
  const kinds = new Set(alternatives.map(shape));
  const type = own ?? alternatives[0];
  if (!type) return new Kind('lacking', { lacking: true, alternatives: [] });
  if (!own && kinds.size > 1) return new Kind('lacking', { lacking: true, clash: true, alternatives });
  const kind = new Kind(simple(type), { declared: own, lacking: own === null, alternatives, fixed: true });
  if (type.kind === 'string') kind.format = type.format;
  if (type.kind === 'list')
    kind.of = declaredKind(own?.of ?? null, alternatives.map((other) => other.of).filter(Boolean));
  return kind;
}

/** A type without bounds, units and lists of values. */
function shape(type) {
  if (type.kind === 'string') return type.format;
  if (type.kind === 'list' || type.kind === 'map') return `${type.kind} ${shape(type.of)}`;
  if (type.kind === 'record')
    return `{${Object.entries(type.fields)
      .map(([name, field]) => `${name}:${shape(field.type)}`)
      .toSorted((a, b) => (a < b ? -1 : 1))
      .join()}}`;
  return simple(type);
}

export function unify(left, right) {
  const [a, b] = [left.found, right.found];
  if (a === b || (a.lacking === true && a.name === 'lacking') || b.name === 'lacking') return;
  if (a.name === null && (b.name !== null || !b.literal)) return join(a, b);
  if (b.name === null) return join(b, a);
  if (a.name !== b.name) return;
  if (a.name === 'list') return unify(a.of, b.of);
  if (a.name !== 'string') return;
  if (!a.format) join(a, b);
  else if (!b.format) join(b, a);
}

/** `weak` has no type of its own and takes that of `other`. */
function join(weak, other) {
  if (weak.text && other.name !== null && !['string', 'time'].includes(other.name)) return;
  let target = other;
  if (other.fixed && !weak.literal) {
    target = new Kind(other.name, { format: other.format, of: other.of && new Kind() });
    if (other.of) unify(target.of, other.of);
  }
  weak.same = target;
  if (weak.text && !target.fixed && target.name === null) target.text = true;
  target.signs.push(...weak.signs);
  for (const [step, kind] of weak.steps ?? []) {
    if (target.fixed) continue;
    target.steps ??= new Map();
    if (target.steps.has(step)) unify(target.steps.get(step), kind);
    else target.steps.set(step, kind);
  }
  target.compared ||= weak.compared;
}

/** The kind of a step into `base`. */
export function stepKind(baseKind, step) {
  const base = baseKind.found;
  if (base.name === 'string' && base.format && PARTS[base.format]?.[step]) {
    const part = PARTS[base.format][step];
    return part === 'int' ? new Kind('number') : new Kind('string', { format: part, fixed: true });
  }
  if (base.alternatives) {
    const inside = (type) =>
      type?.kind === 'record'
        ? (type.fields[step]?.type ?? null)
        : type?.kind === 'map'
          ? type.of
          : type?.kind === 'string' && PARTS[type.format]?.[step]
            ? partType(type.format, step)
            : null;
    return declaredKind(base.lacking ? null : inside(base.declared), base.alternatives.map(inside).filter(Boolean));
  }
  if (base.fixed || !(base.name === null || base.name === 'string' || base.name === 'record')) return new Kind();
  base.steps ??= new Map();
  if (!base.steps.has(step)) base.steps.set(step, new Kind());
  return base.steps.get(step);
}

const partType = (format, part) =>
  PARTS[format][part] === 'int' ? { kind: 'int' } : { kind: 'string', format: PARTS[format][part] };

const ORDERED = new Set(['<', '<=', '>', '>=']);

/** Gives every node of an expression its kind, in `node.kind`. `roots(name)` and `eventKind` say what attributes are. */
export class Typing {
  constructor(roots, eventKind) {
    this.roots = roots;
    this.eventKind = eventKind;
    this.variables = new Map();
    this.sums = [];
    this.order = [];
    this.sizes = [];
  }

  of(node) {
    node.kind ??= this.find(node);
    return node.kind;
  }

  bool(...nodes) {
    for (const node of nodes) unify(this.of(node), new Kind('bool'));
    return new Kind('bool');
  }

  pair(a, b) {
    const [left, right] = [this.of(a), this.of(b)];
    for (const [constant, kind] of [
      [a, right],
      [b, left],
    ]) {
      for (const text of constantsOf(constant)) kind.found.signs.push(text);
    }
    unify(left, right);
    return left;
  }

  /** The items of a list are compared with each other, or with `value`, whose constants are signs. */
  itemsAreCompared(list, value) {
    const item = this.of(list).found.of?.found;
    if (!item) return;
    item.compared = true;
    if (value) item.signs.push(...constantsOf(value));
  }

  find(node) {
    switch (node.k) {
      case 'text':
        return new Kind(null, { text: true, literal: true });
      case 'number':
      case 'money':
      case 'duration':
      case 'bool':
        return new Kind(node.k);
      case 'root':
        return node.name === 'now' ? new Kind('now') : this.roots(node.name);
      case 'variable':
        return this.variables.get(node.name);
      case 'typed': {
        const kind = kindNamed(node.type);
        unify(this.of(node.a), kind);
        for (const text of constantsOf(node.a)) void text;
        return this.of(node.a).found.text ? kind : this.of(node.a);
      }
      case 'get': {
        const base = this.of(node.base);
        if (base.name === 'now') return new Kind(node.step === 'date' || node.step === 'time' ? 'time' : 'number');
        return stepKind(base, node.step);
      }
      case 'executes':
        return new Kind('bool');
      case 'tool':
      case 'answer':
        return new Kind('string', { format: 'text', fixed: true });
      case 'and':
      case 'or':
        return this.bool(node.a, node.b);
      case 'not':
        return this.bool(node.a);
      case 'compare': {
        const kind = this.pair(node.a, node.b);
        kind.found.compared = true;
        if (ORDERED.has(node.op) && kind.found.name === null) {
          if (kind.found.text) kind.found.name = 'time';
          else this.order.push(kind);
        }
        return new Kind('bool');
      }
      case 'in':
        if (node.list) {
          const list = new Kind('list', { of: new Kind() });
          unify(this.of(node.list), list);
          unify(this.of(node.list).found.of ?? new Kind(), this.of(node.a));
          unify(this.of(node.a), this.of(node.list).found.of ?? new Kind());
          this.itemsAreCompared(node.list, node.a);
        } else for (const item of node.items) this.pair(node.a, item);
        this.of(node.a);
        return new Kind('bool');
      case 'like':
      case 'matches': {
        const kind = this.of(node.a);
        unify(kind, new Kind('string', { format: null }));
        if (node.k === 'like') kind.found.signs.push({ glob: node.glob });
        else kind.found.signs.push({ regex: node.regex });
        return new Kind('bool');
      }
      case 'contains': {
        const list = this.of(node.a);
        unify(list, new Kind('list', { of: new Kind() }));
        unify(this.of(node.b), list.found.of ?? new Kind());
        this.itemsAreCompared(node.a, node.b);
        return new Kind('bool');
      }
      case 'sets': {
        const list = this.of(node.a);
        unify(list, new Kind('list', { of: new Kind() }));
        for (const constant of node.items ?? []) {
          unify(this.of(constant), list.found.of ?? new Kind());
          this.itemsAreCompared(node.a, constant);
        }
        if (node.list) {
          unify(this.of(node.list), list);
          this.itemsAreCompared(node.a);
        }
        return new Kind('bool');
      }
      case 'in_order':
        for (const item of [...node.items, node.b]) this.pair(node.a, item);
        return new Kind('bool');
      case 'has':
      case 'label':
        this.of(node.a);
        return new Kind('bool');
      case 'sessionLabel':
      case 'confirmed':
        return new Kind('bool');
      case 'convert':
        unify(this.of(node.a), new Kind('money'));
        return new Kind('money');
      case 'or else':
        return this.pair(node.a, node.b);
      case 'if':
        this.bool(node.c);
        this.pair(node.a, node.b);
        return this.of(node.a);
      case 'minus':
        return this.of(node.a);
      case 'arith': {
        const kind = new Kind();
        this.sums.push([node.op, this.of(node.a), this.of(node.b), kind]);
        this.settle();
        return kind;
      }
      case 'each':
      case 'listSum': {
        const list = this.of(node.list);
        unify(list, new Kind('list', { of: new Kind() }));
        this.variables.set(node.name, list.found.of ?? new Kind());
        const body = this.of(node.body);
        if (node.k === 'listSum') return body;
        unify(body, new Kind('bool'));
        return new Kind('bool');
      }
      case 'size': {
        this.sizes.push(this.of(node.a));
        return new Kind('number');
      }
      case 'under':
      case 'in_range':
        unify(this.of(node.a), new Kind('string', { format: node.k === 'under' ? 'path' : 'ip' }));
        return new Kind('bool');
      default:
        return this.history(node);
    }
  }

  history(node) {
    if (node.key?.path) {
      const mine = this.of(node.key.path);
      mine.found.compared = true;
      if (node.key.path.base.k === 'root') unify(this.eventKind(node.event, node.key.path.step), mine);
    }
    if (node.k === 'since') this.of(node.h);
    for (const { name, by, value } of node.event.fields) {
      if (!value) continue;
      const field = by ? new Kind('string', { format: 'text', fixed: true }) : this.eventKind(node.event, name);
      for (const text of constantsOf(value)) field.found.signs.push(text);
      field.found.compared = true;
      unify(this.of(value), field);
    }
    if (node.k === 'sum') {
      const kind = this.eventKind(node.event, node.field);
      unify(kind, this.of(node.bound));
      if (node.currency) unify(kind, new Kind('money'));
      if (node.including) this.of((node.own = { k: 'get', base: { k: 'root', name: 'args' }, step: node.field }));
      if (node.including) unify(node.own.kind, this.of(node.bound));
    }
    return new Kind('bool');
  }

  /** Finds the kinds of sums and products as far as those of their parts are known. */
  settle(last = false) {
    for (let moved = true; moved;) {
      moved = false;
      for (const [op, a, b, result] of this.sums) {
        const before = [a, b, result].map((kind) => kind.found.name).join();
        this.settleOne(op, a, b, result, last);
        if ([a, b, result].map((kind) => kind.found.name).join() !== before) moved = true;
      }
    }
    if (!last) return;
    for (const kind of this.order) if (kind.found.name === null && !kind.found.text) kind.found.name = 'number';
    for (const kind of this.sizes) if (!kind.found.compared) unify(kind, new Kind('list', { of: new Kind() }));
  }

  settleOne(op, a, b, result, last) {
    const [left, right, out] = [a, b, result].map((kind) => kind.found.name ?? (kind.found.text ? 'time' : null));
    const set = (kind, name) => {
      if (kind.found.name === null) kind.found.name = name;
    };
    if (op === '*') {
      const measured = [left, right].find((name) => name === 'money' || name === 'duration');
      if (measured) {
        set(left === measured ? b : a, 'number');
        set(result, measured);
      } else if (left === 'number' && right === 'number') set(result, 'number');
      else if (left === 'number' && right === null && out) set(b, out);
      else if (right === 'number' && left === null && out) set(a, out);
      else if (out === 'number' || last) [a, b, result].forEach((kind) => set(kind, 'number'));
      return;
    }
    const same = [left, right, out].find((name) => name === 'number' || name === 'money');
    if (same) [a, b, result].forEach((kind) => set(kind, same));
    else if (left === 'time' || right === 'time' || out === 'time') {
      if (op === '+') {
        set(left === 'time' ? b : right === 'time' ? a : b, 'duration');
        set(left === 'time' ? a : right === 'time' ? b : a, left === 'time' || right === 'time' ? 'time' : 'time');
        set(result, 'time');
      } else if (right === 'time') {
        set(a, 'time');
        set(result, 'duration');
      } else if (right === 'duration') {
        set(a, 'time');
        set(result, 'time');
      } else if (out === 'time') {
        set(a, 'time');
        set(b, 'duration');
      } else if (out === 'duration') set(b, 'time');
    } else if (op === '+' && out === 'duration') [a, b].forEach((kind) => set(kind, 'duration'));
    else if (left === 'duration' && right === 'duration') set(result, 'duration');
    else if (right === 'duration' && out === 'duration') set(a, 'duration');
    else if (left === 'duration') {
      if (op === '-') set(b, 'duration');
    }
    if (last) [a, b, result].forEach((kind) => set(kind, same ?? 'number'));
  }
}

/** Texts that stand for a constant in a comparison. */
const constantsOf = (node) => {
  if (node.k === 'text') return [{ text: node.text }];
  if (node.k === 'typed') return constantsOf(node.a);
  return [];
};

// ---- formats from signs

const TOP = 'com|org|net|edu|gov|int|mil|info|biz|io|dev|app|ai|cloud|eu|example|test|local|internal';

function signOf({ text, glob, regex }) {
  if (regex !== undefined) {
    if (regex.startsWith('/') || regex.startsWith('(?s)/')) return 'path';
    return /^(?:\(\?s\))?(?:[A-Za-z][A-Za-z0-9+.-]*|https\?):\/\//.test(regex) ? 'url' : null;
  }
  const written = text ?? glob.join('*');
  if (written.startsWith('/')) return 'path';
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(written)) return 'url';
  const [local, domain, more] = written.split('@');
  if (more === undefined && domain !== undefined)
    return local !== '' && /^[^\s.]+(?:\.[^\s.]+)+$/.test(domain) ? 'email' : null;
  const labels = new RegExp(`^(?:[A-Za-z0-9_*-]+\\.)+(?:${TOP})$`, 'i');
  return labels.test(written) ? 'domain' : null;
}

/** Texts that a glob matches, of all kinds that formats have. */
const FILLERS = [
  '',
  'a',
  '/a',
  'a/',
  '.a',
  'a.',
  'a.a',
  '://a.example/',
  's://a.example/',
  'https://a.example',
  'a@a.a',
  '@a.a',
  'a@',
  '1',
  '.1',
  '1.',
  ':',
];
function fillings([first, ...rest]) {
  let all = [first];
  for (const part of rest.slice(0, 3)) all = all.flatMap((start) => FILLERS.map((filler) => start + filler + part));
  return rest.length > 3 ? all.map((start) => start + rest.slice(3).join('a')) : all;
}

/** The format that constants are signs of; null when there is none, or they do not agree. */
function inferredFormat(signs) {
  const formats = new Set(signs.map(signOf).filter(Boolean));
  if (formats.size !== 1) return null;
  const [format] = formats;
  const agrees = ({ text, glob }) => {
    if (text !== undefined) return normalForm(format, text) === text;
    if (glob === undefined) return true;
    return fillings(glob).some((one) => normalForm(format, one) === one);
  };
  return signs.every(agrees) ? format : null;
}

/** The type that a place is read with. */
export function typeOfKind(kind) {
  const found = kind.found;
  if (found.declared) return found.declared;
  if (found.lacking) return null;
  found.type ??= typeFromUse(found);
  return found.type;
}

function typeFromUse(found) {
  switch (found.name) {
    case 'number':
      return { kind: 'decimal' };
    case 'list':
      return { kind: 'list', of: typeOfKind(found.of) ?? { kind: 'any' } };
    case 'record':
      return recordFromUse(found);
    case 'string':
      return stringFromUse(found);
    case null:
      if (found.steps && !found.text) return recordFromUse(found);
      return found.text || found.compared ? stringFromUse(found) : { kind: 'any' };
    default:
      return { kind: found.name };
  }
}

function recordFromUse(found) {
  const fields = [...found.steps].map(([name, kind]) => [
    name,
    { type: typeOfKind(kind) ?? { kind: 'any' }, required: false },
  ]);
  return { kind: 'record', fields: Object.fromEntries(fields) };
}

/** What looked like members are the parts of a string, once its format is known. */
export function settleParts(place) {
  const found = place.found;
  if (!found.steps || found.settled) return;
  found.settled = true;
  if (found.name === 'string' || (found.name === null && found.text)) {
    const { format } = stringFromUse(found);
    for (const [step, kind] of found.steps) {
      const part = PARTS[format]?.[step];
      if (part) unify(kind, part === 'int' ? new Kind('number') : new Kind('string', { format: part }));
    }
  }
  for (const kind of found.steps.values()) settleParts(kind);
}

function stringFromUse(found) {
  if (found.format) return { kind: 'string', format: found.format };
  const format = inferredFormat(found.signs);
  return format ? { kind: 'string', format, strict: true } : { kind: 'string', format: 'text' };
}
export { Kind };
