import { TypeBudget } from '../json-schema/budget.js';
import { SchemaReader } from '../json-schema/schema-reader.js';
import type { CatalogueResult, ToolClass } from '../model.js';
import { VENDOR_KEY } from '../json-schema/vendor.js';
import { Fields } from '../own/fields.js';
import type { ToolFacts } from '../own/read-facts.js';
import { Findings } from '../report/findings.js';
import { get, isObject, kindOf, type JsonObject } from '../report/json.js';
import { child } from '../report/pointer.js';
import { finish, readToolVendor, tooMany, type ToolDraft } from './draft.js';

/** Classes that ask more of a tool. All others let a rule be kept, so a server's word is not enough. */
const STRICTER: ReadonlySet<ToolClass> = new Set(['write', 'irreversible', 'privileged', 'source', 'sink']);

/**
 * Reads the answer of a Model Context Protocol server to `tools/list`: `{tools: [...]}` with or without the JSON-RPC
 * envelope, or the bare list. Annotations are hints of a server nobody vouches for (MCP 2025-06-18, "Tool"): they may add `write`,
 * `irreversible`, `source` and `sink`, and never take anything away. The same holds for `x-ostiary` classes the list
 * itself carries; whoever vouches for a tool states its classes in `overrides` (see `readAnyCatalogue`).
 * See docs/adr/0040.
 */
export function readMcpTools(json: unknown, name = 'mcp'): CatalogueResult {
  const findings = new Findings();
  if (Array.isArray(json)) return readList(json, '', name, findings);
  const enveloped = isObject(json) && isObject(get(json, 'result'));
  const base = enveloped ? '/result' : '';
  const list = enveloped ? get(json, 'result') : json;
  const root = Fields.of(list, base, findings);
  const pointer = child(base, 'tools');
  const entries = root?.array('tools');
  if (root && isObject(list) && get(list, 'tools') === undefined)
    findings.error(base, 'field_missing', { field: 'tools' });
  if (!isObject(list) || !entries) return { ok: false, problems: findings.problems() };
  const next = get(list, 'nextCursor');
  if (typeof next === 'string' && next !== '') findings.warn(child(base, 'nextCursor'), 'list_incomplete');
  return readList(entries, pointer, name, findings);
}

function readList(entries: readonly unknown[], pointer: string, name: string, findings: Findings): CatalogueResult {
  if (tooMany(entries.length, pointer, findings)) return { ok: false, problems: findings.problems() };
  const budget = new TypeBudget();
  const drafts = entries.flatMap((entry, index) => readTool(entry, child(pointer, index), budget, findings) ?? []);
  return finish(name, undefined, drafts, findings);
}

function readTool(entry: unknown, pointer: string, budget: TypeBudget, findings: Findings): ToolDraft | null {
  const fields = Fields.of(entry, pointer, findings);
  if (fields === null || !isObject(entry)) return null;
  const name = fields.requiredString('name');
  const schema = get(entry, 'inputSchema');
  // Each inputSchema is a document of its own: `#` in it means the schema, not the list.
  const at = child(pointer, 'inputSchema');
  const args = new SchemaReader(schema, findings, { budget, refHidesSiblings: false, base: at }).readArguments(
    schema,
    at,
  );
  const facts = readToolVendor(entry, pointer, findings);
  if (name === undefined) return null;
  const hints = hintsOf(entry, pointer, findings);
  const { classes, unknownArguments, ...rest } = facts;
  if (unknownArguments) findings.warn(child(pointer, VENDOR_KEY), 'hint_not_believed', { hint: 'unknown_arguments' });
  const stricter = (classes ?? []).filter((found) => STRICTER.has(found));
  const believed = withoutRoles(rest, child(pointer, VENDOR_KEY), findings);
  for (const found of classes ?? []) {
    if (found === 'read') findings.warn(child(pointer, VENDOR_KEY), 'hint_not_believed', { hint: 'read' });
    else if (!STRICTER.has(found)) findings.warn(child(pointer, VENDOR_KEY), 'role_not_believed', { role: found });
  }
  return {
    pointer,
    name,
    description: get(entry, 'description'),
    args,
    facts: believed,
    hinted: [...stricter, ...hints],
  };
}

/** The facts without what a tool is in an agent graph: every role there lets a rule be kept that otherwise is broken. */
function withoutRoles(facts: ToolFacts, pointer: string, findings: Findings): ToolFacts {
  const { checks, confirms, compensates, resource, idempotencyKey, returns, ...rest } = facts;
  for (const [role, stated] of Object.entries({ checks, confirms, compensates, resource, idempotencyKey, returns }))
    if (stated !== undefined) findings.warn(pointer, 'role_not_believed', { role });
  return rest;
}

function hintsOf(tool: JsonObject, pointer: string, findings: Findings): readonly ToolClass[] {
  const annotations = get(tool, 'annotations');
  // Servers in languages with nulls write out what they leave unset.
  if (annotations === undefined || annotations === null) return [];
  const at = child(pointer, 'annotations');
  if (!isObject(annotations)) {
    findings.error(at, 'wrong_type', { expected: 'object', found: kindOf(annotations) });
    return [];
  }
  const hint = (key: string): boolean | undefined => {
    const value = get(annotations, key);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'boolean') return value;
    findings.error(child(at, key), 'wrong_type', { expected: 'boolean', found: kindOf(value) });
    return undefined;
  };
  const classes: ToolClass[] = [];
  const readOnly = hint('readOnlyHint');
  if (readOnly === true) findings.warn(child(at, 'readOnlyHint'), 'hint_not_believed', { hint: 'readOnlyHint' });
  if (readOnly === false) classes.push('write');
  if (hint('destructiveHint') === true) classes.push('write', 'irreversible');
  if (hint('openWorldHint') === true) classes.push('source', 'sink');
  // Calling again being harmless says nothing that could make the first call stricter.
  hint('idempotentHint');
  return classes;
}
