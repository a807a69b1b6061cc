import { TOOL_CLASSES, type Catalogue, type ToolClass } from '@ostiary/catalogue';
import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { Name, PolicyTree, Target } from '../syntax/ast.js';
import { atoms, bodiesOf, children } from '../syntax/walk.js';
import { nearestNames } from '../text/nearest.js';
import { rename } from './rename.js';

/** Stands for any tool the policy does not name, when there is no catalogue. No tool can be called this. */
export const ANY_TOOL = '\u0000any';

/** Tool names a policy mentions anywhere, in order of first mention. */
export function mentionedTools(tree: PolicyTree): string[] {
  const names = new Set<string>();
  for (const item of tree.items) {
    if (item.kind === 'rule' && item.target.kind === 'tools') for (const { text } of item.target.names) names.add(text);
    const { calls, histories } = bodiesOf(item);
    for (const history of histories) for (const atom of atoms(history)) names.add(atom.event.tool.text);
    const pending = [...calls];
    for (let expr = pending.pop(); expr; expr = pending.pop()) {
      if (
        expr.kind === 'compare' &&
        expr.left.kind === 'path' &&
        expr.left.root === 'tool' &&
        expr.right.kind === 'literal'
      ) {
        if (expr.right.value.type === 'string') names.add(expr.right.value.value);
      }
      if (expr.kind === 'in' && expr.operand.kind === 'path' && expr.operand.root === 'tool') {
        for (const choice of expr.items) {
          if (choice.kind === 'literal' && choice.value.type === 'string') names.add(choice.value.value);
        }
      }
      pending.push(...children(expr));
    }
  }
  return [...names];
}

/**
 * The tools a rule is about: catalogue names, or what it names, with {@link ANY_TOOL} for `*` when there is no
 * catalogue. Null when a name is wrong (reported).
 */
export function toolsOfTarget(
  target: Target,
  catalogue: Catalogue | null,
  known: ReadonlySet<string>,
  sink: DiagnosticSink,
): readonly string[] | null {
  switch (target.kind) {
    case 'any':
      return catalogue ? [...known] : [ANY_TOOL];
    case 'class':
      return classTools(target.name, catalogue, sink);
    case 'tools': {
      let ok = true;
      for (const name of target.names) ok = checkTool(name, catalogue, known, sink) && ok;
      return ok ? [...new Set(target.names.map(({ text }) => text))] : null;
    }
  }
}

/** Reports a tool the catalogue lacks. */
export function checkTool(
  name: Name,
  catalogue: Catalogue | null,
  known: ReadonlySet<string>,
  sink: DiagnosticSink,
): boolean {
  if (!catalogue || known.has(name.text)) return true;
  const nearest = nearestNames(name.text, known);
  const [best] = nearest;
  sink.report(
    'tool_unknown',
    name.span,
    { name: name.text, nearest: nearest.map((tool) => `\`${tool}\``).join(', ') },
    rename(name, best),
  );
  return false;
}

function classTools(name: Name, catalogue: Catalogue | null, sink: DiagnosticSink): readonly string[] | null {
  const cls = TOOL_CLASSES.find((candidate): candidate is ToolClass => candidate === name.text);
  if (!cls) {
    const [best] = nearestNames(name.text, TOOL_CLASSES);
    sink.report(
      'tool_class_unknown',
      name.span,
      { name: name.text, classes: TOOL_CLASSES.map((each) => `\`@${each}\``).join(', ') },
      rename(name, best),
    );
    return null;
  }
  if (!catalogue) {
    sink.report('tool_class_needs_catalogue', name.span, { name: name.text });
    return null;
  }
  const tools = catalogue.tools.filter(({ classes }) => classes.includes(cls)).map((tool) => tool.name);
  if (tools.length === 0) sink.report('tool_class_empty', name.span, { name: name.text });
  return tools;
}
