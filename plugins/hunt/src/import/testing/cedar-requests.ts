import type { Catalogue, RecordType, Type } from '@ostiary/catalogue';
import { ANCESTORS, attributeName, contextName, principalName, TAGS, UID, type Uid, uidText } from '../cedar/names.js';
import type { CedarType, CedarTypes, EntityType, Fields } from '../cedar/types.js';

/** A number from 0 up to one, that one excluded. */
export type Random = (below: number) => number;

type Json = unknown;

/** An entity as Cedar takes it. */
export interface Entity {
  readonly uid: Uid;
  readonly attrs: Readonly<Record<string, Json>>;
  readonly parents: readonly Uid[];
  readonly tags?: Readonly<Record<string, Json>>;
}

export interface CedarRequest {
  readonly principal: Uid;
  readonly action: Uid;
  readonly resource: Uid;
  readonly context: Readonly<Record<string, Json>>;
  readonly entities: readonly Entity[];
}

/** Constants of a policy: what they are compared with is drawn from them, and near them. */
export interface Constants {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
  readonly uids: readonly Uid[];
}

/** The constants in the JSON of policies. */
export function constantsOf(json: unknown): Constants {
  const texts = new Set(['', 'a', 'z']);
  const numbers = new Set([0, 1]);
  const uids = new Map<string, Uid>();
  const look = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    else if (typeof value === 'number' && Number.isSafeInteger(value))
      for (const near of [-1, 0, 1]) numbers.add(value + near);
    else if (Array.isArray(value)) value.forEach(look);
    else if (typeof value === 'object' && value !== null) {
      if ('type' in value && 'id' in value) uids.set(uidText(value as Uid), value as Uid);
      else Object.values(value).forEach(look);
    }
  };
  look(json);
  return { texts: [...texts], numbers: [...numbers], uids: [...uids.values()] };
}

const TIMES = ['2024-01-01', '2025-01-31T12:00:00Z', '2026-06-01T00:00:00.001Z', '2025-02-20'];
const DECIMALS = ['0.0', '1.25', '-3.5', '10.0001'];
const IPS = ['10.0.0.1', '127.0.0.1', '224.0.0.1', '2001:db8::1', '::1'];
const DURATIONS = ['0ms', '1h', '24h', '36h', '8h30m'];

/** A request that is well formed by the types, with entities that hang together. */
export function randomRequest(types: CedarTypes, { texts, numbers, uids }: Constants, random: Random): CedarRequest {
  const pick = <T>(from: readonly T[]): T => {
    const found = from[random(from.length)];
    if (found === undefined) throw new RangeError('nothing to pick from');
    return found;
  };
  const store = new Map<string, Entity>();

  const uidOf = ({ names }: EntityType): Uid => {
    const known = uids.filter(({ type }) => !/(?:^|::)Action$/u.test(type) && (names === null || names.includes(type)));
    const others =
      names === null ? [{ type: 'Other', id: 'a' }] : names.flatMap((type) => ['a', 'b'].map((id) => ({ type, id })));
    return pick([...known, ...others]);
  };
  const parentsOf = (type: EntityType, depth: number): readonly Uid[] => {
    const within = type.within();
    const known = uids.filter((uid) => !/(?:^|::)Action$/u.test(uid.type) && (within === null || within.has(uid.type)));
    const others = within === null ? [] : [...within].map((each) => ({ type: each, id: 'a' }));
    const parents = [...known, ...others].filter(() => random(3) === 0 && depth < 2);
    for (const uid of parents) {
      const named = types.entityNamed(uid.type);
      if (named) stored(uid, named, depth + 1);
      else if (!store.has(uidText(uid))) store.set(uidText(uid), { uid, attrs: {}, parents: [] });
    }
    return parents;
  };
  const entity = (type: EntityType, depth: number): Uid => {
    const uid = uidOf(type);
    return stored(uid, types.entityNamed(uid.type) ?? type, depth);
  };
  const stored = (uid: Uid, type: EntityType, depth: number): Uid => {
    const key = uidText(uid);
    if (store.has(key)) return uid;
    store.set(key, { uid, attrs: {}, parents: [] });
    const tags = type.tags();
    store.set(key, {
      uid,
      attrs: record(type.fields(), depth + 1),
      parents: parentsOf(type, depth).filter(
        (parent) => uidText(parent) !== key && store.get(uidText(parent))?.parents.length === 0,
      ),
      ...(tags && {
        tags: Object.fromEntries(texts.filter(() => random(2) === 0).map((tag) => [tag, value(tags, depth + 1)])),
      }),
    });
    return uid;
  };
  const record = (fields: Fields, depth: number): Record<string, Json> =>
    Object.fromEntries(
      [...fields].flatMap(([name, { type, required }]) =>
        type.kind === 'other' || (!required && (random(3) === 0 || depth > 4)) ? [] : [[name, value(type, depth)]],
      ),
    );
  const value = (type: CedarType, depth: number): Json => {
    switch (type.kind) {
      case 'bool':
        return random(2) === 0;
      case 'int':
        return pick(numbers);
      case 'text':
        return random(2) === 0 ? pick(texts) : pick(texts) + pick(texts);
      case 'decimal':
        return { __extn: { fn: 'decimal', arg: pick(DECIMALS) } };
      case 'ip':
        return { __extn: { fn: 'ip', arg: pick(IPS) } };
      case 'time':
        return { __extn: { fn: 'datetime', arg: pick(TIMES) } };
      case 'duration':
        return { __extn: { fn: 'duration', arg: pick(DURATIONS) } };
      case 'set':
        return Array.from({ length: random(4) }, () => value(type.of, depth));
      case 'record':
        return record(type.fields, depth);
      case 'entity':
        return { __entity: entity(type, depth) };
      case 'other':
        return 'anything';
    }
  };

  const [name, action] = pick([...types.actions]);
  const principal = entity(types.principal, 0);
  const resource = entity(action.resource, 0);
  const context = record(action.context, 1);
  const groups = uids.filter((uid) => types.actionsIn(uidText(uid))?.includes(name) === true && uidText(uid) !== name);
  const uid = actionUid(name);
  store.set(name, { uid, attrs: {}, parents: groups });
  for (const group of groups) store.set(uidText(group), { uid: group, attrs: {}, parents: [] });
  return { principal, action: uid, resource, context, entities: [...store.values()] };
}

