import { ZERO, add, decimal, inReach, multiply, negate, parseDecimal, roundAway, shift, subtract } from './decimal.mjs';
import { PARTS, inRange, normalForm, partOf } from './formats.mjs';
import { firstCharacters, globMatches, regexMatches } from './patterns.mjs';
import { every, not, ordered, some } from './truth.mjs';
import { ABSENT, ILL, compareValues, equal, hasValue, isRelative, pathOf } from './values.mjs';
import { digitsOf, hasLookalike, instantOf, isAbsent, isObject, own, readWire } from './wire.mjs';
import { typeOfKind } from './typing.mjs';
import { fallen } from './fallback.mjs';
import { historyTruth, presentOf } from './history.mjs';
import { labelTruth, sessionLabelTruth } from './labels.mjs';
import { PolicyFault } from './lexer.mjs';

const formatOf = (node) => {
  const type = typeOfKind(node.kind);
  return type?.kind === 'string' ? type.format : (node.kind.found.format ?? null);
};
/** One decision's surroundings; `bindings` are the variables of `any`, `all` and `sum`. */
export class Evaluation {
  constructor(call, context, facts, bindings = new Map()) {
    this.call = call;
    this.context = context;
    this.facts = facts;
    this.bindings = bindings;
  }

  with(name, value, path) {
    return new Evaluation(this.call, this.context, this.facts, new Map(this.bindings).set(name, { value, path }));
  }

  around(context) {
    return new Evaluation(this.call, context, this.facts, this.bindings);
  }

  truth(node) {
    switch (node.k) {
      case 'and':
        return every([this.truth(node.a), this.truth(node.b)]);
      case 'or':
        return some([this.truth(node.a), this.truth(node.b)]);
      case 'not':
        return not(this.truth(node.a));
      case 'compare':
        return this.comparison(node.op, node.a, node.b);
      case 'in':
        return this.membership(node);
      case 'contains':
        return this.containing(node.a, node.b);
      case 'sets':
        return this.sets(node);
      case 'like':
      case 'matches':
        return this.pattern(node);
      case 'under': {
        const path = this.value(node.a);
        const directory = normalForm('path', node.text, typeOfKind(node.a.kind)?.base);
        if (!hasValue(path) || isRelative(path) !== isRelative(directory)) return undefined;
        return path === directory || directory === '.' || path.startsWith(directory === '/' ? '/' : `${directory}/`);
      }
      case 'in_range': {
        const address = this.value(node.a);
        return hasValue(address) ? inRange(address, node.text) : undefined;
      }
      case 'in_order': {
        const value = this.value(node.a);
        if (!hasValue(value)) return undefined;
        const place = (one) => node.items.findIndex((item) => equal(this.value(item), one) === true);
        const [left, right] = [place(value), place(this.value(node.b))];
        return left < 0 || right < 0 ? undefined : ordered(node.op, left - right);
      }
      case 'has': {
        const value = this.value(node.a);
        return value === ILL ? undefined : value !== ABSENT;
      }
      case 'label':
        return labelTruth(this, node);
      case 'sessionLabel':
        return sessionLabelTruth(this.context, node.text);
      case 'confirmed':
        return this.context.confirmed === true;
      case 'each':
        return this.quantified(node);
      case 'formerly':
      case 'previous':
      case 'since':
      case 'count':
      case 'sum':
        return historyTruth(this, node);
      default: {
        const value = this.value(node);
        return hasValue(value) ? value : undefined;
      }
    }
  }

  comparison(op, left, right) {
    const [a, b] = [this.value(left), this.value(right)];
    if (!hasValue(a) || !hasValue(b)) return undefined;
    return compareValues(op, a, b, formatOf(left) === 'path' || formatOf(right) === 'path');
  }

  membership(node) {
    const value = this.value(node.a);
    if (!hasValue(value)) return undefined;
    const places = formatOf(node.a) === 'path';
    const items = node.list ? this.value(node.list) : node.items.map((item) => this.value(item));
    if (!hasValue(items)) return undefined;
    return some(items.map((item) => (hasValue(item) ? equal(value, item, places) : undefined)));
  }

  containing(listNode, itemNode) {
    const [items, value] = [this.value(listNode), this.value(itemNode)];
    if (!hasValue(items) || !hasValue(value)) return undefined;
    const places = formatOf(itemNode) === 'path' || this.itemsArePaths(listNode);
    return some(items.map((item) => equal(item, value, places)));
  }

