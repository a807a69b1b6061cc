import { DEPTH } from './schema.mjs';

/** Thrown for what the language cannot say; the message names it. */
export class Unsayable extends Error {}

const quoted = (text) => JSON.stringify(text);
export const uidText = ({ type, id }) => `${type}::${JSON.stringify(id)}`;
const constant = (value) => ({ constant: value });
const isConstant = (one, value) => one.constant === value;
const COMPARE = new Set(['==', '!=', '<', '<=', '>', '>=']);

/**
 * One Cedar policy (its JSON) as a rule of dialect 2 for one kind of request; null when it never applies to it. What the
 * types of the request alone decide is left out, as Cedar's own checker does.
 *
 * @throws Unsayable
 */
export function ruleFor(policy, schema, request) {
  const translation = new Translation(schema, request);
  let whole = translation.scope(policy).reduce(both, constant(true));
  for (const { kind, body } of policy.conditions) {
    if (isConstant(whole, false)) return null;
    const test = translation.test(body);
    whole = both(whole, kind === 'when' ? test : negated(test));
  }
  if (isConstant(whole, false)) return null;
  const when = isConstant(whole, true) ? '' : ` when { ${whole.text} }`;
  return `${policy.effect === 'permit' ? 'allow' : 'refuse'} (tool == ${quoted(schema.toolOf(request))})${when};`;
}

const negated = (test) => ('constant' in test ? constant(!test.constant) : { text: `!(${test.text})` });
const both = (a, b) => {
  if (isConstant(a, false) || isConstant(b, true)) return a;
  if (isConstant(a, true)) return b;
  return isConstant(b, false) ? b : { text: `(${a.text} && ${b.text})` };
};
const either = (a, b) => negated(both(negated(a), negated(b)));

class Translation {
  constructor(schema, request) {
    this.schema = schema;
    this.request = request;
    this.fresh = 0;
  }

  scope({ principal, action, resource }) {
    return [
      this.within(principal, this.variable('principal')),
      this.acting(action),
      this.within(resource, this.variable('resource')),
    ];
  }

  variable(name) {
    if (name === 'context') return { text: 'args.context', type: this.request.context, depth: DEPTH };
    return { text: `args.${name}`, type: { k: 'entity', name: this.request[name] }, depth: DEPTH };
  }

  acting({ op, entity, entities = [entity] }) {
    if (op === 'All') return constant(true);
    const own = this.request.action;
    return constant(
      entities.some(({ type, id }) => type === own.type && (op === '==' ? id === own.id : this.request.groups.has(id))),
    );
  }

  within({ op, entity, entity_type: wanted, in: inside }, subject) {
    if (op === 'All') return constant(true);
    if (op === '==') return { text: `${subject.text}.uid == ${quoted(uidText(entity))}` };
    if (op === 'in') return this.lies(subject, [entity]);
    if (wanted !== subject.type.name) return constant(false);
    return inside ? this.lies(subject, [inside.entity]) : constant(true);
  }

  lies(subject, entities) {
    return { text: `${subject.text}.up.containsAny([${entities.map((one) => quoted(uidText(one))).join(', ')}])` };
  }

  // ---- tests

