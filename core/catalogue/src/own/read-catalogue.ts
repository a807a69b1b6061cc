import { checkCatalogue } from '../check.js';
import { classesOfRoles, normalClasses } from '../classes.js';
import { CATALOGUE_LIMITS } from '../limits.js';
import type { Catalogue, CatalogueResult, Field, RecordType, Tool } from '../model.js';
import { readGroups } from './read-groups.js';
import { Findings } from '../report/findings.js';
import { emptyRecord } from '../report/json.js';
import { child } from '../report/pointer.js';
import { Fields } from './fields.js';
import { readFacts } from './read-facts.js';
import { readRecord } from './read-type.js';

/**
 * Reads the model itself as JSON, the canonical inline form: strict, so that an unknown or misspelt field is an error.
 * A catalogue written by `JSON.stringify` reads back equal.
 */
export function readCatalogue(json: unknown): CatalogueResult {
  const findings = new Findings();
  const catalogue = readDocument(json, findings);
  if (catalogue && !findings.failed) checkCatalogue(catalogue, findings);
  return catalogue && !findings.failed
    ? { ok: true, catalogue, warnings: findings.warningList() }
    : { ok: false, problems: findings.problems() };
}

function readDocument(json: unknown, findings: Findings): Catalogue | null {
  const fields = Fields.of(json, '', findings);
  if (fields === null) return null;
  const name = fields.requiredString('name') ?? '';
  const version = fields.string('version');
  fields.required('tools');
  const entries = fields.array('tools') ?? [];
  const principal = optionalRecord(fields, 'principal', findings);
  const session = optionalRecord(fields, 'session', findings);
  const groups = readGroups(fields, findings);
  fields.done();
  if (entries.length > CATALOGUE_LIMITS.tools) {
    findings.error('/tools', 'too_many_tools', { count: entries.length, limit: CATALOGUE_LIMITS.tools });
    return null;
  }
  const tools = entries.map((entry, index) => readTool(entry, child('/tools', index), findings));
  return {
    name,
    ...(version !== undefined && { version }),
    tools,
    ...(principal && { principal }),
    ...(session && { session }),
    ...(groups && { groups }),
  };
}

function optionalRecord(fields: Fields, key: string, findings: Findings): RecordType | undefined {
  const value = fields.raw(key);
  return value === undefined ? undefined : readRecord(value, fields.at(key), findings);
}

function readTool(value: unknown, pointer: string, findings: Findings): Tool {
  const fields = Fields.of(value, pointer, findings);
  if (fields === null) return { name: '', args: { kind: 'record', fields: emptyRecord<Field>() }, classes: [] };
  const name = fields.requiredString('name') ?? '';
  const description = fields.string('description');
  const args = readRecord(fields.required('args') ?? { kind: 'record', fields: {} }, fields.at('args'), findings);
  fields.required('classes');
  const facts = readFacts(fields, findings);
  fields.done();
  const classes = normalClasses([...(facts.classes ?? []), ...classesOfRoles(facts)]);
  return { name, ...(description !== undefined && { description }), args, ...facts, classes };
}
