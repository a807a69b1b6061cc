import { TOOL_CLASSES, type Catalogue, type ToolClass } from '@ostiary/catalogue';
import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { Expr, Name, PolicyTree, Target } from '../syntax/ast.js';
import { atoms, bodiesOf, children } from '../syntax/walk.js';
import { nearestNames } from '../text/nearest.js';
import type { TypeEnvironment } from './environment.js';
import { parseGlob } from '../text/glob.js';
import { quoteGlob } from '../text/escapes.js';
import { globMatcher } from '../values/match/glob-matcher.js';
import { reportClass } from './classes.js';
import { listNamed, type NamedLists, namedLists } from './lists.js';
import { listNames, rename } from './rename.js';

/** Stands for any tool the policy does not name, when there is no catalogue. No tool can be called this. */
export const ANY_TOOL = '\u0000any';

/** Tool names a policy mentions anywhere, in order of first mention. See docs/adr/0093. */
export function mentionedTools(tree: PolicyTree): string[] {
  const names = new Set<string>();
  const lists = namedLists(tree);
  for (const item of tree.items) {
    if (item.kind === 'rule' && item.target.kind === 'tools') for (const { text } of item.target.names) names.add(text);
    if (item.kind === 'test') for (const part of item.parts) if (part.kind === 'call') names.add(part.tool.text);
    const { calls, histories } = bodiesOf(item);
    for (const { event } of histories.flatMap(atoms))
      if (event.tools.kind === 'tools') for (const { text } of event.tools.names) names.add(text);
    const pending = [...calls];
    for (let expr = pending.pop(); expr; expr = pending.pop()) {
      for (const other of comparedWithTool(expr, lists))
        if (other.kind === 'literal' && other.value.type === 'string') names.add(other.value.value);
      for (const child of children(expr)) pending.push(child);
    }
  }
  return [...names];
}

const isTool = (expr: Expr): boolean => expr.kind === 'path' && expr.root === 'tool';

/** What an expression compares the name of the tool with. */
function comparedWithTool(expr: Expr, lists: NamedLists): readonly Expr[] {
  switch (expr.kind) {
    case 'compare':
      return isTool(expr.left) ? [expr.right] : [];
    case 'in':
      return isTool(expr.operand) ? expr.items : [];
    case 'in_list':
      return isTool(expr.operand) ? (listNamed(lists, expr.list, () => false)?.items ?? []) : [];
    default:
      return [];
  }
}

/**
 * The tools that rules are about. INVARIANT: one list for all rules over `*`, and one for each class, so that later
 * stages can tell by identity that scopes are the same.
 */
export class RuleScopes {
  /** What properties and rules over `*` range over: the catalogue's tools, or without one those named and {@link ANY_TOOL}. */
  readonly everywhere: readonly string[];
  private readonly known: ReadonlySet<string>;

  constructor(
    private readonly environment: TypeEnvironment,
    private readonly sink: DiagnosticSink,
  ) {
    this.known = new Set(environment.tools());
    this.everywhere = environment.catalogue ? environment.tools() : [...environment.tools(), ANY_TOOL];
  }

  /** Catalogue names, or what the rule names. Null when a name is wrong (reported). */
  toolsOf(target: Target): readonly string[] | null {
    switch (target.kind) {
      case 'any':
        return this.everywhere;
      case 'class':
        return this.classTools(target.name);
      case 'pattern':
        return this.matching(target);
      case 'tools': {
        let ok = true;
        for (const name of target.names) ok = checkTool(name, this.environment.catalogue, this.known, this.sink) && ok;
        return ok ? [...new Set(target.names.map(({ text }) => text))] : null;
      }
    }
  }

  /** The known tools that a glob matches; where tools are open, {@link ANY_TOOL} stands for the others. */
  private matching({ pattern, span }: Extract<Target, { kind: 'pattern' }>): readonly string[] | null {
    const { environment, sink } = this;
    const glob = parseGlob(pattern);
    if (!glob.ok) return sink.reject('pattern_invalid', span, { reason: `#reason.${glob.reason}` });
    const matches = globMatcher(pattern);
    const tools = environment.tools().filter((tool) => matches(tool));
    if (!environment.catalogue) return [...tools, ANY_TOOL];
    if (tools.length === 0) sink.report('tool_pattern_empty', span, { pattern: quoteGlob(pattern) });
    return tools;
  }

  private classTools(name: Name): readonly string[] | null {
    const { sink } = this;
    const cls = TOOL_CLASSES.find((candidate): candidate is ToolClass => candidate === name.text);
    if (!cls) return reportClass(name, sink);
    if (!this.environment.catalogue) return sink.reject('tool_class_needs_catalogue', name.span, { name: name.text });
    const tools = this.environment.toolsOfClass(cls);
    if (tools.length === 0) sink.report('tool_class_empty', name.span, { name: name.text });
    return tools;
  }
}

/** Names that are mostly meant for more than one tool. */
const NOT_ONE_TOOL = /^(?:all|any|every|everything)$|\*/i;

/** Reports a tool the catalogue lacks, and without one a name that is mostly meant for many. */
export function checkTool(
  name: Name,
  catalogue: Catalogue | null,
  known: ReadonlySet<string>,
  sink: DiagnosticSink,
): boolean {
  if (!catalogue && NOT_ONE_TOOL.test(name.text)) sink.report('tool_name_pattern', name.span, { name: name.text });
  if (!catalogue || known.has(name.text)) return true;
  if (sink.isFull) return false;
  const nearest = nearestNames(name.text, known);
  sink.report('tool_unknown', name.span, { name: name.text, nearest: listNames(nearest) }, rename(name, nearest[0]));
  return false;
}
