import { ZERO, add, compareDecimals, decimal, inReach, shift } from './decimal.mjs';
import { ABSENT, compareValues, equal, hasValue } from './values.mjs';
import { every, not, ordered, some } from './truth.mjs';
import { typeOfKind } from './typing.mjs';
import { digitsOf, isAbsent, own, readWire } from './wire.mjs';

/** Conditions on earlier calls. Every function answers true, false or undefined. */
const RUNNING = new Set(['allowed', 'confirmed', 'ok']);
const ENDING = new Set(['allowed', 'confirmed', 'ok', 'failed', 'refused']);

export function historyTruth(evaluation, node) {
  const { history } = evaluation.context;
  if (isAbsent(history)) return undefined;
  switch (node.k) {
    case 'formerly':
      return some(history.map((_, index) => isMeant(evaluation, node, index)));
    case 'previous':
      return previous(evaluation, node);
    case 'since':
      return since(evaluation, node);
    case 'count':
      return count(evaluation, node);
    default:
      return sum(evaluation, node);
  }
}

const sameName = (a, b) => (isAbsent(a) || isAbsent(b) ? undefined : a === b);

function happened({ context }, event) {
  return isAbsent(context.now) || event.at > context.now ? undefined : true;
}

/** Whether the event at `index` is the event that the condition `node` speaks of. */
function isMeant(evaluation, node, index) {
  const { context } = evaluation;
  const event = context.history[index];
  if (!evaluation.facts.toolsOf(node.event).includes(event.tool)) return false;
  return every([
    hasState(evaluation, node.event.state, index),
    inWindow(evaluation, node.within, event),
    sharesKey(evaluation, node.key, event),
    ...node.event.fields.map((field) => fieldHolds(evaluation, field, event)),
  ]);
}

function inWindow(evaluation, within, event) {
  const before = happened(evaluation, event);
  if (within === 'session') return every([before, sameName(event.session, textOf(evaluation.context.session, 'id'))]);
  if (before !== true) return undefined;
  return compareDecimals(decimal(BigInt(evaluation.context.now) - BigInt(event.at)), within) <= 0;
}

const textOf = (record, name) => {
  const value = isAbsent(record) ? undefined : own(record, name);
  return typeof value === 'string' ? value : undefined;
};

function sharesKey(evaluation, key, event) {
  const { context } = evaluation;
  switch (key?.by ?? 'principal') {
    case 'anyone':
      return true;
    case 'principal':
      return sameName(event.principal, textOf(context.principal, 'id'));
    case 'session':
      return sameName(event.session, textOf(context.session, 'id'));
    case 'customer':
      return sameName(event.customer, textOf(context.session, 'customer'));
    default: {
      const [mine, theirs] = [evaluation.value(key.path), argumentOf(evaluation, event, key.path)];
      return hasValue(mine) && hasValue(theirs) ? equal(mine, theirs, isPath(key.path)) : undefined;
    }
  }
}

/** The value of a path of arguments in an event, read as the event's own tool has it. */
function argumentOf(evaluation, event, path) {
  return evaluation.facts.readEvent(event, path, evaluation);
}

function fieldHolds(evaluation, field, event) {
  if (field.any) return field.by ? !isAbsent(event.principal) : !isAbsent(own(event.args, field.name));
  const wanted = evaluation.value(field.value);
  const given = field.by
    ? isAbsent(event.principal)
      ? ABSENT
      : event.principal
    : fieldOf(evaluation, field.name, event);
  return hasValue(wanted) && hasValue(given) ? compareValues(field.op, given, wanted, isPath(field.value)) : undefined;
}

const isPath = (node) => typeOfKind(node.kind)?.format === 'path';

function fieldOf(evaluation, name, event) {
  const raw = own(event.args, name);
  if (isAbsent(raw)) return ABSENT;
  const type = evaluation.facts.fieldType(event.tool, name);
  if (!type) return ABSENT;
  const read = readWire(raw, type, event.args);
  return read.fault ? ABSENT : read.value;
}

