import { breaking, type Change, compatible, dangerous } from './change.ts';
import { asList, asObject, inWords, type Json, type JsonObject, resolve, same } from './json.ts';

/** Two documents and which way the schemas in hand travel: `sent` by clients, or `answered` to them. */
export interface Comparison {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly travels: 'sent' | 'answered';
  /** Pairs of references being compared further up: schemas may be recursive. */
  readonly open: ReadonlySet<string>;
}

/** What changed between two schemas for those who wrote a client against the first. */
export function compareSchemas(
  before: Json | undefined,
  after: Json | undefined,
  where: string,
  c: Comparison,
): Change[] {
  const pair = `${inWords(asObject(before)['$ref'])}|${inWords(asObject(after)['$ref'])}`;
  if (pair.length > 1 && c.open.has(pair)) return [];
  const inner: Comparison = pair.length > 1 ? { ...c, open: new Set([...c.open, pair]) } : c;
  const old = resolve(before, c.before);
  const now = resolve(after, c.after);
  const [oldUnion, nowUnion] = [alternatives(old), alternatives(now)];
  if (oldUnion || nowUnion) return compareUnions(oldUnion ?? [old], nowUnion ?? [now], where, inner);
  return [
    ...compareTypes(old, now, where, c),
    ...compareValues(old, now, where, c),
    ...compareBounds(old, now, where, c),
    ...compareMembers(old, now, where, inner),
    ...compareItems(old, now, where, inner),
    ...compareContent(old, now, where, inner),
  ];
}

function alternatives(schema: JsonObject): readonly Json[] | undefined {
  const union = schema['oneOf'] ?? schema['anyOf'];
  return Array.isArray(union) ? union : undefined;
}

/**
 * Each old alternative must go on in a new one: in that of its name where there is one. Of the others those that fit without a break are paired first; what is left over is
 * paired with what is left over, and an old one without a partner was removed. A new one is a new mode, unless it is of
 * a type that was never answered there: then the type changed.
 */
function compareUnions(before: readonly Json[], after: readonly Json[], where: string, c: Comparison): Change[] {
  const free = new Set(after);
  const changes: Change[] = [];
  const pairOff = (one: Json, candidates: readonly Json[], least: number): boolean => {
    const tries = candidates
      .map((other) => ({ other, found: compareSchemas(one, other, where, c) }))
      .toSorted((a, b) => brokenIn(a.found) - brokenIn(b.found));
    const [best] = tries;
    if (!best || brokenIn(best.found) > least) return false;
    free.delete(best.other);
    changes.push(...best.found);
    return true;
  };
  // An old alternative may also go on in one that another goes on in already: two that were merged. Not in one that is told from others by a
  // value that this one need not have.
  const merged = (one: Json): readonly Json[] => after.filter((other) => !isTold(one, other, c));
  // One that still has its name goes on there: a client has a type of that name.
  const namesakes = (one: Json): readonly Json[] => [...free].filter((other) => isNamedAlike(one, other));
  const left = before.filter(
    (one) => !pairOff(one, namesakes(one), Infinity) && !pairOff(one, [...free], 0) && !pairOff(one, merged(one), 0),
  );
  for (const one of left) {
    if (!pairOff(one, [...free], Infinity))
      changes.push(breaking(where, `the alternative ${nameOf(one, c.before)} was removed`));
  }
  const known = new Set(before.flatMap((one) => typesOf(resolve(one, c.before))));
  const added = [...free].map((one) => {
    const surprising = c.travels === 'answered' && typesOf(resolve(one, c.after)).some((type) => !known.has(type));
    return (surprising ? breaking : compatible)(where, `the alternative ${nameOf(one, c.after)} was added`);
  });
  return [...changes, ...added];
}

function isNamedAlike(one: Json, other: Json): boolean {
  const reference = asObject(one)['$ref'];
  return typeof reference === 'string' && asObject(other)['$ref'] === reference;
}

/** Whether a member of the new alternative has one value only, where the old one had any. */
function isTold(one: Json, other: Json, { before, after }: Comparison): boolean {
  const was = asObject(resolve(one, before)['properties']);
  return Object.entries(asObject(resolve(other, after)['properties'])).some(
    ([name, member]) => asObject(member)['const'] !== undefined && valuesOf(asObject(was[name])) === undefined,
  );
}

function nameOf(schema: Json, document: JsonObject): string {
  const reference = asObject(schema)['$ref'];
  if (typeof reference === 'string') return reference.slice(reference.lastIndexOf('/') + 1);
  const { title, type } = resolve(schema, document);
  return inWords(title ?? type) || JSON.stringify(schema).slice(0, 80);
}

function brokenIn(changes: readonly Change[]): number {
  return changes.filter(({ severity }) => severity === 'breaking').length;
}

function compareTypes(old: JsonObject, now: JsonObject, where: string, { travels }: Comparison): Change[] {
  const [was, is] = [typesOf(old), typesOf(now)];
  if (was.join() === is.join()) return [];
  const widened = is.length === 0 || was.every((type) => is.includes(type));
  if (travels === 'sent' && was.length > 0 && widened)
    return [compatible(where, `takes ${is.join(' or ') || 'anything'} now`)];
  return [breaking(where, `the type changed from ${was.join(' or ') || 'any'} to ${is.join(' or ') || 'any'}`)];
}

function typesOf(schema: JsonObject): readonly string[] {
  const type = schema['type'] ?? (schema['const'] === undefined ? undefined : jsonType(schema['const']));
  return (Array.isArray(type) ? type.map(inWords) : type === undefined ? [] : [inWords(type)]).toSorted();
}

