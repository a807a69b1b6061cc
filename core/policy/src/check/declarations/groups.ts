import { circleOfGroups } from '@ostiary/catalogue';
import type { DiagnosticSink } from '../../diagnostics/sink.js';
import type { Group, Name, PolicyTree, Span } from '../../syntax/ast.js';
import { normaliseString } from '../../values/strings.js';
import { addTo } from '../../maps.js';

/** For each group, in normal form, the groups it lies in directly. */
export type Groups = ReadonlyMap<string, readonly string[]>;

export interface CollectedGroups {
  /** What the policy states, as written, for a catalogue. */
  readonly declared: ReadonlyMap<string, readonly string[]>;
  /** With what the catalogue states. */
  readonly all: Groups;
}

/** Which group lies in which. A group is stated once, and none lies in itself: both are reported. */
export function collectGroups(
  tree: PolicyTree,
  given: Readonly<Record<string, readonly string[]>>,
  sink: DiagnosticSink,
): CollectedGroups {
  const all = new Map<string, readonly string[]>();
  for (const [name, parents] of Object.entries(given)) {
    const key = normaliseString('keyword', name);
    if (key !== null) all.set(key, normalForms(parents));
  }
  const inCatalogue = new Set(all.keys());
  const declared = new Map<string, readonly string[]>();
  const places = new Map<string, Span>();
  for (const item of tree.items) {
    if (item.kind !== 'group') continue;
    const key = readNames(item, sink);
    if (key === null) continue;
    if (all.has(key)) {
      const code = inCatalogue.has(key) ? 'declaration_in_catalogue' : 'declaration_repeated';
      sink.report(code, item.name.span, { name: item.name.text });
      continue;
    }
    const parents = item.parents.map(({ text }) => text);
    declared.set(item.name.text, parents);
    all.set(key, normalForms(parents));
    places.set(key, item.name.span);
  }
  const circle = circleOfGroups(all);
  if (circle.length > 0) {
    const [first = ''] = circle;
    const span = circle.map((name) => places.get(name)).find((place) => place !== undefined) ?? tree.span;
    sink.report('group_cycle', span, { name: first, cycle: [...circle, first].join(' -> ') });
    return { declared: new Map(), all: new Map() };
  }
  return { declared, all };
}

function normalForms(names: readonly string[]): readonly string[] {
  return names.map((name) => normaliseString('keyword', name)).filter((name) => name !== null);
}

/** The normal form of a group's name; null when one of its names has none. */
function readNames({ name, parents }: Group, sink: DiagnosticSink): string | null {
  const read = (each: Name): string | null => {
    const form = normaliseString('keyword', each.text);
    if (form === null)
      sink.report('literal_invalid', each.span, { literal: JSON.stringify(each.text), type: '#type.keyword' });
    return form;
  };
  const forms = [name, ...parents].map(read);
  return forms.includes(null) ? null : (forms[0] ?? null);
}

/** A group and all that lie in it, however deep: whoever is in one of them is in the group. */
export function membersOf(groups: Groups, group: string): readonly string[] {
  const inside = new Map<string, string[]>();
  for (const [name, parents] of groups) for (const parent of parents) addTo(inside, parent, name);
  const found = new Set([group]);
  for (const name of found) for (const member of inside.get(name) ?? []) found.add(member);
  return [...found];
}
