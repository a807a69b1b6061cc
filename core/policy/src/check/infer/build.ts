import type { Catalogue, Field, RecordType, StringFormat } from '@ostiary/catalogue';
import type { DiagnosticSink } from '../../diagnostics/sink.js';
import type { PolicyTree, Target } from '../../syntax/ast.js';
import {
  createEnvironment,
  NOW_FIELDS,
  PRINCIPAL_FIELDS,
  SESSION_FIELDS,
  type TypeEnvironment,
} from '../environment.js';
import { parseGlob } from '../../text/glob.js';
import { globMatcher } from '../../values/match/glob-matcher.js';
import type { Known } from '../declarations/declared.js';
import { namedLists } from '../lists.js';
import type { Defines } from '../defines.js';
import type { Budget } from '../scope.js';
import { ANY_TOOL, mentionedTools } from '../targets.js';
import { Inference, type Roots } from './infer.js';
import { TypeSolver } from './solve.js';
import { formatTerm } from '../../values/types.js';
import { type Clues, TypeVariable } from './variable.js';
import { getOrMake } from '../../maps.js';

/** What a field that is copied to one more tool is charged: it takes room as a node does. */
const NODES_PER_FIELD = 2;

/**
 * The types of all paths: from the catalogue where it speaks, from use elsewhere. Without a catalogue a rule over `*`
 * types the arguments of tools nobody names, and of the others where their own rules leave something open.
 */
export function buildEnvironment(
  tree: PolicyTree,
  known: Known,
  defines: Defines,
  budget: Budget,
  sink: DiagnosticSink,
): TypeEnvironment {
  const { catalogue, groups } = known;
  const principal = known.principal && withFields(known.principal, PRINCIPAL_FIELDS);
  const session = known.session && withFields(known.session, SESSION_FIELDS);
  const declared = new Map(catalogue?.tools.map(({ name, args }) => [name, args]));
  if (catalogue && principal && session)
    return createEnvironment({ catalogue, args: declared, anyTool: null, principal, session, groups });

  const merged = new Map<string, RecordType>();
  const args = new Map<string, TypeVariable>();
  const argsOf = (tool: string): TypeVariable =>
    getOrMake(args, tool, () => {
      const record = declared.get(tool) ?? merged.get(tool);
      return record ? TypeVariable.of(record) : new TypeVariable();
    });
  const roots: Roots = {
    args: argsOf,
    principal: principal ? TypeVariable.of(principal) : seeded(PRINCIPAL_FIELDS),
    session: session ? TypeVariable.of(session) : seeded(SESSION_FIELDS),
    now: TypeVariable.of(NOW_FIELDS),
  };
  const mentioned = catalogue ? [] : mentionedTools(tree);
  const inference = new Inference(roots, defines, namedLists(tree), budget);
  inferAll(tree, inference, (target) => representatives(target, catalogue, merged, budget));

  const any = args.get(ANY_TOOL);
  const solver = new TypeSolver(
    (clues, format) => reportFormat(clues, format, sink),
    (clues) => reportList(clues, sink),
  );
  if (any) {
    // What rules over `*` say is written out for every tool that is named.
    for (const tool of mentioned) argsOf(tool).fillFrom(any, (fields) => budget.spend(fields * NODES_PER_FIELD));
  }
  const records = catalogue ? declared : new Map(mentioned.map((tool) => [tool, solver.recordOf(argsOf(tool))]));
  return createEnvironment({
    catalogue,
    args: records,
    anyTool: catalogue ? null : any ? solver.recordOf(any) : { kind: 'record', fields: {}, open: true },
    principal: principal ?? solver.recordOf(roots.principal),
    session: session ?? solver.recordOf(roots.session),
    groups,
  });
}

function inferAll(tree: PolicyTree, inference: Inference, toolsOf: (target: Target) => readonly string[]): void {
  const everywhere = toolsOf({ kind: 'any', span: tree.span });
  for (const item of tree.items) {
    switch (item.kind) {
      case 'rule':
        for (const tool of toolsOf(item.target)) inference.rule(item, tool);
        break;
      case 'assume':
        for (const tool of everywhere) inference.call(item.body, tool);
        break;
      case 'property':
        for (const tool of everywhere) {
          if (item.body.over === 'call') inference.call(item.body.expr, tool);
          else inference.history(item.body.expr, tool, null);
        }
        break;
      default:
        // Definitions say something of a type where they are used.
        break;
    }
  }
}

/**
 * The tools to read a rule for. With a catalogue only the types of principal and session are open; the rule is then
 * read once, for a tool made up of all arguments that the tools in its scope have.
 */
function representatives(
  target: Target,
  catalogue: Catalogue | null,
  merged: Map<string, RecordType>,
  budget: Budget,
): readonly string[] {
  if (!catalogue) return target.kind === 'tools' ? target.names.map(({ text }) => text) : [ANY_TOOL];
  const names = target.kind === 'tools' ? target.names.map(({ text }) => text) : [];
  if (names.length === 1) return names;
  const scope =
    target.kind === 'class'
      ? `@${target.name.text}`
      : JSON.stringify(target.kind === 'pattern' ? target.pattern : names);
  const key = `${ANY_TOOL} ${target.kind} ${scope}`;
  if (!merged.has(key)) {
    const matches =
      target.kind === 'pattern' && parseGlob(target.pattern).ok ? globMatcher(target.pattern) : () => false;
    const inScope = catalogue.tools.filter(({ name, classes }) => {
      if (target.kind === 'tools') return names.includes(name);
      if (target.kind === 'pattern') return matches(name);
      return target.kind === 'any' || classes.some((cls) => cls === target.name.text);
    });
    const records = inScope.map((tool) => tool.args);
    budget.spend(records.reduce((sum, { fields }) => sum + Object.keys(fields).length, 0));
    merged.set(key, mergeRecords(records));
  }
  return [key];
}

/** All fields of the records; of those with one name, the first. */
function mergeRecords(records: readonly RecordType[]): RecordType {
  const fields = Object.create(null) as Record<string, Field>;
  for (const record of records) {
    for (const [name, field] of Object.entries(record.fields)) fields[name] ??= field;
  }
  return { kind: 'record', fields };
}

function seeded(fields: RecordType['fields']): TypeVariable {
  const record = new TypeVariable();
  for (const [name, field] of Object.entries(fields)) record.field(name)?.join(TypeVariable.of(field.type));
  return record;
}

/** The record with the fields every principal or session may have, where it does not declare its own. */
function withFields(record: RecordType, fields: RecordType['fields']): RecordType {
  return { ...record, fields: { ...fields, ...record.fields } };
}

function reportList({ contained, subject }: Clues, sink: DiagnosticSink): void {
  if (!contained || subject === null) return;
  sink.report('list_inferred', contained.span, { path: subject, pattern: JSON.stringify(`*${contained.text}*`) });
}

function reportFormat({ spelling, subject }: Clues, format: StringFormat | 'unclear', sink: DiagnosticSink): void {
  const [sign] = spelling?.signs ?? [];
  if (!sign) return;
  const [looksLike, { text, span }] = sign;
  const params = { path: subject ?? '-', constant: JSON.stringify(text), type: formatTerm(looksLike) };
  sink.report(format === 'unclear' ? 'format_unclear' : 'format_inferred', span, params);
}
