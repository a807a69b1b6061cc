import { isZod } from '../json-schema/zod.js';
import type { Findings } from '../report/findings.js';
import { get, isObject, type JsonObject } from '../report/json.js';
import type { CatalogueSlug } from '../report/messages.js';

/**
 * What people send for a catalogue and is not one: a program's own objects written out, or a file beside the one that is
 * meant. Each slug says what it looks like and how to get what is read. Null when it is nothing known.
 */
export function foreignForm(json: unknown): CatalogueSlug | null {
  if (typeof json === 'string') return 'form_text';
  if (!isObject(json)) return null;
  const tool = foreignTool(json);
  if (tool !== null) return tool;
  if (isObject(get(json, 'mcpServers')) || isObject(get(json, 'servers'))) return 'form_mcp_config';
  if (get(json, 'type') === 'object' || isObject(get(json, 'properties'))) return 'form_schema';
  const values = Object.values(json);
  return values.length > 0 && values.every((value) => isObject(value) && isZod(value)) ? 'form_zod' : null;
}

/** Reports a tool that is written in a form of a program's own; false when it is not. */
export function reportForeignTool(tool: unknown, pointer: string, findings: Findings): boolean {
  const slug = typeof tool === 'string' ? 'form_names' : isObject(tool) ? foreignTool(tool) : null;
  if (slug !== null) findings.error(pointer, slug);
  return slug !== null;
}

function foreignTool(tool: JsonObject): CatalogueSlug | null {
  if (isLangChain(tool)) return 'form_langchain';
  if (isZod(tool)) return 'form_zod';
  if (isGemini(tool)) return 'form_gemini';
  return isBedrock(tool) ? 'form_bedrock' : null;
}

function isLangChain(value: JsonObject): boolean {
  return (
    get(value, 'lc_namespace') !== undefined ||
    get(value, 'lc_kwargs') !== undefined ||
    (typeof get(value, 'lc') === 'number' && Array.isArray(get(value, 'id')))
  );
}

function isGemini(value: JsonObject): boolean {
  return Array.isArray(get(value, 'functionDeclarations')) || Array.isArray(get(value, 'function_declarations'));
}

function isBedrock(value: JsonObject): boolean {
  return isObject(get(value, 'toolSpec')) || isObject(get(value, 'toolConfig'));
}
