import { expanded } from './expand.mjs';
import { normalForm } from './formats.mjs';
import { foldName, isPlain } from './names.mjs';
import { parsePolicy } from './parser.mjs';
import { globMatches } from './patterns.mjs';
import { every, not } from './truth.mjs';
import { Evaluation } from './evaluate.mjs';
import { ABSENT, ILL } from './values.mjs';
import { Kind, Typing, declaredKind, settleParts, stepKind, typeOfKind, unify } from './typing.mjs';
import { isAbsent, isObject, own, readRecord, readWire } from './wire.mjs';

/**
 * A third reading of the policy language, written from docs/language alone: `readPolicy(text, catalogue).decide(call,
 * context)` answers as those pages say. It is slow, and knows nothing of the two evaluators it is compared with.
 */
const KEYWORD = { kind: 'string', format: 'keyword' };
const TEXT = { kind: 'string', format: 'text' };
const ALWAYS = {
  principal: { id: TEXT, type: KEYWORD, groups: { kind: 'list', of: KEYWORD } },
  session: { id: TEXT, customer: TEXT },
};
const CHANGING = new Set(['irreversible']);

export function readPolicy(text, catalogue = null, dialect) {
  return new Reading(parsePolicy(text, dialect), catalogue);
}

class Reading {
  constructor(policy, catalogue) {
    this.policy = policy;
    const declared = policy.tools.map(({ name, classes, args }) => ({ name, classes, args }));
    this.tools = catalogue || declared.length > 0 ? [...(catalogue?.tools ?? []), ...declared] : null;
    this.catalogue = catalogue;
    this.records = {
      principal: catalogue?.principal ?? policy.principal,
      session: catalogue?.session ?? policy.session,
    };
    this.groups = this.lyingIn({ ...catalogue?.groups, ...policy.groups });
    this.clauses = policy.rules.map((rule) =>
      rule.clauses.map(({ word, expr }) => ({ word, expr: expanded(expr, policy) })),
    );
    this.statements = policy.statements.map((expr) => expanded(expr, policy));
    this.named = this.knownNames();
    this.typed = new Map();
  }

  // ---- groups and scopes

  lyingIn(groups) {
    const up = new Map();
    for (const [name, parents] of Object.entries(groups))
      up.set(
        normalForm('keyword', name),
        parents.map((parent) => normalForm('keyword', parent)),
      );
    return up;
  }

  groupsOf(start) {
    const all = new Set(start);
    for (const group of all) for (const parent of this.groups.get(group) ?? []) all.add(parent);
    return all;
  }

  classesOf(tool) {
    const classes = tool.classes ?? ['write'];
    return classes.some((name) => CHANGING.has(name)) ? [...classes, 'write'] : classes;
  }

  inScope(scope, tool) {
    if (scope.all) return true;
    if (scope.tools) return scope.tools.includes(tool);
    if (scope.like) return globMatches(scope.like, tool);
    const known = this.tools?.find(({ name }) => name === tool);
    return known !== undefined && this.classesOf(known).includes(scope.class);
  }

  toolsOfEvent(event) {
    if (event.tools) return event.tools;
    const ofClass = (this.tools ?? []).filter((tool) => this.classesOf(tool).includes(event.class));
    const found = ofClass.length > 0 ? ofClass : (this.tools ?? []).filter((tool) => tool.aliasGroup === event.class);
    return found.map(({ name }) => name);
  }

  // ---- types

  /**
   * The clauses of all rules, typed for each tool. Types found from use belong to a tool and hold in the whole text, so one
   * that no rule names is typed beside those that rules do. Where tools are open, a rule over a pattern is read for all of them, and
   * so are properties and assumptions.
   */
  typedFor(name) {
    const key = this.tools || this.named.includes(name) ? null : name;
    if (this.typed.has(key)) return this.typed.get(key);
    const world = { open: {}, rules: [], statements: [] };
    const typings = [];
    this.open = world.open;
    const everybody = [...this.named, ...(key === null ? [] : [key])];
    for (const [index, rule] of this.policy.rules.entries()) {
      const names = everybody.filter((one) => (rule.scope.like && !this.tools) || this.inScope(rule.scope, one));
      if (names.length === 0) names.push('nobody'); // what callers and sessions are read as holds in the whole text
      const perTool = new Map();
      for (const one of names) {
        const typing = this.typingFor(one, this.tools ? names : []);
        const typed = structuredClone(this.clauses[index]);
        for (const { expr } of typed) typing.bool(expr);
        typings.push(typing);
        perTool.set(one, typed);
      }
      world.rules.push({ ...rule, perTool });
    }
    for (const statement of this.statements) {
      for (const one of everybody) {
        const typing = this.typingFor(one, this.tools ? everybody : []);
        const typed = structuredClone(statement);
        typing.bool(typed);
        typings.push(typing);
        world.statements.push({ one, typed });
      }
    }
    for (const typing of typings) typing.settle();
    for (const typing of typings) typing.settle(true);
    for (const kind of Object.values(world.open)) settleParts(kind);
    this.typed.set(key, world);
    return world;
  }

