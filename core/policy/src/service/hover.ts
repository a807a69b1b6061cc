import type { Catalogue, Type } from '@ostiary/catalogue';
import { checkPolicy } from '../check/check.js';
import { followFields, type PathType, type ReadRoot, resolvePath, type TypeEnvironment } from '../check/environment.js';
import { ANY_TOOL } from '../check/targets.js';
import type { PathExpr, Rule, Span } from '../syntax/ast.js';
import { parsePolicy } from '../syntax/parser.js';
import { pathText } from '../syntax/print/expressions.js';
import { parseGlob } from '../text/glob.js';
import { globMatcher } from '../values/match/glob-matcher.js';
import { partType } from '../values/parts.js';
import { locate, type NamedItem } from './locate.js';

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
  const { path, items, rule } = found;
  const { environment } = checkPolicy(tree, { source, ...options });
  const root = rootOf(path, items);
  if (root === null) return null;
  const tools = root === 'args' ? toolsOf(rule, environment.tools()) : [ANY_TOOL];
  const types: { type: Type; required: boolean; tools: string[] }[] = [];
  for (const tool of tools) {
    const resolved = resolve(environment, tool, path, items);
    if (!resolved) continue;
    const alike = types.find(({ type, required }) => type === resolved.type && required === resolved.required);
    if (alike) alike.tools.push(tool);
    else types.push({ type: resolved.type, required: resolved.required, tools: root === 'args' ? [tool] : [] });
  }
  return types.length === 0 ? null : { span: path.span, path: pathText(path), types };
}

/** Where a path begins, through the lists whose items it names; null of what has no type to show. */
function rootOf({ root, segments }: PathExpr, items: NamedItem | null): ReadRoot | null {
  if (root === 'tool' || root === 'answer' || root === 'executes') return null;
  if (root !== null) return root;
  const item = itemCalled(segments[0]?.text, items);
  return item?.list.kind === 'path' ? rootOf(item.list, item.outer) : null;
}

function itemCalled(name: string | undefined, items: NamedItem | null): NamedItem | null {
  let at = items;
  while (at && at.name !== name) at = at.outer;
  return at;
}

/** The type at the end of a path for a tool; `items`: the lists that a name without a root may be an item of. */
function resolve(environment: TypeEnvironment, tool: string, path: PathExpr, items: NamedItem | null): PathType | null {
  const [first, ...names] = path.segments.map(({ text }) => text);
  if (path.root === 'tool' || path.root === 'answer' || path.root === 'executes') return null;
  if (path.root !== null) return resolvePath(environment, tool, path.root, [first ?? '', ...names]);
  const item = itemCalled(first, items);
  const list = item?.list.kind === 'path' ? resolve(environment, tool, item.list, item.outer)?.type : null;
  if (list?.kind !== 'list') return null;
  const { of } = list;
  if (names.length === 0) return { type: of, required: true };
  const whole = of.kind === 'record' || of.kind === 'map' ? followFields(of, names) : null;
  if (whole) return whole;
  const above = of.kind === 'record' || of.kind === 'map' ? followFields(of, names.slice(0, -1))?.type : of;
  const part = above?.kind === 'string' ? partType(above.format, names.at(-1) ?? '') : null;
  return part && { type: part, required: true };
}

/** The tools a rule names, or all there are. */
function toolsOf(rule: Rule | null, all: readonly string[]): readonly string[] {
  if (rule?.target.kind === 'tools') return rule.target.names.map(({ text }) => text);
  if (rule?.target.kind !== 'pattern' || !parseGlob(rule.target.pattern).ok) return all;
  return all.filter(globMatcher(rule.target.pattern));
}