  itemsArePaths(node) {
    const type = typeOfKind(node.kind);
    return type?.of?.format === 'path' || node.kind.found.of?.found.format === 'path';
  }

  sets(node) {
    const items = this.value(node.a);
    const others = node.list ? this.value(node.list) : node.items.map((item) => this.value(item));
    if (!hasValue(items) || !hasValue(others) || others.some((one) => !hasValue(one))) return undefined;
    const places = this.itemsArePaths(node.a);
    const inside = (one, all) => some(all.map((other) => equal(one, other, places)));
    if (node.how === 'containsAny') return some(others.map((one) => inside(one, items)));
    const all = every(others.map((one) => inside(one, items)));
    return node.how === 'containsAll' ? all : every([all, ...items.map((item) => inside(item, others))]);
  }

  pattern(node) {
    const value = this.value(node.a);
    if (!hasValue(value)) return undefined;
    const place = formatOf(node.a) === 'path';
    if (node.k === 'like') {
      const start = node.glob[0][0] ?? (node.glob.length > 1 ? '*' : undefined);
      if (place && start !== undefined) {
        const starred = node.glob[0] === '';
        if (!starred && (start === '/') === isRelative(value)) return undefined;
      }
      return globMatches(node.glob, value);
    }
    if (value.length > 65_536) return undefined;
    if (place) {
      const first = firstCharacters(node.regex);
      if (!first.empty && first.slash && !first.other && isRelative(value)) return undefined;
      if (!first.slash && (first.other || first.empty) && !isRelative(value)) return undefined;
    }
    return regexMatches(node.regex, value);
  }

  quantified(node) {
    const items = this.value(node.list);
    if (!hasValue(items)) return undefined;
    const path = pathOf(this, node.list);
    const truths = items.map((item, index) =>
      this.with(node.name, item, path && [...path, String(index)]).truth(node.body),
    );
    return node.how === 'any' ? some(truths) : every(truths);
  }

  // ---- values

  value(node) {
    switch (node.k) {
      case 'text':
        return this.constant(node);
      case 'number':
      case 'duration':
      case 'bool':
        return node.value;
      case 'money':
        return { money: shift(node.value, digitsOf(node.currency)), currency: node.currency };
      case 'typed':
        return this.value(node.a);
      case 'variable':
        return this.bindings.get(node.name).value;
      case 'root':
        return this.root(node);
      case 'get':
        return this.step(node);
      case 'tool':
        return this.call.tool;
      case 'or else':
        return fallen(this, node);
      case 'if': {
        const condition = this.truth(node.c);
        return condition === undefined ? ILL : this.value(condition ? node.a : node.b);
      }
      case 'minus': {
        const value = this.value(node.a);
        if (!hasValue(value)) return ILL;
        return 'money' in value ? { ...value, money: negate(value.money) } : negate(value);
      }
      case 'arith':
        return arithmetic(node.op, this.value(node.a), this.value(node.b));
      case 'convert':
        return this.converted(node);
      case 'listSum':
        return this.listSum(node);
      case 'size': {
        const value = this.value(node.a);
        if (!hasValue(value)) return ILL;
        return decimal(typeof value === 'string' ? Array.from(value).length : value.length);
      }
      default: {
        const truth = this.truth(node);
        return truth === undefined ? ILL : truth;
      }
    }
  }

  constant(node) {
    const type = typeOfKind(node.kind);
    if (type?.kind === 'time' || node.kind.found.name === 'time') {
      const instant = instantOf(node.text, true);
      if (instant) return instant;
      throw new PolicyFault(`no time: ${node.text}`);
    }
    const format = type?.kind === 'string' ? type.format : (node.kind.found.format ?? 'text');
    const normal = normalForm(format, node.text, type?.base);
    if (normal === null) throw new PolicyFault(`no ${format}: ${node.text}`);
    return normal;
  }

  root(node) {
    if (node.name === 'args') return this.call.args;
    if (node.name === 'now') return ABSENT;
    const value = this.context[node.name];
    if (isAbsent(value)) return ABSENT;
    return isObject(value) ? value : ILL;
  }

