import { isObject, type Json, type JsonObject } from '../json.js';

const LOCAL = /^#\/components\/(schemas|examples)\/([^/]+)$/;

export interface Components {
  readonly schemas: ReadonlyMap<string, JsonObject>;
  readonly examples: ReadonlyMap<string, JsonObject>;
}

/** The components that `roots` refer to, directly or through others. Names that are not among them are skipped: they are another part's. */
export function reachable(roots: Json, components: Components): Components {
  const schemas = new Map<string, JsonObject>();
  const examples = new Map<string, JsonObject>();
  const open: Json[] = [roots];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const [kind, name] of referencesIn(node)) {
      const [from, to] = kind === 'schemas' ? [components.schemas, schemas] : [components.examples, examples];
      const target = from.get(name);
      if (target === undefined || to.has(name)) continue;
      to.set(name, target);
      open.push(target);
    }
  }
  return { schemas, examples };
}

/** Kind and name of every component a value refers to. */
export function referencesIn(value: Json): (readonly ['schemas' | 'examples', string])[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => referencesIn(item));
  if (!isObject(value)) return [];
  const match = typeof value['$ref'] === 'string' ? LOCAL.exec(value['$ref']) : null;
  const below = Object.values(value).flatMap(referencesIn);
  return match ? [[match[1] as 'schemas' | 'examples', match[2] as string], ...below] : below;
}
