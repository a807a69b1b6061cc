import { TypeBudget } from '../json-schema/budget.js';
import { SchemaReader } from '../json-schema/schema-reader.js';
import type { CatalogueResult, RecordType } from '../model.js';
import { Findings } from '../report/findings.js';
import { get, isObject, kindOf, type JsonObject } from '../report/json.js';
import { child } from '../report/pointer.js';
import { reportForeignTool } from './foreign.js';
import { finish, readToolVendor, tooMany, type ToolDraft } from './draft.js';

/** Names of types in definitions made from Python signatures. */
const ALIASES = new Map([
  ['dict', 'object'],
  ['float', 'number'],
  ['double', 'number'],
  ['int', 'integer'],
  ['str', 'string'],
  ['bool', 'boolean'],
  ['list', 'array'],
  ['tuple', 'array'],
]);

const FUNCTION_TYPES = new Set(['function', 'custom', 'dynamic']);

/** What a custom tool of OpenAI is called with: text, for which a grammar may be given. */
const FREE_TEXT: RecordType = {
  kind: 'record',
  fields: { input: { type: { kind: 'string', format: 'text' }, required: true } },
};

/** Where frameworks keep the argument schema: OpenAI, Vercel AI, Anthropic, LangChain (JS, then Python). */
const SCHEMA_KEYS = ['parameters', 'inputSchema', 'input_schema', 'schema', 'args_schema'] as const;

/**
 * Reads the tool definitions of agent frameworks:
 * - OpenAI Chat Completions `{type: "function", function: {...}}`, Responses `{type: "function", name, parameters}`,
 *   the older `functions`, alone, in an array, or in a request body under `tools` or `functions`; `custom` tools of both;
 * - LangChain `{name, description, schema | args_schema | args}`;
 * - Vercel AI SDK `{toolName: {description, inputSchema | parameters}}`, with or without the `jsonSchema` wrapper;
 * - Anthropic `{name, description, input_schema}`.
 */
export function readToolDefinitions(json: unknown, name = 'tools'): CatalogueResult {
  const findings = new Findings();
  const entries = entriesOf(json);
  if (entries === null) {
    findings.error('', 'wrong_type', { expected: 'tool definitions', found: kindOf(json) });
    return { ok: false, problems: findings.problems() };
  }
  if (tooMany(entries.length, '', findings)) return { ok: false, problems: findings.problems() };
  const budget = new TypeBudget();
  const drafts = entries.flatMap((entry) => readEntry(entry, budget, findings) ?? []);
  return finish(name, undefined, drafts, findings);
}

interface Entry {
  readonly value: unknown;
  readonly pointer: string;
  /** The key of a Vercel AI tool set. */
  readonly name?: string;
}

function entriesOf(json: unknown): readonly Entry[] | null {
  if (Array.isArray(json)) return numbered(json, '');
  if (!isObject(json)) return null;
  for (const key of ['tools', 'functions']) {
    const list = get(json, key);
    if (Array.isArray(list)) return numbered(list, child('', key));
    if (key === 'tools' && isObject(list)) return named(list, child('', key));
  }
  if (schemaOf(json) !== undefined && typeof get(json, 'name') === 'string') return [{ value: json, pointer: '' }];
  if (get(json, 'type') === 'function') return [{ value: json, pointer: '' }];
  return named(json, '');
}

function numbered(list: readonly unknown[], pointer: string): readonly Entry[] {
  return list.map((value, index) => ({ value, pointer: child(pointer, index) }));
}

function named(set: JsonObject, pointer: string): readonly Entry[] {
  return Object.entries(set).map(([name, value]) => ({ value, pointer: child(pointer, name), name }));
}

function readEntry(entry: Entry, budget: TypeBudget, findings: Findings): ToolDraft | null {
  if (!isObject(entry.value) || schemaOf(entry.value) === undefined) {
    if (reportForeignTool(entry.value, entry.pointer, findings)) return null;
  }
  if (!isObject(entry.value)) {
    findings.error(entry.pointer, 'wrong_type', { expected: 'object', found: kindOf(entry.value) });
    return null;
  }
  const { tool, pointer } = unwrapped(entry.value, entry.pointer);
  const type = get(entry.value, 'type');
  const found = schemaOf(tool);
  // What a provider runs itself has settings where a tool has a schema (`args` of the AI SDK).
  if (typeof type === 'string' && !FUNCTION_TYPES.has(type) && (found === undefined || found.map !== undefined)) {
    findings.warn(child(entry.pointer, 'type'), 'tool_skipped', { type });
    return null;
  }
  const name = entry.name ?? get(tool, 'name');
  if (typeof name !== 'string') {
    findings.error(pointer, 'field_missing', { field: 'name' });
    return null;
  }
  const at = found ? `${pointer}${found.pointer}` : pointer;
  const facts = readToolVendor(tool, pointer, findings);
  const description = get(tool, 'description');
  if (type === 'custom' && found === undefined) return { pointer, name, description, args: FREE_TEXT, facts };
  const reader = new SchemaReader(found?.value, findings, {
    budget,
    refHidesSiblings: false,
    typeAliases: ALIASES,
    base: at,
  });
  const args = found?.map ? reader.readArgumentMap(found.map, at) : reader.readArguments(found?.value, at);
  return { pointer, name, description, args, facts };
}

/** The definition itself: Chat Completions puts it under the name of its type. */
function unwrapped(value: JsonObject, pointer: string): { readonly tool: JsonObject; readonly pointer: string } {
  for (const key of ['function', 'custom']) {
    const inner = get(value, key);
    if (isObject(inner)) return { tool: inner, pointer: child(pointer, key) };
  }
  return { tool: value, pointer };
}

interface FoundSchema {
  readonly value: unknown;
  /** Where it stands in the definition. */
  readonly pointer: string;
  /** Set when it is only a map of properties, as LangChain's `args` is. */
  readonly map?: JsonObject;
}

function schemaOf(tool: JsonObject): FoundSchema | undefined {
  for (const key of SCHEMA_KEYS) {
    const value = get(tool, key);
    if (value === undefined || value === null) continue;
    const inner = isObject(value) ? get(value, 'jsonSchema') : undefined;
    return inner === undefined
      ? { value, pointer: child('', key) }
      : { value: inner, pointer: child(child('', key), 'jsonSchema') };
  }
  const args = get(tool, 'args');
  return isObject(args) ? { value: args, pointer: child('', 'args'), map: args } : undefined;
}
