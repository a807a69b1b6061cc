import type { Catalogue, Field, RecordType, Tool, ToolClass, Type } from '@ostiary/catalogue';

/** What has changed in a catalogue. `attribute`: `args.amount`, `principal.level`. */
export type Drift =
  | { readonly kind: 'tool_added' | 'tool_removed'; readonly tool: string }
  | { readonly kind: 'tool_renamed'; readonly tool: string; readonly was: string }
  | { readonly kind: 'classes_lost' | 'classes_gained'; readonly tool: string; readonly classes: readonly ToolClass[] }
  | {
      readonly kind: 'field_added' | 'field_removed' | 'field_retyped' | 'field_optional';
      /** Null of the caller and the session. */
      readonly tool: string | null;
      readonly attribute: string;
    }
  | { readonly kind: 'field_renamed'; readonly tool: string; readonly attribute: string; readonly was: string };

/** What has changed from one catalogue to another, tool by tool in the order of the new one; what was taken away comes last. */
export function driftBetween(before: Catalogue, now: Catalogue): readonly Drift[] {
  const old = new Map(before.tools.map((tool) => [tool.name, tool]));
  const names = new Set(now.tools.map(({ name }) => name));
  const gone = before.tools.filter(({ name }) => !names.has(name));
  const renamed = new Map<string, Tool>();
  for (const tool of now.tools) {
    const twins = gone.filter((each) => isTwin(each, tool) && ![...renamed.values()].includes(each));
    const [twin] = twins;
    if (!old.has(tool.name) && twin && twins.length === 1) renamed.set(tool.name, twin);
  }
  const ofTools = now.tools.flatMap((tool): readonly Drift[] => {
    const was = renamed.get(tool.name);
    if (was) return [{ kind: 'tool_renamed', tool: tool.name, was: was.name }];
    const known = old.get(tool.name);
    return known ? driftOfTool(known, tool) : [{ kind: 'tool_added', tool: tool.name }];
  });
  const removed = gone.filter((tool) => ![...renamed.values()].includes(tool));
  return [
    ...ofTools,
    ...(['principal', 'session'] as const).flatMap((root) => driftAround(root, before[root], now[root])),
    ...removed.map(({ name }): Drift => ({ kind: 'tool_removed', tool: name })),
  ];
}

/** Whether two tools are one under two names: what they take and do is the same. Tools that take nothing say too little. */
const isTwin = (one: Tool, other: Tool): boolean =>
  Object.keys(one.args.fields).length > 0 &&
  shapeOf(one.args) === shapeOf(other.args) &&
  one.classes.join() === other.classes.join();

function driftOfTool(before: Tool, { name: tool, args, classes }: Tool): readonly Drift[] {
  const lost = before.classes.filter((each) => !classes.includes(each));
  const gained = classes.filter((each) => !before.classes.includes(each));
  return [
    ...(lost.length > 0 ? [{ kind: 'classes_lost', tool, classes: lost } as const] : []),
    ...(gained.length > 0 ? [{ kind: 'classes_gained', tool, classes: gained } as const] : []),
    ...driftOfFields(tool, before.args, args),
  ];
}

function driftOfFields(tool: string, { fields: old }: RecordType, { fields: now }: RecordType): readonly Drift[] {
  const added = Object.keys(now).filter((name) => !Object.hasOwn(old, name));
  const gone = Object.keys(old).filter((name) => !Object.hasOwn(now, name));
  const [one, other] = [gone[0] ?? '', added[0] ?? ''];
  const [before, after] = [old[one], now[other]];
  const isRenamed = gone.length === 1 && added.length === 1 && !!before && !!after && isSameField(before, after);
  const kept = Object.entries(now).flatMap(([name, field]): readonly Drift[] => {
    const was = old[name];
    const attribute = `args.${name}`;
    if (!was)
      return isRenamed
        ? [{ kind: 'field_renamed', tool, attribute, was: `args.${one}` }]
        : [{ kind: 'field_added', tool, attribute }];
    if (shapeOf(was.type) !== shapeOf(field.type)) return [{ kind: 'field_retyped', tool, attribute }];
    return was.required && !field.required ? [{ kind: 'field_optional', tool, attribute }] : [];
  });
  const removed = isRenamed
    ? []
    : gone.map((name): Drift => ({ kind: 'field_removed', tool, attribute: `args.${name}` }));
  return [...kept, ...removed];
}

/** Only what is read at another type matters of the caller and the session: nothing admits them. */
const driftAround = (root: string, before: RecordType | undefined, now: RecordType | undefined): readonly Drift[] =>
  Object.entries(now?.fields ?? {}).flatMap(([name, { type }]): readonly Drift[] => {
    const was = before?.fields[name];
    return was && shapeOf(was.type) !== shapeOf(type)
      ? [{ kind: 'field_retyped', tool: null, attribute: `${root}.${name}` }]
      : [];
  });

/** Whether calls that two catalogues admit for a tool, and what stands around them, are read alike. */
export function isReadAlike(before: Catalogue | null, now: Catalogue | null, tool: string): boolean {
  const [one, other] = [before, now].map((catalogue) => {
    const entry = catalogue?.tools.find(({ name }) => name === tool);
    return [entry?.args, catalogue?.principal, catalogue?.session]
      .map((record) => (record ? shapeOf(record) : null))
      .join('\n');
  });
  return one === other;
}

const isSameField = (one: Field, other: Field): boolean =>
  one.required === other.required && shapeOf(one.type) === shapeOf(other.type);

/** A type without what only people read. */
const shapeOf = (type: Type): string =>
  JSON.stringify(type, (name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : FOR_PEOPLE.includes(name) ? undefined : sorted(value),
  );

const FOR_PEOPLE: readonly string[] = ['description', 'examples', 'default'];

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
