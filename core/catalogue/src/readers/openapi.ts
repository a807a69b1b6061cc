import { TypeBudget } from '../json-schema/budget.js';
import { SchemaReader } from '../json-schema/schema-reader.js';
import type { CatalogueResult, ToolClass } from '../model.js';
import { nameFault } from '../names.js';
import { Findings } from '../report/findings.js';
import { get, isObject, kindOf, type JsonObject } from '../report/json.js';
import { child } from '../report/pointer.js';
import { finish, readToolVendor, tooMany, type ToolDraft } from './draft.js';
import { readOperationArguments } from './openapi-arguments.js';
import { deref } from './openapi-deref.js';

/** What a method does by RFC 9110; a DELETE takes something away. */
const METHODS: Readonly<Record<string, readonly ToolClass[]>> = {
  get: ['read'],
  head: ['read'],
  options: ['read'],
  trace: ['read'],
  put: ['write'],
  post: ['write'],
  patch: ['write'],
  delete: ['write', 'irreversible'],
};

/**
 * Reads an OpenAPI 3.0 or 3.1 document: every operation is a tool named by its operationId. Parameters and the
 * properties of a JSON or form body are its arguments. Only `#/` references are followed; nothing is fetched.
 */
export function readOpenApi(json: unknown): CatalogueResult {
  const findings = new Findings();
  const key =
    isObject(json) && get(json, 'openapi') === undefined && get(json, 'swagger') !== undefined ? 'swagger' : 'openapi';
  const stated = isObject(json) ? get(json, key) : undefined;
  const version = typeof stated === 'string' ? stated : '';
  if (!isObject(json)) findings.error('', 'wrong_type', { expected: 'object', found: kindOf(json) });
  else if (stated === undefined) findings.error('', 'field_missing', { field: 'openapi' });
  else if (typeof stated !== 'string')
    findings.error(child('', key), 'wrong_type', { expected: 'string', found: kindOf(stated) });
  else if (key === 'swagger' || !/^3\.[01](\.|$)/.test(version))
    findings.error(child('', key), 'openapi_version', { version });
  if (!isObject(json) || findings.failed) return { ok: false, problems: findings.problems() };

  const reader = new SchemaReader(json, findings, {
    budget: new TypeBudget(),
    refHidesSiblings: version.startsWith('3.0'),
    requests: true,
  });
  const operations = [...operationsOf(json, findings)];
  if (tooMany(operations.length, '/paths', findings)) return { ok: false, problems: findings.problems() };
  const taken = new Set(operations.map(({ operation }) => get(operation, 'operationId')));
  const drafts = operations.map((found) => readOperation(found, json, reader, taken, findings));
  const info = get(json, 'info');
  const title = isObject(info) ? get(info, 'title') : undefined;
  const release = isObject(info) ? get(info, 'version') : undefined;
  return finish(
    typeof title === 'string' && title !== '' ? title : 'openapi',
    typeof release === 'string' ? release : undefined,
    drafts,
    findings,
  );
}

interface FoundOperation {
  readonly path: string;
  readonly method: string;
  readonly item: JsonObject;
  readonly itemPointer: string;
  readonly operation: JsonObject;
  readonly pointer: string;
}

function* operationsOf(root: JsonObject, findings: Findings): Generator<FoundOperation> {
  const paths = get(root, 'paths');
  if (paths === undefined) return;
  if (!isObject(paths)) {
    findings.error('/paths', 'wrong_type', { expected: 'object', found: kindOf(paths) });
    return;
  }
  for (const [path, value] of Object.entries(paths)) {
    if (path.startsWith('x-')) continue;
    const found = deref(root, value, child('/paths', path), findings);
    if (found === null) continue;
    for (const method of Object.keys(METHODS)) {
      const operation = get(found.value, method);
      const pointer = child(found.pointer, method);
      if (isObject(operation))
        yield { path, method, item: found.value, itemPointer: found.pointer, operation, pointer };
      else if (operation !== undefined)
        findings.error(pointer, 'wrong_type', { expected: 'object', found: kindOf(operation) });
    }
  }
}

function readOperation(
  found: FoundOperation,
  root: JsonObject,
  reader: SchemaReader,
  taken: Set<unknown>,
  findings: Findings,
): ToolDraft {
  const { operation, pointer, method } = found;
  const id = get(operation, 'operationId');
  const usable = typeof id === 'string' && nameFault(id) === null;
  const name = usable
    ? id
    : freeName(`${method}_${found.path.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_|_$/g, '')}`, taken);
  if (!usable) findings.warn(pointer, 'tool_name_made', { name });
  return {
    pointer,
    name,
    description: get(operation, 'description') ?? get(operation, 'summary'),
    args: readOperationArguments({ root, reader, findings }, found),
    facts: readToolVendor(operation, pointer, findings),
    assumed: METHODS[method] ?? ['write'],
  };
}

function freeName(wanted: string, taken: Set<unknown>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n += 1) name = `${wanted}_${n}`;
  taken.add(name);
  return name;
}
