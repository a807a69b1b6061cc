import type { Catalogue, Type } from '@ostiary/catalogue';
import { checkPolicy } from '../check/check.js';
import { resolvePath } from '../check/environment.js';
import { ANY_TOOL } from '../check/targets.js';
import type { Rule, Span } from '../syntax/ast.js';
import { parsePolicy } from '../syntax/parser.js';
import { pathText } from '../syntax/print/expressions.js';
import { parseGlob } from '../text/glob.js';
import { globMatcher } from '../values/match/glob-matcher.js';
import { locate } from './locate.js';

export interface Hover {
  readonly span: Span;
  /** The path as written. */
  readonly path: string;
  /** Its types, each with the tools that give it so; one entry without tools for `principal`, `session` and `now`. */
  readonly types: readonly { readonly type: Type; readonly required: boolean; readonly tools: readonly string[] }[];
}

/** What is known of the path at an offset; null when there is none, or it has no type. */
export function hover(source: string, offset: number, options: { readonly catalogue?: Catalogue } = {}): Hover | null {
  const { tree } = parsePolicy(source);
  const found = tree && locate(tree, offset);
  if (!tree || !found?.path) return null;
  const { path, rule } = found;
  const { environment } = checkPolicy(tree, { source, ...options });
  const { root } = path;
  if (root === null || root === 'tool' || root === 'answer' || root === 'executes') return null;
  const segments = path.segments.map(({ text }) => text);
  const tools = root === 'args' ? toolsOf(rule, environment.tools()) : [ANY_TOOL];
  const types: { type: Type; required: boolean; tools: string[] }[] = [];
  for (const tool of tools) {
    const resolved = resolvePath(environment, tool, root, segments);
    if (!resolved) continue;
    const alike = types.find(({ type, required }) => type === resolved.type && required === resolved.required);
    if (alike) alike.tools.push(tool);
    else types.push({ type: resolved.type, required: resolved.required, tools: root === 'args' ? [tool] : [] });
  }
  return types.length === 0 ? null : { span: path.span, path: pathText(path), types };
}

/** The tools a rule names, or all there are. */
function toolsOf(rule: Rule | null, all: readonly string[]): readonly string[] {
  if (rule?.target.kind === 'tools') return rule.target.names.map(({ text }) => text);
  if (rule?.target.kind !== 'pattern' || !parseGlob(rule.target.pattern).ok) return all;
  return all.filter(globMatcher(rule.target.pattern));
}
