import { z } from 'zod';

/** Faults of one list or map that are told; whoever sends more of them has made one mistake many times. */
const MOST_FAULTS = 100;

type Context = z.core.ParsePayload;

/**
 * A list that is counted before any of its items is looked at, and no longer looked at when a hundred things in it are
 * wrong: the work for a request that is refused does not grow with what is wrong in it.
 */
export function countedList<Item extends z.ZodType>(item: Item, most: number): z.ZodType<z.output<Item>[]> {
  const whole = z.array(item).max(most);
  return asWritten(whole, (context) => {
    const { value, issues } = context;
    if (!Array.isArray(value)) issues.push({ code: 'invalid_type', expected: 'array', input: value });
    else if (value.length > most) issues.push(tooMany('array', most, value));
    else context.value = membersOf(value.entries(), item, context).map(([, member]) => member);
  });
}

/** The same for an object whose keys the caller chooses. */
export function countedRecord<Value extends z.ZodType>(
  value: Value,
  most: number,
): z.ZodType<Record<string, z.output<Value>>> {
  return asWritten(z.record(z.string(), value), (context) => {
    const { value: given, issues } = context;
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      issues.push({ code: 'invalid_type', expected: 'object', input: given });
      return;
    }
    const entries = Object.entries(given);
    if (entries.length > most) issues.push(tooMany('object', most, given));
    else context.value = Object.fromEntries(membersOf(entries, value, context));
  });
}

const tooMany = (origin: 'array' | 'object', maximum: number, input: unknown) =>
  ({ code: 'too_big', origin, maximum, inclusive: true, input }) as const;

/** The members as `schema` reads them. What is wrong is told, up to a hundred things; then the rest is not looked at. */
function membersOf<Key extends PropertyKey>(
  members: Iterable<readonly [Key, unknown]>,
  schema: z.ZodType,
  { issues }: Context,
): [Key, unknown][] {
  const read: [Key, unknown][] = [];
  const before = issues.length;
  for (const [key, member] of members) {
    const result = schema.safeParse(member);
    if (result.success) read.push([key, result.data]);
    for (const issue of result.error?.issues ?? [])
      issues.push({ ...issue, path: [key, ...issue.path], input: member } as (typeof issues)[number]);
    if (issues.length - before >= MOST_FAULTS) break;
  }
  return read;
}

/** A schema that checks as it is told and is written into the contract as `whole`. */
function asWritten<Whole extends z.ZodType>(
  whole: Whole,
  check: (context: Context) => void,
): z.ZodType<z.output<Whole>> {
  const { $schema: _, ...json } = z.toJSONSchema(whole, { io: 'input' });
  return z.unknown().check(check).meta(json) as unknown as z.ZodType<z.output<Whole>>;
}
