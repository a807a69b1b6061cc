import { DEPTH } from './schema.mjs';
import { instant, uidText } from './translate.mjs';

/** Random entities and requests of a schema, as Cedar takes them and as arguments of a call. */
const HOUR = 3_600_000;
const SOME_DAY = Date.UTC(2025, 1, 20, 12);

/** Constants of the policies: what values are likely to matter. */
export function constantsOf(policies) {
  const found = {
    texts: new Set(['', 'x']),
    numbers: new Set([0, 1, 2]),
    times: new Set([SOME_DAY]),
    entities: new Map(),
  };
  const look = (node, key) => {
    if (typeof node === 'string') {
      if (key === 'Value' || key === 'Literal') found.texts.add(node);
    } else if (typeof node === 'number')
      found.numbers
        .add(node)
        .add(node + 1)
        .add(node - 1);
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node.datetime)) {
      const at = Date.parse(instant(node.datetime[0].Value));
      for (const shift of [-25 * HOUR, -1, 0, 1]) found.times.add(at + shift);
    }
    if (Array.isArray(node.pattern))
      found.texts.add(node.pattern.map((part) => (part === 'Wildcard' ? 'z' : part.Literal)).join(''));
    if (typeof node.type === 'string' && typeof node.id === 'string') {
      if (!found.entities.has(node.type)) found.entities.set(node.type, new Set());
      found.entities.get(node.type).add(node.id);
    }
    for (const [name, part] of Object.entries(node)) look(part, Array.isArray(node) ? key : name);
  };
  look(policies);
  return found;
}

/** Entities and values as arguments of a call. Values stand as `{ entity }`, `{ time }` and so on. */
export class CedarWorld {
  constructor(schema) {
    this.schema = schema;
    this.entities = new Map();
  }

  /** The call of a request: a kind of request of the schema, two values of entities and one of the context. */
  call(kind, principal, resource, context) {
    return {
      tool: this.schema.toolOf(kind),
      args: {
        principal: this.record(principal.entity, DEPTH),
        resource: this.record(resource.entity, DEPTH),
        context: this.ours(context, DEPTH),
      },
    };
  }

  above(entity, seen = new Set()) {
    seen.add(uidText(entity.uid));
    for (const parent of entity.parents) this.above(parent, seen);
    return seen;
  }

  record(entity, depth) {
    const members = { uid: uidText(entity.uid), up: [...this.above(entity)] };
    if (depth === 0) return members;
    members.attr = this.ours({ record: entity.attrs }, depth - 1);
    if (entity.tags) members.tags = this.ours({ record: entity.tags }, 0);
    return members;
  }

  ours(value, depth) {
    if (typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((item) => (item.entity ? uidText(item.entity.uid) : this.ours(item, 0)));
    if (value.entity) return this.record(value.entity, depth);
    if ('time' in value) return new Date(value.time).toISOString();
    if ('duration' in value) return value.duration;
    if ('decimal' in value) return Number(value.decimal);
    if ('ip' in value) return value.ip;
    return Object.fromEntries(Object.entries(value.record).map(([name, member]) => [name, this.ours(member, depth)]));
  }
}

/** Entities and requests from a source of numbers in [0, 1). */
export class RandomWorld extends CedarWorld {
  constructor(schema, constants, rng) {
    super(schema);
    this.constants = constants;
    this.rng = rng;
    for (const name of schema.entities.keys()) {
      const declared = schema.entities.get(name).enum;
      const ids = declared ?? [...(constants.entities.get(name) ?? []), 'a', 'b', 'c'];
      for (const id of new Set(ids))
        this.entities.set(uidText({ type: name, id }), { uid: { type: name, id }, parents: [] });
    }
    const all = [...this.entities.values()];
    for (const [rank, entity] of all.entries()) {
      const { type } = entity.uid;
      // A parent comes later in the list, so that nothing lies in itself.
      const above = all.filter((other, at) => at > rank && schema.parentsOf(type).includes(other.uid.type));
      const before = all.filter((other, at) => at < rank && schema.parentsOf(type).includes(other.uid.type));
      const likely = schema.parentsOf(type).includes(type) ? above : [...above, ...before];
      entity.parents = likely.filter(() => this.chance(0.35)).filter((other) => !this.reaches(other, entity));
      entity.attrs = this.fields(schema.attributesOf(type));
      const tags = schema.tagsOf(type);
      entity.tags = tags ? Object.fromEntries(this.someTexts().map((key) => [key, this.value(tags)])) : null;
    }
  }