  typingFor(tool, scope) {
    const scopeTools = scope.map((one) => this.declaredArgs(one)).filter(Boolean);
    return new Typing(
      (root) => this.rootKind(root, tool, scopeTools),
      (event, field) => this.fieldKind(this.toolsOfEvent(event), field),
    );
  }

  rootKind(root, tool, scopeTools) {
    if (root === 'args') return this.tools ? declaredKind(this.declaredArgs(tool), scopeTools) : this.argsKind(tool);
    const record = this.records[root];
    const always = ALWAYS[root] ?? {};
    if (root !== 'args' && record) {
      const fields = { ...record.fields };
      for (const [name, type] of Object.entries(always))
        if (name === 'groups' || name === 'type' || !fields[name]) fields[name] = { type, required: false };
      const whole = { ...record, fields };
      return declaredKind(whole, [whole]);
    }
    this.open[root] ??= new Kind('record', {
      steps: new Map(Object.entries(always).map(([name, type]) => [name, declaredKind(type, [type])])),
    });
    return this.open[root];
  }

  fieldKind(tools, field) {
    if (this.tools) {
      const type = this.declaredArgs(tools[0])?.fields[field]?.type ?? null;
      return declaredKind(type, type ? [type] : []);
    }
    const [first, ...others] = tools.map((tool) => stepKind(this.argsKind(tool), field));
    for (const other of others) unify(first, other);
    return first;
  }

  /** Without declarations: the arguments of a tool as the text uses them. */
  argsKind(tool) {
    this.open[`args of ${tool}`] ??= new Kind('record', { steps: new Map() });
    return this.open[`args of ${tool}`];
  }

  declaredArgs(tool) {
    return this.tools?.find(({ name }) => name === tool)?.args ?? null;
  }

  fieldType(tool, field) {
    if (this.tools) return this.declaredArgs(tool)?.fields[field]?.type ?? null;
    return typeOfKind(this.fieldKind([tool], field));
  }

  /** The argument of an event at the path of a key. */
  readEvent(event, path) {
    const steps = [];
    for (let node = path; node.k === 'get'; node = node.base) steps.unshift(node.step);
    let [value, kind] = [event.args, this.tools ? null : this.argsKind(event.tool)];
    let type = this.tools ? this.declaredArgs(event.tool) : null;
    for (const step of steps) {
      if (!isObject(value)) return ILL;
      const raw = own(value, step);
      if (isAbsent(raw)) return ABSENT;
      if (this.tools) type = type?.kind === 'map' ? type.of : type?.fields?.[step]?.type;
      else {
        kind = kind.found.steps?.get(step) ?? new Kind();
        type = typeOfKind(kind);
      }
      if (!type) return ILL;
      const read = readWire(raw, type, value);
      if (read.fault) return ILL;
      ({ value } = read);
    }
    return value;
  }

  // ---- admission

  /** Without declarations: the names that the text reads of the tool, in calls and events, as a type whose values are not looked at. */
  namesRead(tool) {
    const names = new Set();
    const look = (node) => {
      if (Array.isArray(node)) return node.forEach(look);
      if (node === null || typeof node !== 'object' || node instanceof Kind) return;
      if (node.k === 'get' && node.base?.k === 'root' && node.base.name === 'args') names.add(node.step);
      Object.values(node).forEach(look);
    };
    const world = this.typedFor(tool);
    for (const { perTool } of world.rules) if (perTool.has(tool)) look(perTool.get(tool));
    for (const { one, typed } of world.statements) if (one === tool) look(typed);
    const kind = this.argsKind(tool).found;
    for (const name of this.namesInEvents(tool)) names.add(name);
    return {
      kind: 'names',
      fields: Object.fromEntries(
        [...names].map((name) => [name, { type: namesOf(kind.steps.get(name)), required: false }]),
      ),
    };
  }

  /** What fields, sums and keys of events read of the tool. */
  namesInEvents(tool) {
    const names = [];
    const look = (node) => {
      if (Array.isArray(node)) return node.forEach(look);
      if (node === null || typeof node !== 'object') return;
      if (node.event && this.toolsOfEvent(node.event).includes(tool)) {
        names.push(...node.event.fields.filter(({ by }) => !by).map(({ name }) => name));
        if (node.k === 'sum') names.push(node.field);
        if (node.key?.path) names.push(firstStep(node.key.path));
      }
      Object.values(node).forEach(look);
    };
    look([this.clauses, this.statements]);
    return names;
  }

