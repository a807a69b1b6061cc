import type { Catalogue, Field, MapType, RecordType, ToolClass, Type } from '@ostiary/catalogue';
import { partType, type StringPart } from '../values/parts.js';
import { baseOf, KEYWORD, TEXT, typeKey } from '../values/types.js';
import { addTo, getOrMake } from '../maps.js';

/** The four things a path may start from and read a value of. */
export type ReadRoot = 'args' | 'principal' | 'session' | 'now';

export interface PathType {
  readonly type: Type;
  /** Whether every well-formed call carries it: each step of the path is required. */
  readonly required: boolean;
}

/**
 * What every readable path means, per tool. Made by the checker from a catalogue, from use, or from both; the AST
 * interpreter reads the tree with nothing but this beside it.
 */
export interface TypeEnvironment {
  readonly catalogue: Catalogue | null;
  /** Follows record fields only; parts of strings (`args.to.domain`) are found by {@link resolvePath}. */
  typeOf(tool: string, root: ReadRoot, path: readonly string[]): PathType | null;
  /**
   * The type an argument has in a rule about `tools`: what those that have it declare, bounds aside. Null when none has it,
   * `mixed` when they declare several. It holds for the tools of the rule that lack it.
   */
  sharedType(tools: readonly string[], path: readonly string[]): Type | 'mixed' | null;
  /** The record that paths from `root` lead into; null for the arguments of a tool nobody knows. */
  record(tool: string, root: ReadRoot): RecordType | null;
  /** The catalogue's tools in its order, or else those the policy names, in order of first mention. */
  tools(): readonly string[];
  /** For each group, in normal form, the groups it lies in directly. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** Empty without a catalogue. */
  toolsOfClass(cls: ToolClass): readonly string[];
}

const NONE: readonly string[] = [];

/**
 * What `now.*` offers, all in UTC: weekday 1 (Monday) to 7; `date` is the midnight that began the day and `time` the
 * instant itself, both of type time (so `now.date >= "2026-03-01"` is an ordering of instants).
 */
export const NOW_FIELDS: RecordType = {
  kind: 'record',
  fields: {
    hour: { type: { kind: 'int', min: 0, max: 23 }, required: true },
    minute: { type: { kind: 'int', min: 0, max: 59 }, required: true },
    weekday: { type: { kind: 'int', min: 1, max: 7 }, required: true },
    date: { type: { kind: 'time' }, required: true },
    time: { type: { kind: 'time' }, required: true },
  },
};

/** Attributes every principal may carry: `id` keys `by principal`, the others serve `principal is T` and `in G`. */
export const PRINCIPAL_FIELDS: Readonly<Record<string, Field>> = {
  id: { type: TEXT, required: false },
  type: { type: KEYWORD, required: false },
  groups: { type: { kind: 'list', of: KEYWORD }, required: false },
};

/** Attributes every session may carry: the keys of `by session` and `by customer`. */
export const SESSION_FIELDS: Readonly<Record<string, Field>> = {
  id: { type: TEXT, required: false },
  customer: { type: TEXT, required: false },
};

export interface EnvironmentParts {
  readonly catalogue: Catalogue | null;
  /** In the order `tools()` gives them. */
  readonly args: ReadonlyMap<string, RecordType>;
  /** Arguments of any tool not in `args`; null when such a tool is unknown. */
  readonly anyTool: RecordType | null;
  readonly principal: RecordType;
  readonly session: RecordType;
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

/** The environment of the records given. Answers are worked out when they are asked for. */
export function createEnvironment(parts: EnvironmentParts): TypeEnvironment {
  const names = [...parts.args.keys()];
  const byClass = new Map<ToolClass, string[]>();
  for (const tool of parts.catalogue?.tools ?? []) for (const cls of tool.classes) addTo(byClass, cls, tool.name);
  const rootRecord = (tool: string, root: ReadRoot): RecordType | null => {
    switch (root) {
      case 'args':
        return parts.args.get(tool) ?? parts.anyTool;
      case 'principal':
        return parts.principal;
      case 'session':
        return parts.session;
      case 'now':
        return NOW_FIELDS;
    }
  };
  const shared = new WeakMap<readonly string[], Map<string, Type | 'mixed' | null>>();
  const environment: TypeEnvironment = {
    catalogue: parts.catalogue,
    record: rootRecord,
    sharedType: (tools, path) => {
      const byPath = getOrMake(shared, tools, () => new Map());
      return getOrMake(byPath, JSON.stringify(path), () =>
        commonType(tools.flatMap((tool) => resolvePath(environment, tool, 'args', path)?.type ?? [])),
      );
    },
    typeOf: (tool, root, path) => {
      const record = rootRecord(tool, root);
      return record && path.length > 0 ? followFields(record, path) : null;
    },
    tools: () => names,
    groups: parts.groups,
    toolsOfClass: (cls) => byClass.get(cls) ?? NONE,
  };
  return environment;
}

/** One type for values of all of them; of numbers the one with the most digits. */
function commonType(types: readonly Type[]): Type | 'mixed' | null {
  let common: Type | null = null;
  for (const type of types) {
    const plain = plainType(type);
    const [before, digits] = [common && digitsOf(common), digitsOf(plain)];
    if (common === null || (before !== null && digits !== null && digits > before)) common = plain;
    else if (before === null || digits === null ? typeKey(common) !== typeKey(plain) : false) return 'mixed';
  }
  return common;
}

const digitsOf = (type: Type): number | null =>
  type.kind === 'int' ? 0 : type.kind === 'decimal' ? (type.scale ?? Infinity) : null;

/** Without bounds, also of the items. */
function plainType(type: Type): Type {
  return type.kind === 'list' || type.kind === 'map' ? { kind: type.kind, of: plainType(type.of) } : baseOf(type);
}

/** Follows `path` through record fields and keys of maps; null when a step is not a field that is there. */
export function followFields(whole: RecordType | MapType, path: readonly string[]): PathType | null {
  let type: Type = whole;
  let required = true;
  for (const name of path) {
    if (type.kind === 'map') {
      type = type.of;
      required = false;
      continue;
    }
    if (type.kind !== 'record' || !Object.hasOwn(type.fields, name)) return null;
    const field: Field | undefined = type.fields[name];
    if (!field) return null;
    type = field.type;
    required &&= field.required;
  }
  return { type, required };
}

export interface ResolvedPath extends PathType {
  /** The record fields to follow from the root, never empty. */
  readonly path: readonly string[];
  /** The part of the string found there, when the last segment names one; `type` is then the part's. */
  readonly part: StringPart | null;
  /** The type of the value at `path`: equal to `type` when there is no part. */
  readonly whole: Type;
}

/** Resolves the segments written after a root: record fields, then at most one part of a formatted string. */
export function resolvePath(
  environment: TypeEnvironment,
  tool: string,
  root: ReadRoot,
  segments: readonly string[],
): ResolvedPath | null {
  const exact = environment.typeOf(tool, root, segments);
  if (exact) return { ...exact, path: segments, part: null, whole: exact.type };
  const last = segments.at(-1);
  if (last === undefined || segments.length < 2) return null;
  const path = segments.slice(0, -1);
  const whole = environment.typeOf(tool, root, path);
  if (whole?.type.kind !== 'string') return null;
  const type = partType(whole.type.format, last);
  return type && { type, required: whole.required, path, part: last as StringPart, whole: whole.type };
}