function hasState(evaluation, state, index) {
  const { history } = evaluation.context;
  const event = history[index];
  if (state !== 'open') return event.state === state;
  if (!RUNNING.has(event.state)) return false;
  const later = history.slice(index + 1).filter((other) => ENDING.has(other.state));
  return not(some(later.map((other) => every([sameCall(event, other), happened(evaluation, other)]))));
}

const sameCall = (a, b) =>
  every([a.tool === b.tool, ...['principal', 'session', 'call_id'].map((name) => sameName(a[name], b[name]))]);

function previous(evaluation, node) {
  const { history } = evaluation.context;
  const tools = node.key?.by === 'args' ? evaluation.facts.toolsOf(node.event) : null;
  const answers = [];
  for (let index = history.length - 1; index >= -1; index -= 1) {
    if (index < 0) {
      answers.push(false);
      break;
    }
    const event = history[index];
    if (tools && !tools.includes(event.tool)) continue;
    const shares = sharesKey(evaluation, node.key, event);
    if (shares === false) continue;
    answers.push(isMeant(evaluation, node, index));
    if (shares && happened(evaluation, event)) break;
  }
  return answers.every((answer) => answer === answers[0]) ? answers[0] : undefined;
}

/** What clocks show, also where windows end earlier. */
export const presentOf = (context) => ('present' in context ? context.present : context.now);

function since(evaluation, node) {
  const { history } = evaluation.context;
  const after = (index) => {
    const event = history[index];
    if (happened(evaluation, event) !== true) return undefined;
    const present = presentOf(evaluation.context);
    return evaluation
      .around({ ...evaluation.context, history: history.slice(0, index + 1), now: event.at, present })
      .truth(node.h);
  };
  const meant = history.map((_, index) => isMeant(evaluation, node, index));
  if (meant.every((one) => one === false)) return false;
  const afters = history.map((_, index) => after(index));
  const now = evaluation.truth(node.h);
  return some(meant.map((one, index) => every([one, ...afters.slice(index + 1), now])));
}

/** A comparison that every number between two ends answers alike. */
function between(op, low, high, bound) {
  const [below, above] = [compareDecimals(low, bound), compareDecimals(high, bound)];
  const truths = new Set([ordered(op, below), ordered(op, above)]);
  if (below < 0 && above > 0) truths.add(ordered(op, 0));
  if (below === 0 && above > 0) truths.add(ordered(op, 1));
  return truths.size === 1 ? [...truths][0] : undefined;
}

function count(evaluation, node) {
  const meant = evaluation.context.history.map((_, index) => isMeant(evaluation, node, index));
  const certain = meant.filter((one) => one === true).length;
  const perhaps = meant.filter((one) => one === undefined).length;
  return between(node.op, decimal(certain), decimal(certain + perhaps), node.bound.value);
}

function sum(evaluation, node) {
  let [low, high] = [ZERO, ZERO];
  const money = node.bound.k === 'money' ? node.bound.currency : null;
  const bound = money ? shift(node.bound.value, digitsOf(money)) : node.bound.value;
  const amountOf = (value) => {
    if (!hasValue(value)) return null;
    if (value.money) return value.currency === money ? value.money : null;
    return value;
  };
  for (const [index, event] of evaluation.context.history.entries()) {
    const meant = isMeant(evaluation, node, index);
    if (meant === false) continue;
    const amount = amountOf(fieldOf(evaluation, node.field, event));
    if (amount === null) return undefined;
    if (meant || amount.n < 0n) low = add(low, amount);
    if (meant || amount.n > 0n) high = add(high, amount);
  }
  if (node.including) {
    const amount = amountOf(evaluation.value(node.own));
    if (amount === null) return undefined;
    [low, high] = [add(low, amount), add(high, amount)];
  }
  return inReach(low) && inReach(high) ? between(node.op, low, high, bound) : undefined;
}
