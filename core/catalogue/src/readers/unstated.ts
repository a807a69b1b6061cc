import { VENDOR_KEY } from '../json-schema/vendor.js';
import { type ClassProposal, proposeClasses } from '../propose.js';
import { get, isObject, type JsonObject } from '../report/json.js';
import { detectCatalogue } from './any.js';

/**
 * The tools of an MCP list whose classes nobody stated, each with those that its annotations speak for. A reader takes such a tool for a write, which is the
 * safe thing to do and no classification. Takes what `readAnyCatalogue` takes, `overrides` included; empty for any other form.
 */
export function unstatedClasses(json: unknown): ReadonlyMap<string, readonly ClassProposal[]> {
  const format = detectCatalogue(json);
  if (format === 'overridden' && isObject(json)) {
    const overrides = get(json, 'overrides');
    const states = (name: string): boolean => {
      const own = isObject(overrides) && Object.hasOwn(overrides, name) ? overrides[name] : undefined;
      return isObject(own) && get(own, 'classes') !== undefined;
    };
    return new Map([...unstatedClasses(get(json, 'document'))].filter(([name]) => !states(name)));
  }
  if (format !== 'mcp') return new Map();
  return new Map(
    toolsOf(json).flatMap((tool): [string, readonly ClassProposal[]][] => {
      const name = get(tool, 'name');
      return typeof name !== 'string' || isStated(tool) ? [] : [[name, proposeClasses(get(tool, 'annotations'))]];
    }),
  );
}

function toolsOf(json: unknown): readonly JsonObject[] {
  const result = isObject(json) ? get(json, 'result') : undefined;
  const list = Array.isArray(json) ? json : get((isObject(result) ? result : json) as JsonObject, 'tools');
  return Array.isArray(list) ? list.filter((tool) => isObject(tool)) : [];
}

/** Its owner says what it is, or a hint that makes a call stricter, which is believed. */
function isStated(tool: JsonObject): boolean {
  const vendor = get(tool, VENDOR_KEY);
  if (isObject(vendor) && get(vendor, 'classes') !== undefined) return true;
  const annotations = get(tool, 'annotations');
  if (!isObject(annotations)) return false;
  return (
    get(annotations, 'readOnlyHint') === false ||
    get(annotations, 'destructiveHint') === true ||
    get(annotations, 'openWorldHint') === true
  );
}
