import { distance } from 'fastest-levenshtein';
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

/** Names longer than this are compared with no other: the work is the product of the lengths. */
const MAX_LENGTH = 64;

/** So many unknown names of a body are compared with the known ones: more of them are no typing errors. */
const COMPARED = 20;

/** What fields an object of a body may have, asked of the schema only once something is wrong. */
export class KnownFields {
  private root: Json | undefined;
  private named: ReadonlyMap<string, unknown> = new Map();
  private compared = 0;

  /** `beside`: fields of the body that are not the schema's to name. */
  constructor(
    private readonly schema: z.ZodType,
    private readonly beside: readonly string[] = [],
  ) {}

  /**
   * Names of the fields at a path, in the order of the schema; none where it leads to no object the schema describes, and
   * none once it was asked often.
   */
  at(path: readonly PropertyKey[]): readonly string[] {
    if (++this.compared > COMPARED) return [];
    this.root ??= this.read();
    let places = this.alternatives(this.root);
    for (const step of path) places = places.flatMap((place) => this.below(place, step));
    const names = places.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : []));
    return [...new Set([...names, ...(path.length === 0 ? this.beside : [])])];
  }

  /** The schema as JSON, and every named schema in it: one that is described by its JSON brings its own along. */
  private read(): Json {
    const root = z.toJSONSchema(this.schema, { io: 'input', unrepresentable: 'any' }) as Json;
    this.named = namedIn(root);
    return root;
  }

  private below(place: Json, step: PropertyKey): readonly Json[] {
    const { properties, additionalProperties, items } = place;
    const inner =
      typeof step === 'number'
        ? items
        : isObject(properties) && Object.hasOwn(properties, step)
          ? properties[String(step)]
          : additionalProperties;
    return this.alternatives(inner);
  }

  /** A schema, or what it is a choice of, with references followed: they lead to named schemas, which are finite. */
  private alternatives(schema: unknown, followed: readonly string[] = []): readonly Json[] {
    if (!isObject(schema)) return [];
    const { $ref, anyOf, oneOf, allOf } = schema;
    if (typeof $ref === 'string' && !followed.includes($ref)) {
      return this.alternatives(this.named.get($ref.replace('#/$defs/', '')), [...followed, $ref]);
    }
    const choices = [anyOf, oneOf, allOf].flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []));
    return [schema, ...choices.flatMap((choice) => this.alternatives(choice, followed))];
  }
}

/** The name that is most likely meant: at most a third of its letters differ, or two of a short one. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const folded = plain(name);
  const found = names
    .map((candidate) => ({
      candidate,
      far: distance(folded, plain(candidate)),
      most: Math.max(name.length, candidate.length),
    }))
    .filter(({ far, most }) => far <= Math.max(2, Math.floor(most / 3)) && far < Math.min(most, name.length))
    .toSorted((a, b) => a.far - b.far);
  return found[0]?.candidate;
}

/** `customId`, `custom-id` and `custom_id` are one name written in three ways. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, '');

function namedIn(value: unknown): ReadonlyMap<string, unknown> {
  if (Array.isArray(value)) return new Map(value.flatMap((item) => [...namedIn(item)]));
  if (!isObject(value)) return new Map();
  const { $defs } = value;
  const own = isObject($defs) ? Object.entries($defs) : [];
  return new Map([...own, ...Object.values(value).flatMap((child) => [...namedIn(child)])]);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