  test(node) {
    const [[op, rest]] = Object.entries(node);
    switch (op) {
      case 'Value':
        if (typeof rest === 'boolean') return constant(rest);
        break;
      case '!':
        return negated(this.test(rest.arg));
      case '&&': {
        const left = this.test(rest.left);
        return isConstant(left, false) ? left : both(left, this.test(rest.right));
      }
      case '||': {
        const left = this.test(rest.left);
        return isConstant(left, true) ? left : either(left, this.test(rest.right));
      }
      case 'if-then-else': {
        const condition = this.test(rest.if);
        if ('constant' in condition) return this.test(condition.constant ? rest.then : rest.else);
        const [then, other] = [this.test(rest.then), this.test(rest.else)].map(
          (one) => one.text ?? `(1 == ${one.constant ? 1 : 2})`,
        );
        return { text: `(if ${condition.text} then ${then} else ${other})` };
      }
      case 'has':
        return this.has(this.value(rest.left), rest.attr);
      case 'hasTag': {
        const subject = this.value(rest.left);
        return { text: `${this.tags(subject)} has ${quoted(this.key(rest.right))}` };
      }
      case 'is': {
        const subject = this.value(rest.left);
        const right = constant(subject.type.name === rest.entity_type);
        return rest.in && right.constant ? both(right, this.contained(subject, rest.in)) : right;
      }
      case 'in':
        return this.contained(this.value(rest.left), rest.right);
      case 'contains':
        return this.contains(rest.left, rest.right);
      case 'containsAll':
      case 'containsAny':
        return this.overlaps(op, rest.left, rest.right);
      case 'isEmpty':
        return { text: `${this.value(rest.arg).text}.size() == 0` };
      case 'like':
        return { text: `${this.value(rest.left).text} like ${this.glob(rest.pattern)}` };
      case 'lessThan':
      case 'lessThanOrEqual':
      case 'greaterThan':
      case 'greaterThanOrEqual': {
        const sign = { lessThan: '<', lessThanOrEqual: '<=', greaterThan: '>', greaterThanOrEqual: '>=' }[op];
        return { text: `${this.value(rest[0]).text} ${sign} ${this.value(rest[1]).text}` };
      }
      case 'isInRange':
        return { text: `in_range(${this.value(rest[0]).text}, ${quoted(rest[1].ip[0].Value)})` };
      default:
        if (COMPARE.has(op)) return this.compare(op, rest.left, rest.right);
    }
    const value = this.value(node);
    if (value.type?.k !== 'bool') throw new Unsayable(`a test: ${op}`);
    return { text: value.text };
  }

  has(subject, attr) {
    const fields = subject.type.k === 'entity' ? this.schema.attributesOf(subject.type.name) : subject.type.fields;
    const field = Object.hasOwn(fields, attr) ? fields[attr] : null;
    if (!field) return constant(false);
    if (field.required) return constant(true);
    return { text: `has ${this.step(subject, attr).text}` };
  }

  contained(subject, node) {
    if (subject.type.k !== 'entity') throw new Unsayable('in of no entity');
    if (node.Set) {
      const known = node.Set.map((item) => item.Value?.__entity);
      if (known.every(Boolean)) return this.lies(subject, known);
      return node.Set.map((item) => this.contained(subject, item)).reduce(either, constant(false));
    }
    if (node.Value?.__entity) return this.lies(subject, [node.Value.__entity]);
    const around = this.value(node);
    if (around.type.k === 'entity') return { text: `${around.text}.uid in ${subject.text}.up` };
    return { text: `${subject.text}.up.containsAny(${around.text})` };
  }

  contains(list, item) {
    if (list.Set) return { text: `${this.plain(item)} in [${list.Set.map((one) => this.plain(one)).join(', ')}]` };
    const all = this.value(list);
    if (all.type.of.k !== 'record') return { text: `${all.text}.contains(${this.plain(item)})` };
    if (!item.Record) throw new Unsayable('a set of records that is asked for one that is no constant');
    this.fresh += 1;
    const each = { text: `each${this.fresh}`, type: all.type.of };
    const tests = Object.entries(item.Record).map(([name, value]) => {
      const part = this.step(each, name);
      return `${part.type.k === 'entity' ? `${part.text}.uid` : part.text} == ${this.plain(value)}`;
    });
    return { text: `${all.text}.any(${each.text}, ${tests.join(' && ')})` };
  }

  overlaps(op, left, right) {
    if (left.Set) throw new Unsayable(`${op} of a constant set`);
    const others = right.Set ? `[${right.Set.map((one) => this.plain(one)).join(', ')}]` : this.value(right).text;
    return { text: `${this.value(left).text}.${op}(${others})` };
  }

  compare(op, left, right) {
    const [a, b] = [this.value(left), this.value(right)];
    if (a.type.k === 'record' || b.type.k === 'record') throw new Unsayable('equality of records');
    if (a.type.k === 'set') {
      const same = { text: `${a.text}.containsOnly(${b.text})` };
      return op === '==' ? same : negated(same);
    }
    return { text: `${this.plain(left)} ${op} ${this.plain(right)}` };
  }

