import { type Catalogue, type RecordType, toolNameKey, type Type } from '@ostiary/catalogue';

type Arguments = Readonly<Record<string, unknown>>;

/** Arguments of the tools that may get null for some of them, by name in the form names are compared in. */
export type NullableArguments = ReadonlyMap<string, RecordType>;

export function nullableArguments(catalogue: Catalogue | null): NullableArguments {
  const tools = catalogue?.tools.filter(({ args }) => hasNullable(args)) ?? [];
  return new Map(tools.map(({ name, args }) => [toolNameKey(name), args]));
}

function hasNullable(type: Type): boolean {
  return (
    type.kind === 'record' &&
    Object.values(type.fields).some((field) => field.nullable === true || hasNullable(field.type))
  );
}

/**
 * The arguments without those that are null where the catalogue says that null means absent. Everything else is the
 * same object: null elsewhere stays, and is ill typed.
 */
export function withoutNulls(args: Arguments, type: RecordType | undefined): Arguments {
  if (type === undefined) return args;
  let out: Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(args)) {
    const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
    if (field === undefined) continue;
    const absent = value === null && field.nullable === true;
    const inner = field.type.kind === 'record' && isRecord(value) ? withoutNulls(value, field.type) : value;
    if (!absent && inner === value) continue;
    out ??= { ...args };
    if (absent) delete out[name];
    else out[name] = inner;
  }
  return out ?? args;
}

function isRecord(value: unknown): value is Arguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
