import { instant, uidText } from './translate.mjs';
import { CedarWorld } from './world.mjs';

/** The entities of a file and the requests of others, as Cedar writes them in JSON. */
export class GivenWorld extends CedarWorld {
  constructor(schema, entities) {
    super(schema);
    for (const { uid } of entities) this.entityOf(uid);
    for (const { uid, parents, attrs, tags } of entities) {
      const entity = this.entityOf(uid);
      entity.parents = parents.map((parent) => this.entityOf(parent));
      if (!schema.entities.has(entity.uid.type)) continue;
      entity.attrs = this.fields(attrs, schema.attributesOf(entity.uid.type));
      const kind = schema.tagsOf(entity.uid.type);
      entity.tags = kind
        ? Object.fromEntries(Object.entries(tags ?? {}).map(([key, tag]) => [key, this.value(tag, kind)]))
        : null;
    }
  }

  /** What is named and never described has no attributes and lies in nothing. */
  entityOf(named) {
    const { type, id } = uidOf(named);
    const key = uidText({ type, id });
    const known = this.entities.get(key);
    if (known) return known;
    const tags = this.schema.entities.has(type) && this.schema.tagsOf(type) ? {} : null;
    const made = { uid: { type, id }, parents: [], attrs: {}, tags };
    this.entities.set(key, made);
    return made;
  }

  fields(given, declared) {
    const known = Object.entries(given).filter(([name]) => declared[name]);
    const values = known.map(([name, value]) => [name, this.value(value, declared[name].type)]);
    return Object.fromEntries(values.filter(([, value]) => value !== null));
  }

  value(given, type) {
    const arg = given?.__extn?.arg ?? given?.arg ?? given;
    switch (type.k) {
      case 'set':
        return given.map((item) => this.value(item, type.of));
      case 'entity':
        return { entity: this.entityOf(given) };
      case 'record':
        return { record: this.fields(given, type.fields) };
      case 'datetime':
        return { time: Date.parse(instant(arg)) };
      case 'duration':
        // See the catalogue of a schema: a policy that reads one below zero is answered otherwise than by Cedar.
        return arg.startsWith('-') ? null : { duration: arg };
      case 'decimal':
        return { decimal: arg };
      case 'ipaddr':
        return { ip: arg };
      default:
        return given;
    }
  }

  /** The call of a request file; null when the schema has no such request. */
  request({ principal, action, resource, context }) {
    const [who, what, where] = [principal, action, resource].map(uidOf);
    const kind = this.schema.requests.find(
      (each) => uidText(each.action) === uidText(what) && each.principal === who.type && each.resource === where.type,
    );
    if (!kind) return null;
    const [first, second] = [who, where].map((uid) => ({ entity: this.entityOf(uid) }));
    return this.call(kind, first, second, this.value(context, kind.context));
  }
}

/** `User::"alice"`, `{ type, id }` or either inside `__entity`. */
export function uidOf(named) {
  if (typeof named !== 'string') return named.__entity ?? { type: named.type, id: named.id };
  const at = named.indexOf('::"');
  return { type: named.slice(0, at), id: JSON.parse(named.slice(at + 2)) };
}