  step(node) {
    if (node.base.k === 'root' && node.base.name === 'now') return this.clock(node.base.zone, node.step);
    const base = this.through(node.base);
    if (!hasValue(base)) return base;
    const baseKind = node.base.kind.found;
    if (typeof base === 'string') return this.part(baseKind, base, node.step);
    if (!isObject(base)) return ILL;
    const raw = own(base, node.step);
    if (isAbsent(raw)) return node.kind.found.clash ? ILL : ABSENT;
    const kind = node.kind.found;
    if (kind.lacking) return ILL;
    const read = readWire(raw, typeOfKind(kind), base);
    return read.fault ? ILL : read.value;
  }

  /** The value of what a path leads through: of an object only that it is one, for the path reads the rest itself. */
  through(node) {
    const isRecord = ['record', 'map'].includes(typeOfKind(node.kind)?.kind);
    if (node.k === 'typed') return this.through(node.a);
    if (node.k !== 'get' || !(isRecord || node.kind.found.lacking)) return this.value(node);
    const around = this.through(node.base);
    if (!hasValue(around)) return around;
    const raw = isObject(around) ? own(around, node.step) : ILL;
    if (isAbsent(raw)) return ABSENT;
    return isObject(raw) && !node.kind.found.lacking && !hasLookalike(raw, typeOfKind(node.kind)) ? raw : ILL;
  }

  part(baseKind, text, step) {
    const format = typeOfKind(baseKind)?.format ?? baseKind.format;
    if (!PARTS[format]?.[step]) return ILL;
    const part = partOf(format, text, step);
    return part === null ? ABSENT : typeof part === 'number' ? decimal(part) : part;
  }

  clock(zone, step) {
    const now = presentOf(this.context);
    if (isAbsent(now)) return ABSENT;
    if (step === 'time') return decimal(now);
    const parts = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone ?? 'UTC',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      weekday: 'short',
    }).formatToParts(now);
    const get = (type) => parts.find((part) => part.type === type).value;
    if (step === 'hour' || step === 'minute') return decimal(Number(get(step)));
    if (step === 'weekday')
      return decimal(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(get('weekday')) + 1);
    return instantOf(`${get('year').padStart(4, '0')}-${get('month')}-${get('day')}`, true);
  }

  converted(node) {
    const value = this.value(node.a);
    if (!hasValue(value)) return value === ABSENT ? ABSENT : ILL;
    if (value.currency === node.currency) return value;
    const rate = own(own(own(this.context.rates ?? {}, node.version) ?? {}, value.currency) ?? {}, node.currency);
    const factor = typeof rate === 'string' ? parseDecimal(rate) : null;
    if (!factor) return ILL;
    const units = shift(multiply(value.money, factor), digitsOf(node.currency) - digitsOf(value.currency));
    return { money: roundAway(units), currency: node.currency };
  }

  listSum(node) {
    const items = this.value(node.list);
    if (!hasValue(items)) return ILL;
    let total = null;
    for (const item of items) {
      const value = this.with(node.name, item, null).value(node.body);
      if (!hasValue(value)) return ILL;
      total = total === null ? value : arithmetic('+', total, value);
      if (!hasValue(total)) return ILL;
    }
    if (total !== null) return total;
    if (node.kind.found.name !== 'money') return ZERO;
    const currency = onlyCurrency(node.body);
    return currency ? { money: ZERO, currency } : ILL;
  }
}

/** The one currency that an expression can have; null when there are more. */
function onlyCurrency(node) {
  if (node.k === 'convert' || node.k === 'money') return node.currency;
  if (node.k === 'arith') return onlyCurrency(node.a) ?? onlyCurrency(node.b);
  if (node.k === 'minus' || node.k === 'typed') return onlyCurrency(node.a);
  if (node.k === 'or else') return onlyCurrency(node.a) === onlyCurrency(node.b) ? onlyCurrency(node.b) : null;
  if (node.k === 'if') return onlyCurrency(node.a) === onlyCurrency(node.b) ? onlyCurrency(node.a) : null;
  const type = node.kind ? typeOfKind(node.kind) : null;
  return type?.currency ?? (type?.currencies?.length === 1 ? type.currencies[0] : null);
}

function arithmetic(op, a, b) {
  if (!hasValue(a) || !hasValue(b)) return ILL;
  const exact = { '+': add, '-': subtract, '*': multiply }[op];
  const [left, right] = ['money' in a, 'money' in b];
  if (left && right && a.currency !== b.currency) return ILL;
  const result = inReach(exact(left ? a.money : a, right ? b.money : b));
  if (!result) return ILL;
  return left || right ? { money: result, currency: (left ? a : b).currency } : result;
}