  knownNames() {
    if (this.tools) return this.tools.map(({ name }) => name);
    const names = [...this.policy.rules.flatMap((rule) => rule.scope.tools ?? []), ...this.policy.tested];
    const look = (node) => {
      if (Array.isArray(node)) return node.forEach(look);
      if (node === null || typeof node !== 'object') return;
      const isName = (one) => one.k === 'text';
      if (node.k === 'compare' && node.a.k === 'tool' && isName(node.b)) names.push(node.b.text);
      if (node.k === 'in' && node.a.k === 'tool')
        names.push(...(node.items ?? []).filter(isName).map(({ text }) => text));
      if (node.event?.tools) names.push(...node.event.tools);
      Object.values(node).forEach(look);
    };
    look([this.clauses, this.statements]);
    return [...new Set(names)];
  }

  admission(call) {
    const known = this.knownNames();
    if (!known.includes(call.tool)) {
      const alike = known.some((name) => foldName(name) === foldName(call.tool));
      if (this.tools || alike || !isPlain(call.tool)) return { slug: 'tool_unknown' };
    }
    if (!isObject(call.args)) return { slug: 'argument_ill_typed', pointer: '' };
    const tool = this.tools?.find(({ name }) => name === call.tool);
    const args = tool?.args ?? this.namesRead(call.tool);
    const read = readRecord(call.args, args, {
      closed: true,
      unknown: call.unknown ?? [],
      unknownArguments: call.unknownArguments === 'allow',
    });
    return read.fault ? { slug: read.fault, pointer: read.at } : null;
  }

  // ---- decisions

  principalHolds(test, context) {
    if (!test) return true;
    const principal = isObject(context.principal) ? context.principal : {};
    if (test.is !== undefined) {
      const type = own(principal, 'type');
      const read = isAbsent(type) ? { fault: true } : readWire(type, KEYWORD);
      return read.fault ? undefined : read.value === normalForm('keyword', test.is);
    }
    const given = own(principal, 'groups');
    const read = isAbsent(given) ? { fault: true } : readWire(given, ALWAYS.principal.groups);
    return read.fault ? undefined : this.groupsOf(read.value).has(normalForm('keyword', test.in));
  }

  decide(call, context = {}) {
    const world = this.typedFor(call.tool);
    this.open = world.open;
    const refused = this.admission(call);
    if (refused) return { answer: 'refuse', deciding: [], ...refused };
    const facts = {
      toolsOf: (event) => this.toolsOfEvent(event),
      fieldType: (tool, field) => this.fieldType(tool, field),
      readEvent: (event, path) => this.readEvent(event, path),
    };
    const evaluation = new Evaluation(call, context, facts);
    const fired = [];
    for (const rule of world.rules) {
      if (!this.inScope(rule.scope, call.tool)) continue;
      const clauses = rule.perTool.get(call.tool);
      const truth = every([
        this.principalHolds(rule.principal, context),
        ...clauses.map(({ word, expr }) => (word === 'when' ? evaluation.truth(expr) : not(evaluation.truth(expr)))),
      ]);
      if (truth === true || (truth === undefined && rule.effect !== 'allow'))
        fired.push({ rule, cause: truth === true ? 'true' : 'undefined' });
    }
    return this.strictest(fired, context);
  }

  strictest(fired, context) {
    for (const effect of ['refuse', 'confirm', 'allow']) {
      const deciding = fired
        .filter(({ rule }) => rule.effect === effect)
        .map(({ rule, cause }) => ({ rule: rule.id, cause }));
      if (deciding.length === 0) continue;
      if (effect === 'allow') return { answer: 'allow', slug: 'allowed', deciding };
      if (effect === 'confirm' && context.confirmed === true) return { answer: 'allow', slug: 'confirmed', deciding };
      const certain = deciding.some(({ cause }) => cause === 'true');
      const slug = effect === 'refuse' ? 'refused' : 'confirm_required';
      return { answer: effect, slug: certain ? slug : 'guard_undefined', deciding };
    }
    const { fallback } = this.policy;
    if (fallback === 'confirm' && context.confirmed === true)
      return { answer: 'allow', slug: 'confirmed', deciding: [] };
    return { answer: fallback, slug: 'no_rule', deciding: [] };
  }
}

const firstStep = (path) => (path.base.k === 'root' ? path.step : firstStep(path.base));

/** The names that are read inside a place. */
function namesOf(place) {
  const kind = place?.found;
  if (kind?.name === 'list') return { kind: 'names of items', of: namesOf(kind.of) };
  if (!kind?.steps || kind.name === 'string' || kind.text) return { kind: 'any' };
  return {
    kind: 'names',
    fields: Object.fromEntries(
      [...kind.steps].map(([name, inner]) => [name, { type: namesOf(inner), required: false }]),
    ),
  };
}