function jsonType(value: Json): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** `const` and `enum`. A value that goes is a removal; one that comes can surprise whoever is answered it. */
function compareValues(old: JsonObject, now: JsonObject, where: string, { travels }: Comparison): Change[] {
  const [was, is] = [valuesOf(old), valuesOf(now)];
  if (!was && !is) return same(old['default'], now['default']) ? [] : [dangerous(where, 'the default changed')];
  if (!was)
    return travels === 'sent'
      ? [breaking(where, 'only some values are taken now')]
      : [compatible(where, 'only some values are answered now')];
  if (!is)
    return travels === 'sent'
      ? [compatible(where, 'any value is taken now')]
      : [dangerous(where, 'other values can be answered now')];
  const gone = was.filter((value) => !is.some((other) => same(value, other)));
  const come = is.filter((value) => !was.some((other) => same(value, other)));
  return [
    ...gone.map((value) => breaking(where, `the value ${JSON.stringify(value)} was removed`)),
    ...come.map((value) =>
      (travels === 'sent' ? compatible : dangerous)(where, `the value ${JSON.stringify(value)} was added`),
    ),
    ...(same(old['default'], now['default']) ? [] : [dangerous(where, 'the default changed')]),
  ];
}

function valuesOf(schema: JsonObject): readonly Json[] | undefined {
  if (schema['const'] !== undefined) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

/** Limits. Narrower is refused where it was taken; wider can overflow who is answered it. */
function compareBounds(old: JsonObject, now: JsonObject, where: string, { travels }: Comparison): Change[] {
  const ranges = [
    ...LOWER.map((name) => [name, -Infinity, 1] as const),
    ...UPPER.map((name) => [name, Infinity, -1] as const),
  ].flatMap(([name, none, sign]) => {
    const [was, is] = [old[name] ?? none, now[name] ?? none] as [number, number];
    if (was === is) return [];
    const narrower = (is - was) * sign > 0;
    const what = `${name} changed from ${inWords(old[name] ?? 'none')} to ${inWords(now[name] ?? 'none')}`;
    return [severityOf(narrower, travels)(where, what)];
  });
  const forms = ['pattern', 'format'].flatMap((name) => {
    if (same(old[name], now[name])) return [];
    return [severityOf(now[name] !== undefined, travels)(where, `${name} changed`)];
  });
  return [...ranges, ...forms];
}

function severityOf(narrower: boolean, travels: Comparison['travels']): (where: string, what: string) => Change {
  if (travels === 'sent') return narrower ? breaking : compatible;
  return narrower ? compatible : dangerous;
}

function compareMembers(old: JsonObject, now: JsonObject, where: string, c: Comparison): Change[] {
  const [was, is] = [asObject(old['properties']), asObject(now['properties'])];
  const [needed, needs] = [new Set(asList(old['required'])), new Set(asList(now['required']))];
  const changes = Object.keys(was).flatMap((name) => {
    const at = `${where}.${name}`;
    if (!Object.hasOwn(is, name)) return [breaking(at, 'the field was removed')];
    return [...compareNeed(needed.has(name), needs.has(name), at, c), ...compareSchemas(was[name], is[name], at, c)];
  });
  const added = Object.keys(is)
    .filter((name) => !Object.hasOwn(was, name))
    .map((name) => {
      const at = `${where}.${name}`;
      return c.travels === 'sent' && needs.has(name)
        ? breaking(at, 'a required field was added')
        : compatible(at, 'a field was added');
    });
  return [...changes, ...added, ...compareOthers(old['additionalProperties'], now['additionalProperties'], where, c)];
}

function compareNeed(was: boolean, is: boolean, where: string, { travels }: Comparison): Change[] {
  if (was === is) return [];
  if (travels === 'sent')
    return is ? [breaking(where, 'the field is required now')] : [compatible(where, 'the field is optional now')];
  return is
    ? [compatible(where, 'the field is always answered now')]
    : [breaking(where, 'the field is not always answered any more')];
}

function compareOthers(was: Json | undefined, is: Json | undefined, where: string, c: Comparison): Change[] {
  const [closedBefore, closedNow] = [was === false, is === false];
  if (closedNow) return c.travels === 'sent' && !closedBefore ? [breaking(where, 'other fields are refused now')] : [];
  if (closedBefore) return [compatible(where, 'other fields are taken now')];
  const described = (others: Json | undefined): others is JsonObject => typeof others === 'object';
  if (!described(was) && !described(is)) return [];
  return compareSchemas(described(was) ? was : {}, described(is) ? is : {}, `${where}.*`, c);
}

/** What a text carries, e.g. the data of the events of a stream. */
function compareContent(old: JsonObject, now: JsonObject, where: string, c: Comparison): Change[] {
  if (old['contentSchema'] === undefined) return [];
  if (now['contentSchema'] === undefined) return [breaking(where, 'what it carries is no longer described')];
  return compareSchemas(old['contentSchema'], now['contentSchema'], `${where}, data`, c);
}

function compareItems(old: JsonObject, now: JsonObject, where: string, c: Comparison): Change[] {
  const [was, is] = [asList(old['prefixItems']), asList(now['prefixItems'])];
  const places = was.flatMap((item, i) =>
    i < is.length
      ? compareSchemas(item, is[i], `${where}[${i}]`, c)
      : [breaking(`${where}[${i}]`, 'the place was removed')],
  );
  const rest =
    old['items'] === undefined && now['items'] === undefined
      ? []
      : compareSchemas(
          old['items'] === false ? {} : old['items'],
          now['items'] === false ? {} : now['items'],
          `${where}[]`,
          c,
        );
  return [...places, ...rest];
}