  glob(pattern) {
    const parts = pattern.map((part) =>
      part === 'Wildcard' ? '*' : part.Literal.replaceAll(/[\\*]/g, String.raw`\$&`),
    );
    return `"${parts.join('').replaceAll('"', String.raw`\"`)}"`;
  }

  // ---- values

  /** A value, and of an entity its name. */
  plain(node) {
    const { text, type } = this.value(node);
    if (type.k === 'record') throw new Unsayable('a record as a value');
    return type.k === 'entity' && !node.Value ? `${text}.uid` : text;
  }

  value(node) {
    const [[op, rest]] = Object.entries(node);
    switch (op) {
      case 'Var':
        if (rest === 'action') throw new Unsayable('the action as a value');
        return this.variable(rest);
      case 'Value':
        return literal(rest);
      case '.':
        return this.step(this.value(rest.left), rest.attr);
      case 'getTag': {
        const subject = this.value(rest.left);
        const type = this.schema.tagsOf(subject.type.name);
        return { text: `${this.tags(subject)}[${quoted(this.key(rest.right))}]`, type, depth: 0 };
      }
      case 'Set':
        return { text: `[${rest.map((item) => this.plain(item)).join(', ')}]`, type: { k: 'set' } };
      case '+':
      case '-':
      case '*':
        return { text: `(${this.value(rest.left).text} ${op} ${this.value(rest.right).text})`, type: { k: 'long' } };
      case 'neg':
        return { text: `-${this.value(rest.arg).text}`, type: { k: 'long' } };
      case 'decimal':
        return { text: rest[0].Value, type: { k: 'decimal' } };
      case 'ip':
        return { text: quoted(rest[0].Value), type: { k: 'ipaddr' } };
      case 'datetime':
        return { text: quoted(instant(rest[0].Value)), type: { k: 'datetime' } };
      case 'duration':
        return { text: rest[0].Value, type: { k: 'duration' } };
      case 'offset':
        return { text: `(${this.value(rest[0]).text} + ${this.value(rest[1]).text})`, type: { k: 'datetime' } };
      case 'durationSince':
        return { text: `(${this.value(rest[0]).text} - ${this.value(rest[1]).text})`, type: { k: 'duration' } };
      default: {
        if (
          ['toTime', 'toDate', 'Record', 'toDays', 'toHours', 'toMinutes', 'toSeconds', 'toMilliseconds'].includes(op)
        )
          throw new Unsayable(op);
        const test = this.test(node);
        return { text: test.text ?? `(1 == ${test.constant ? 1 : 2})`, type: { k: 'bool' } };
      }
    }
  }

  step(subject, attr) {
    const { type, depth = 0 } = subject;
    if (type.k === 'entity') {
      if (depth === 0) throw new Unsayable('an attribute of an entity in a set, or far away');
      const field = this.schema.attributesOf(type.name)[attr];
      if (!field) throw new Unsayable(`an attribute that the schema does not have: ${attr}`);
      return { text: `${subject.text}.attr[${quoted(attr)}]`, type: field.type, depth: depth - 1 };
    }
    const field = type.fields?.[attr];
    if (!field) throw new Unsayable(`a member that the schema does not have: ${attr}`);
    return { text: `${subject.text}[${quoted(attr)}]`, type: field.type, depth };
  }

  tags(subject) {
    if (!subject.depth) throw new Unsayable('tags of an entity in a set, or far away');
    return `${subject.text}.tags`;
  }

  key(node) {
    if (typeof node.Value !== 'string') throw new Unsayable('a tag whose name is worked out');
    return node.Value;
  }
}

function literal(value) {
  if (typeof value === 'string') return { text: quoted(value), type: { k: 'string' } };
  if (typeof value === 'number') return { text: String(value), type: { k: 'long' } };
  if (typeof value === 'boolean') return { text: `(1 == ${value ? 1 : 2})`, type: { k: 'bool' } };
  return { text: quoted(uidText(value.__entity)), type: { k: 'entity', name: value.__entity.type } };
}

/** Cedar writes an offset without a colon, and a date may stand alone. */
export const instant = (text) => new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')).toISOString();