/** Of `Shop::Action::"view"`. */
function actionUid(name: string): Uid {
  const at = name.indexOf('::"');
  return { type: name.slice(0, at), id: JSON.parse(name.slice(at + 2)) as string };
}

export interface OwnCall {
  readonly call: { readonly tool: string; readonly args: Readonly<Record<string, Json>> };
  readonly context: { readonly principal: Readonly<Record<string, Json>> };
}

/** A request of Cedar as a call of ours. */
export function callOf(request: CedarRequest, types: CedarTypes, catalogue: Catalogue): OwnCall {
  const store = new Map(request.entities.map((entity) => [uidText(entity.uid), entity]));
  const ancestors = (uid: Uid, seen = new Set<string>()): Set<string> => {
    for (const parent of store.get(uidText(uid))?.parents ?? []) {
      if (seen.has(uidText(parent))) continue;
      seen.add(uidText(parent));
      ancestors(parent, seen);
    }
    return seen;
  };
  const ofEntity = (
    uid: Uid,
    type: RecordType | null,
    rename: (name: string) => string,
    own: string,
  ): Record<string, Json> => {
    const found = store.get(uidText(uid));
    const attributes = Object.entries(found?.attrs ?? {}).map(([name, value]): [string, Json] => [rename(name), value]);
    const all: [string, Json][] = [
      [own, uidText(uid)],
      [ANCESTORS, [...ancestors(uid)]],
      ...(found?.tags ? [[TAGS, found.tags] as [string, Json]] : []),
      ...attributes,
    ];
    return Object.fromEntries(
      all
        .filter(([name]) => type === null || Object.hasOwn(type.fields, name))
        .map(([name, value]) => [name, convert(value, type?.fields[name]?.type)]),
    );
  };
  const convert = (value: Json, type: Type | undefined): Json => {
    if (Array.isArray(value)) return value.map((each) => convert(each, type?.kind === 'list' ? type.of : undefined));
    if (typeof value !== 'object' || value === null) return value;
    if ('__entity' in value) {
      const uid = value.__entity as Uid;
      return type?.kind === 'record' ? ofEntity(uid, type, attributeName, UID) : uidText(uid);
    }
    if ('__extn' in value) {
      const { fn, arg } = value.__extn as { fn: string; arg: string };
      if (fn === 'decimal') return Number(arg);
      return fn === 'datetime'
        ? new Date(arg.replace(/([+-]\d{2})(\d{2})$/u, '$1:$2')).toISOString()
        : arg === '0ms'
          ? '0s'
          : arg;
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        convert(each, type?.kind === 'record' ? type.fields[name]?.type : type?.kind === 'map' ? type.of : undefined),
      ]),
    );
  };
  const tool = types.actions.get(uidText(request.action))?.tool ?? request.action.id;
  const declared = catalogue.tools.find(({ name }) => name === tool)?.args.fields ?? {};
  const resource = declared['resource']?.type;
  const context = Object.entries(request.context).map(([name, value]) => [
    contextName(name),
    convert(value, declared[contextName(name)]?.type),
  ]);
  return {
    call: {
      tool,
      args: {
        resource: ofEntity(request.resource, resource?.kind === 'record' ? resource : null, attributeName, UID),
        ...Object.fromEntries(context),
      },
    },
    context: { principal: ofEntity(request.principal, catalogue.principal ?? null, principalName, 'id') },
  };
}
