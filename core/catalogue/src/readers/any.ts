import type { Catalogue, CatalogueResult, Tool } from '../model.js';
import { classesOfRoles, normalClasses } from '../classes.js';
import { checkCatalogue } from '../check.js';
import { checkRoles, type PlaceOfRole } from '../check-roles.js';
import { type ArgumentOverrides, mendArguments, readArgumentOverrides } from './argument-overrides.js';
import { Fields } from '../own/fields.js';
import { readCatalogue } from '../own/read-catalogue.js';
import { readFacts, type ToolFacts } from '../own/read-facts.js';
import { readGroups } from '../own/read-groups.js';
import { readRecord } from '../own/read-type.js';
import { withOpenness } from '../openness.js';
import { Findings } from '../report/findings.js';
import { get, isObject, kindOf, type JsonObject } from '../report/json.js';
import { child } from '../report/pointer.js';
import { foreignForm } from './foreign.js';
import { readToolDefinitions } from './definitions.js';
import { readMcpTools } from './mcp.js';
import { readOpenApi } from './openapi.js';

/** `overridden`: `{document, overrides, ...}`, any other form with what its owner states about it beside. */
const DOCUMENT_FORMATS = ['catalogue', 'mcp', 'tools', 'openapi'] as const;
type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];
export const CATALOGUE_FORMATS = [...DOCUMENT_FORMATS, 'overridden'] as const;
export type CatalogueFormat = (typeof CATALOGUE_FORMATS)[number];

/** Which form a document is in, by its shape alone; null when it is not one. Says nothing about whether it is sound. */
export function detectCatalogue(json: unknown): CatalogueFormat | null {
  if (Array.isArray(json)) return isMcpList(json) ? 'mcp' : 'tools';
  if (!isObject(json)) return null;
  if (get(json, 'document') !== undefined) return 'overridden';
  if (get(json, 'openapi') !== undefined || get(json, 'swagger') !== undefined) return 'openapi';
  const result = get(json, 'result');
  if (isObject(result) && Array.isArray(get(result, 'tools'))) return 'mcp';
  const tools = get(json, 'tools');
  if (Array.isArray(tools)) {
    if (isMcpList(tools)) return 'mcp';
    if (typeof get(json, 'name') === 'string' || tools.some(isOwnTool)) return 'catalogue';
    return tools.length === 0 ? 'mcp' : 'tools';
  }
  if (isObject(tools) || Array.isArray(get(json, 'functions'))) return 'tools';
  if (get(json, 'type') === 'function' || looksLikeDefinition(json)) return 'tools';
  const values = Object.values(json);
  return values.length > 0 && values.every((value) => isObject(value) && looksLikeDefinition(value)) ? 'tools' : null;
}

function isMcpList(list: readonly unknown[]): boolean {
  return list.some(
    (tool) => isObject(tool) && get(tool, 'inputSchema') !== undefined && get(tool, 'type') === undefined,
  );
}

function isOwnTool(tool: unknown): boolean {
  return (
    isObject(tool) &&
    (get(tool, 'classes') !== undefined ||
      (isObject(get(tool, 'args')) && get(get(tool, 'args') as JsonObject, 'kind') === 'record'))
  );
}

function looksLikeDefinition(value: JsonObject): boolean {
  return ['parameters', 'inputSchema', 'input_schema', 'schema', 'args_schema', 'args'].some((key) =>
    isObject(get(value, key)),
  );
}

/** Reads a catalogue in whichever known form it is, and applies what its owner states in `overrides`. */
export function readAnyCatalogue(json: unknown): CatalogueResult {
  const format = detectCatalogue(json);
  return format === 'overridden' ? readOverridden(json) : readDocument(json, format);
}

function readDocument(json: unknown, format: DocumentFormat | null): CatalogueResult {
  switch (format) {
    case 'catalogue':
      return readCatalogue(json);
    case 'mcp':
      return readMcpTools(json);
    case 'tools':
      return readToolDefinitions(json);
    case 'openapi':
      return readOpenApi(json);
    case null: {
      const findings = new Findings();
      const foreign = foreignForm(json);
      if (foreign === null) findings.error('', 'format_unknown', { known: CATALOGUE_FORMATS.join(', ') });
      else findings.error('', foreign);
      return { ok: false, problems: findings.problems() };
    }
  }
}

