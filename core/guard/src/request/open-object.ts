import { z } from 'zod';
import { isMembers, type Members } from './foreign/lesson.js';

/** Keys that would reach an object's prototype if anyone ever assigned by them. */
const RESERVED = '__proto__';

type Path = readonly (string | number)[];

/** Most values have none, and then no path need be made. */
function hasReserved(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  for (const key of Object.keys(value)) {
    if (key === RESERVED || hasReserved((value as Readonly<Record<string, unknown>>)[key])) return true;
  }
  return false;
}

/** Paths of reserved keys anywhere in a JSON value. Depth is bounded by the host's limit on JSON. */
function reservedKeys(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => reservedKeys(item, [...path, index]));
  return Object.entries(value).flatMap(([key, member]) =>
    key === RESERVED ? [[...path, key]] : reservedKeys(member, [...path, key]),
  );
}

/**
 * An object whose keys the caller chooses, beside the known ones of `shape`. It is checked and passed on as it came:
 * zod's own records and loose objects would drop a `__proto__` key without a word, and so judge another call than the
 * one that is made.
 */
export function openObject<Shape extends z.ZodRawShape>(
  shape: Shape,
  meta: { readonly id?: string; readonly description: string },
): z.ZodType<OpenObject<Shape>> {
  const loose = z.looseObject(shape).meta(meta);
  const known = z.object(shape);
  const names = Object.keys(shape);
  const schema = z.unknown().check((context) => {
    const { value } = context;
    const reserved = hasReserved(value) ? reservedKeys(value) : [];
    for (const path of reserved) {
      context.issues.push({
        code: 'custom',
        message: `\`${RESERVED}\` is reserved and cannot be a name`,
        path: [...path],
        input: value,
      });
    }
    const result = known.safeParse(isMembers(value) ? membersNamed(value, names) : value);
    for (const issue of result.error?.issues ?? [])
      context.issues.push({ ...issue, input: value } as (typeof context.issues)[number]);
  });
  const { $schema: _, ...json } = z.toJSONSchema(loose, { io: 'input' });
  return schema.meta(json) as unknown as z.ZodType<OpenObject<Shape>>;
}

/** The known members alone: the others may be many, and nothing is known of them. */
function membersNamed(value: Members, names: readonly string[]): Members {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]]));
}

type OpenObject<Shape extends z.ZodRawShape> = Readonly<Record<string, unknown>> &
  z.output<z.ZodObject<Shape, z.core.$loose>>;
