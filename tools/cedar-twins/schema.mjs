/**
 * Cedar's schemas as catalogues. An entity becomes a record `{ uid, up, attr, tags }`: its name, the names of all it lies in (itself
 * among them), its attributes, and its tags; one inside a set only its name. Each kind of request that a schema has is one tool, so
 * that every attribute has one type.
 */
const DEPTH = 3;
const BUILT_IN = { String: 'string', Long: 'long', Boolean: 'bool', Bool: 'bool' };
const TEXT = { kind: 'string', format: 'text' };
const OURS = {
  string: TEXT,
  long: { kind: 'int' },
  bool: { kind: 'bool' },
  datetime: { kind: 'time' },
  duration: { kind: 'duration' },
  decimal: { kind: 'decimal', scale: 4 },
  ipaddr: { kind: 'string', format: 'ip' },
};

const full = (namespace, name) => (namespace === '' || name.includes('::') ? name : `${namespace}::${name}`);

/** What a schema in JSON says: `{ entities, requests, typeOf }`. Types are `{ k }`, sets with `of`, records with `fields`. */
export class CedarSchema {
  constructor(json) {
    this.json = json;
    this.common = new Map();
    this.entities = new Map();
    this.requests = [];
    for (const [namespace, parts] of Object.entries(json)) {
      for (const [name, type] of Object.entries(parts.commonTypes ?? {}))
        this.common.set(full(namespace, name), { type, namespace });
      for (const [name, entity] of Object.entries(parts.entityTypes ?? {}))
        this.entities.set(full(namespace, name), { ...entity, namespace });
    }
    for (const [namespace, { actions }] of Object.entries(json)) this.addActions(namespace, actions ?? {});
  }

  addActions(namespace, actions) {
    const type = full(namespace, 'Action');
    const above = (id, seen = new Set()) => {
      if (seen.has(id)) return seen;
      seen.add(id);
      for (const group of actions[id]?.memberOf ?? []) above(group.id, seen);
      return seen;
    };
    for (const [id, { appliesTo }] of Object.entries(actions)) {
      const context = appliesTo?.context ? this.read(appliesTo.context, namespace) : { k: 'record', fields: {} };
      for (const principal of appliesTo?.principalTypes ?? [])
        for (const resource of appliesTo?.resourceTypes ?? [])
          this.requests.push({
            action: { type, id },
            groups: above(id),
            principal: this.entityName(principal, namespace),
            resource: this.entityName(resource, namespace),
            context,
          });
    }
  }

  entityName(name, namespace) {
    return this.entities.has(full(namespace, name)) ? full(namespace, name) : name;
  }

  /** Every type that may hold entities of this one directly. */
  parentsOf(name) {
    const { memberOfTypes = [], namespace } = this.entities.get(name);
    return memberOfTypes.map((parent) => this.entityName(parent, namespace));
  }

  attributesOf(name) {
    const { shape, namespace } = this.entities.get(name);
    return shape ? this.read(shape, namespace).fields : {};
  }

  tagsOf(name) {
    const { tags, namespace } = this.entities.get(name);
    return tags ? this.read(tags, namespace) : null;
  }

  read(type, namespace) {
    const name = type.type.replace(/^__cedar::/, '');
    if (type.type === 'Set') return { k: 'set', of: this.read(type.element, namespace) };
    if (type.type === 'Record') {
      const fields = Object.entries(type.attributes ?? {}).map(([field, inner]) => [
        field,
        { type: this.read(inner, namespace), required: inner.required !== false },
      ]);
      return { k: 'record', fields: Object.fromEntries(fields) };
    }
    if (type.type === 'Entity') return { k: 'entity', name: this.entityName(type.name, namespace) };
    if (type.type === 'Extension') return { k: type.name };
    const known = type.type === 'EntityOrCommon' ? type.name.replace(/^__cedar::/, '') : name;
    const common = this.common.get(full(namespace, known)) ?? this.common.get(known);
    if (common) return this.read(common.type, common.namespace);
    if (BUILT_IN[known]) return { k: BUILT_IN[known] };
    if (OURS[known]) return { k: known };
    return { k: 'entity', name: this.entityName(known, namespace) };
  }

  // ---- as a catalogue

  toolOf({ action, principal, resource }) {
    return `${action.id}|${principal}|${resource}`.replaceAll(/[^!-~]/g, '_');
  }

  catalogue() {
    const tools = this.requests.map((request) => {
      const fields = {
        principal: { type: this.entityType(request.principal, DEPTH), required: true },
        resource: { type: this.entityType(request.resource, DEPTH), required: true },
        context: { type: this.ours(request.context, DEPTH), required: true },
      };
      return { name: this.toolOf(request), classes: ['write'], args: { kind: 'record', fields } };
    });
    return { name: 'cedar', tools };
  }

  entityType(name, depth) {
    const fields = { uid: { type: TEXT, required: true }, up: { type: { kind: 'list', of: TEXT }, required: true } };
    if (depth > 0) {
      fields.attr = { type: this.ours({ k: 'record', fields: this.attributesOf(name) }, depth - 1), required: true };
      const tags = this.tagsOf(name);
      if (tags) fields.tags = { type: { kind: 'map', of: this.ours(tags, 0) }, required: true };
    }
    return { kind: 'record', fields };
  }

  ours(type, depth) {
    if (type.k === 'entity') return this.entityType(type.name, depth);
    if (type.k === 'set') return { kind: 'list', of: type.of.k === 'entity' ? TEXT : this.ours(type.of, 0) };
    if (type.k !== 'record') return OURS[type.k];
    const fields = Object.entries(type.fields).map(([name, field]) => [
      name,
      // Cedar has durations below zero, an argument has none: such a one is left out.
      { type: this.ours(field.type, depth), required: field.required && field.type.k !== 'duration' },
    ]);
    return { kind: 'record', fields: Object.fromEntries(fields) };
  }
}

export { DEPTH };