/**
 * `{document, format?, overrides?: {toolName: {classes, aliasGroup, labels, examples, args, checks, ...}}, name?, version?, principal?, session?}`.
 * What stands here is the owner's word, not the server's: `classes` replace those read from the document, also when
 * they are less strict. `format` is their word too: without it the document's shape says how far it is believed, and a
 * tool server that writes its list in our own form would be believed like its owner.
 */
function readOverridden(json: unknown): CatalogueResult {
  const findings = new Findings();
  const fields = Fields.of(json, '', findings);
  if (fields === null) return { ok: false, problems: findings.problems() };
  const document = fields.required('document');
  const stated = fields.oneOf('format', DOCUMENT_FORMATS);
  const name = fields.string('name');
  const version = fields.string('version');
  const principal = fields.raw('principal');
  const session = fields.raw('session');
  const groups = readGroups(fields, findings);
  const overrides = readOverrides(fields.raw('overrides'), fields.at('overrides'), findings);
  fields.done();
  const detected = detectCatalogue(document);
  if (detected === 'overridden') findings.error('/document', 'format_unknown', { known: DOCUMENT_FORMATS.join(', ') });
  if (findings.failed || detected === 'overridden') return { ok: false, problems: findings.problems() };

  const inner = readDocument(document, stated ?? detected);
  if (!inner.ok)
    return {
      ok: false,
      problems: inner.problems.map((problem) => ({ ...problem, pointer: `/document${problem.pointer}` })),
    };
  const known = new Set(inner.catalogue.tools.map((tool) => tool.name));
  for (const tool of overrides.keys()) {
    if (!known.has(tool)) findings.error(child('/overrides', tool), 'override_unknown', { name: tool });
  }
  const catalogue: Catalogue = {
    ...inner.catalogue,
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    ...(principal !== undefined && { principal: readRecord(principal, '/principal', findings) }),
    ...(session !== undefined && { session: readRecord(session, '/session', findings) }),
    ...(groups && { groups }),
    tools: inner.catalogue.tools.map((tool) => override(tool, overrides.get(tool.name), findings)),
  };
  checkCatalogue({ ...catalogue, tools: [] }, findings);
  checkRoles(catalogue.tools, findings, placeIn(overrides));
  if (findings.failed) return { ok: false, problems: findings.problems() };
  const warnings = inner.warnings.map((problem) => ({ ...problem, pointer: `/document${problem.pointer}` }));
  return { ok: true, catalogue, warnings: [...warnings, ...findings.warningList()] };
}

/** What an override says has a place there; what it only makes wrong, the tool's override or the document. */
function placeIn(overrides: ReadonlyMap<string, Override>): PlaceOfRole {
  return ({ name }, ...way) => {
    const stated = overrides.get(name)?.facts;
    if (!stated) return '/document';
    const pointer = child('/overrides', name);
    return Object.hasOwn(stated, String(way[0])) ? way.reduce(child, pointer) : pointer;
  };
}

interface Override {
  readonly facts: ToolFacts;
  readonly args: ArgumentOverrides;
}

function override(tool: Tool, stated: Override | undefined, findings: Findings): Tool {
  if (stated === undefined) return tool;
  const { unknownArguments, ...facts } = stated.facts;
  const args = mendArguments(tool.args, stated.args, findings);
  return {
    ...tool,
    ...facts,
    classes: normalClasses([...(facts.classes ?? tool.classes), ...classesOfRoles({ ...tool, ...facts })]),
    args: unknownArguments === 'allow' ? withOpenness(args, true) : args,
  };
}

function readOverrides(value: unknown, pointer: string, findings: Findings): ReadonlyMap<string, Override> {
  const out = new Map<string, Override>();
  if (value === undefined) return out;
  if (!isObject(value)) {
    findings.error(pointer, 'wrong_type', { expected: 'object', found: kindOf(value) });
    return out;
  }
  for (const [name, entry] of Object.entries(value)) {
    const fields = Fields.of(entry, child(pointer, name), findings);
    if (fields === null) continue;
    const facts = readFacts(fields, findings);
    out.set(name, { facts, args: readArgumentOverrides(fields.raw('args'), fields.at('args'), findings) });
    fields.done();
  }
  return out;
}
