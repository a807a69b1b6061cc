import {
  type Catalogue,
  CATALOGUE_LIMITS,
  confusableSkeleton,
  isDeceptive,
  isToolClass,
  mixedScripts,
  normalClasses,
  type RecordType,
  type Tool,
  toolNameKey,
} from '@ostiary/catalogue';
import type { DiagnosticSink } from '../../diagnostics/sink.js';
import type { AttributesDeclaration, Name, PolicyTree, ToolDeclaration } from '../../syntax/ast.js';
import { KEYWORD } from '../../values/types.js';
import { reportClass } from '../classes.js';
import { collectGroups, type Groups } from './groups.js';
import { reportName } from './names.js';
import { recordOf } from './types.js';

/** What is known before a rule is read: the catalogue that was given, and what the policy declares beside it. */
export interface Known {
  /** The catalogue with the declared tools; the declared tools alone; null when nobody says what tools there are. */
  readonly catalogue: Catalogue | null;
  /** The attributes that are declared, by the catalogue or the policy; null when they are inferred from use. */
  readonly principal: RecordType | null;
  readonly session: RecordType | null;
  readonly groups: Groups;
}

/**
 * Merges the declarations of a policy into the catalogue it was given. Reports what cannot be declared.
 * See docs/adr/0092.
 */
export function declaredIn(tree: PolicyTree, given: Catalogue | null, sink: DiagnosticSink): Known {
  const tools = declaredTools(tree, given, sink);
  const principal = attributes(tree, 'principal', given?.principal, sink);
  const session = attributes(tree, 'session', given?.session, sink);
  const groups = collectGroups(tree, given?.groups ?? {}, sink);
  const changed = tools.length > 0 || principal !== given?.principal || session !== given?.session;
  const catalogue: Catalogue | null =
    given === null && tools.length === 0
      ? null
      : given !== null && !changed && groups.declared.size === 0
        ? given
        : {
            name: tree.catalogue?.text ?? tree.name?.text ?? 'policy',
            ...given,
            tools: [...(given?.tools ?? []), ...tools],
            ...(principal && { principal }),
            ...(session && { session }),
            ...(groups.declared.size > 0 && {
              groups: Object.fromEntries([...Object.entries(given?.groups ?? {}), ...groups.declared]),
            }),
          };
  return { catalogue, principal: principal ?? null, session: session ?? null, groups: groups.all };
}

function declaredTools(tree: PolicyTree, given: Catalogue | null, sink: DiagnosticSink): readonly Tool[] {
  const declarations = tree.items.filter((item): item is ToolDeclaration => item.kind === 'tool');
  if (declarations.length === 0) return [];
  if (declarations.length + (given?.tools.length ?? 0) > CATALOGUE_LIMITS.tools) {
    const span = declarations[CATALOGUE_LIMITS.tools - (given?.tools.length ?? 0)]?.name.span ?? tree.span;
    sink.report('declarations_too_many', span, { limit: String(CATALOGUE_LIMITS.tools) });
    return [];
  }
  const names = new ToolNames(given, sink);
  return declarations.flatMap(({ name, classes, args }): Tool[] => {
    const isFree = reportName(name, sink) && names.take(name);
    for (const cls of classes) if (!isToolClass(cls.text)) reportClass(cls, sink);
    const record = recordOf(args, sink);
    if (!isFree) return [];
    const named = classes.map(({ text }) => text).filter(isToolClass);
    // Like every tool whose document says nothing: it may change something.
    return [{ name: name.text, args: record, classes: normalClasses(named.length === 0 ? ['write'] : named) }];
  });
}

/** The names of tools taken so far. */
class ToolNames {
  private readonly given: ReadonlySet<string>;
  private readonly byKey = new Map<string, string>();
  private readonly bySkeleton = new Map<string, string>();

  constructor(
    catalogue: Catalogue | null,
    private readonly sink: DiagnosticSink,
  ) {
    this.given = new Set(catalogue?.tools.map(({ name }) => name));
    for (const name of this.given) this.remember(name);
  }

  /** False, and a report, for a name that is taken or could pass for one that is. */
  take({ text, span }: Name): boolean {
    const { sink } = this;
    const scripts = mixedScripts(text);
    const twin = this.byKey.get(toolNameKey(text));
    const like = this.bySkeleton.get(confusableSkeleton(text));
    if (this.given.has(text)) sink.report('declaration_in_catalogue', span, { name: text });
    else if (twin === text) sink.report('declaration_repeated', span, { name: text });
    else if (twin !== undefined || (like !== undefined && isDeceptive(text, like)))
      sink.report('declaration_alike', span, { name: text, other: twin ?? like ?? '' });
    else if (scripts.length > 0) sink.report('declaration_name', span, { name: JSON.stringify(text) });
    else {
      this.remember(text);
      return true;
    }
    return false;
  }

  private remember(name: string): void {
    this.byKey.set(toolNameKey(name), name);
    const skeleton = confusableSkeleton(name);
    if (!this.bySkeleton.has(skeleton)) this.bySkeleton.set(skeleton, name);
  }
}

/** Serve `principal is T` and `principal in G`, which compare keywords, whichever type is declared. */
function fixed(record: RecordType | undefined, root: AttributesDeclaration['root']): RecordType | undefined {
  if (!record || root !== 'principal' || !['type', 'groups'].some((name) => Object.hasOwn(record.fields, name)))
    return record;
  const { type, groups } = record.fields;
  return {
    ...record,
    fields: {
      ...record.fields,
      ...(type && { type: { ...type, type: KEYWORD } }),
      ...(groups && { groups: { ...groups, type: { kind: 'list', of: KEYWORD } } }),
    },
  };
}

function attributes(
  tree: PolicyTree,
  root: AttributesDeclaration['root'],
  given: RecordType | undefined,
  sink: DiagnosticSink,
): RecordType | undefined {
  const declarations = tree.items.filter(
    (item): item is AttributesDeclaration => item.kind === 'attributes' && item.root === root,
  );
  const records = declarations.map(({ record, span }, index) => {
    const at = { start: span.start, end: span.start + root.length };
    if (given) sink.report('declaration_in_catalogue', at, { name: root });
    else if (index > 0) sink.report('declaration_repeated', at, { name: root });
    return recordOf(record, sink);
  });
  return fixed(given ?? records[0], root);
}