  chance(probability) {
    return this.rng() < probability;
  }

  pick(items) {
    return [...items][Math.floor(this.rng() * (items.length ?? items.size))];
  }

  someTexts() {
    return [...this.constants.texts].filter(() => this.chance(0.4));
  }

  reaches(from, to) {
    return from === to || from.parents.some((parent) => this.reaches(parent, to));
  }

  value(type) {
    switch (type.k) {
      case 'bool':
        return this.chance(0.5);
      case 'long':
        return this.pick(this.constants.numbers);
      case 'string':
        return this.pick(this.constants.texts);
      case 'datetime':
        return { time: this.pick(this.constants.times) };
      case 'duration':
        return { duration: this.pick(['0s', '1h', '24h', '90m']) };
      case 'decimal':
        return { decimal: this.pick(['0.0', '1.5', '100.25']) };
      case 'ipaddr':
        return { ip: this.pick(['10.0.0.1', '192.168.0.1', '2001:db8::1']) };
      case 'set':
        return Array.from({ length: Math.floor(this.rng() * 4) }, () => this.value(type.of));
      case 'entity':
        return { entity: this.pick([...this.entities.values()].filter(({ uid }) => uid.type === type.name)) };
      default:
        return { record: this.fields(type.fields) };
    }
  }

  fields(fields) {
    const given = Object.entries(fields).filter(([, { required }]) => required || this.chance(0.6));
    return Object.fromEntries(given.map(([name, { type }]) => [name, this.value(type)]));
  }

  /** `{ call, cedar }` for one kind of request. */
  request(kind) {
    const [principal, resource] = [kind.principal, kind.resource].map((name) => this.value({ k: 'entity', name }));
    const context = this.value(kind.context);
    return {
      cedar: {
        principal: principal.entity.uid,
        action: kind.action,
        resource: resource.entity.uid,
        context: theirs(context),
      },
      call: this.call(kind, principal, resource, context),
    };
  }

  cedarEntities() {
    const actions = this.schema.requests.map(({ action, groups }) => ({
      uid: action,
      parents: [...groups].filter((id) => id !== action.id).map((id) => ({ type: action.type, id })),
      attrs: {},
    }));
    const named = new Map(actions.map((action) => [action.uid.id, action]));
    const entities = [...this.entities.values()].map(({ uid, parents, attrs, tags }) => ({
      uid,
      parents: parents.map((parent) => parent.uid),
      attrs: Object.fromEntries(Object.entries(attrs).map(([name, value]) => [name, theirs(value)])),
      ...(tags && { tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, theirs(value)])) }),
    }));
    return [...named.values(), ...entities];
  }
}

/** A value as Cedar's JSON has it. */
function theirs(value) {
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(theirs);
  if (value.entity) return { __entity: value.entity.uid };
  if ('time' in value) return { __extn: { fn: 'datetime', arg: new Date(value.time).toISOString() } };
  if ('duration' in value) return { __extn: { fn: 'duration', arg: value.duration } };
  if ('decimal' in value) return { __extn: { fn: 'decimal', arg: value.decimal } };
  if ('ip' in value) return { __extn: { fn: 'ip', arg: value.ip } };
  return Object.fromEntries(Object.entries(value.record).map(([name, member]) => [name, theirs(member)]));
}
