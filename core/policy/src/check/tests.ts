import { exactNumber } from '@ostiary/json';
import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { Effect, JsonTree, PolicyTree, Span, Test } from '../syntax/ast.js';
import type { TypeEnvironment } from './environment.js';
import { checkTool } from './targets.js';

/** A test of a policy as data: what one call should get. The values are those of a request. */
export interface PolicyTest {
  readonly title: string;
  readonly call: { readonly tool: string; readonly arguments: unknown };
  /** What the test states beside the call; `history` is a list of events. An absent member is not known. */
  readonly context: {
    readonly principal?: unknown;
    readonly session?: unknown;
    readonly now?: unknown;
    readonly history?: unknown;
    readonly labels?: unknown;
    readonly rates?: unknown;
    readonly confirmed?: true;
  };
  readonly expect: Effect;
  readonly span: Span;
}

/** Reports tests of tools that there are none of, and titles that stand twice. */
export function checkTests(tree: PolicyTree, environment: TypeEnvironment, sink: DiagnosticSink): void {
  const known = new Set(environment.tools());
  const titles = new Set<string>();
  for (const item of tree.items) {
    if (item.kind !== 'test') continue;
    const { title } = item;
    if (titles.has(title.text)) sink.report('test_repeated', title.span, { title: title.text });
    titles.add(title.text);
    for (const part of item.parts) {
      if (part.kind === 'call') checkTool(part.tool, environment.catalogue, known, sink);
    }
  }
}

/** The tests of a policy in their order, as data. */
export function testsOf(tree: PolicyTree): readonly PolicyTest[] {
  return tree.items.filter((item): item is Test => item.kind === 'test').map(testOf);
}

function testOf({ title, parts, expect, span }: Test): PolicyTest {
  const context: Record<string, unknown> = {};
  let call: PolicyTest['call'] = { tool: '', arguments: {} };
  for (const part of parts) {
    if (part.kind === 'call') call = { tool: part.tool.text, arguments: valueOf(part.args) };
    else context[part.kind] = part.kind === 'confirmed' ? true : valueOf(part.value);
  }
  return { title: title.text, call, context, expect: expect.effect, span };
}

function valueOf(tree: JsonTree): unknown {
  switch (tree.kind) {
    case 'string':
    case 'constant':
      return tree.value;
    case 'number':
      return exactNumber(tree.text);
    case 'array':
      return tree.items.map(valueOf);
    case 'object':
      // An own member, also when it is called `__proto__`.
      return Object.fromEntries(tree.members.map(({ name, value }) => [name.text, valueOf(value)]));
  }
}
