import { classesOfRoles, normalClasses } from '../classes.js';
import { checkCatalogue } from '../check.js';
import { CATALOGUE_LIMITS } from '../limits.js';
import type { Catalogue, CatalogueResult, RecordType, Tool, ToolClass } from '../model.js';
import { withOpenness } from '../openness.js';
import { Fields } from '../own/fields.js';
import { readFacts, type ToolFacts } from '../own/read-facts.js';
import { VENDOR_KEY } from '../json-schema/vendor.js';
import { Findings } from '../report/findings.js';
import { get, type JsonObject } from '../report/json.js';
import { child } from '../report/pointer.js';

/** A tool as a reader found it, and where. */
export interface ToolDraft {
  readonly pointer: string;
  readonly name: string;
  readonly description: unknown;
  readonly args: RecordType;
  readonly facts: ToolFacts;
  /** Classes when nothing states them; absent: unknown, so taken as `write`. */
  readonly assumed?: readonly ToolClass[];
  /** Classes that hints add to whatever is stated: they only make a call stricter. */
  readonly hinted?: readonly ToolClass[];
}

/** The end of every reader of a foreign form: classes settled, names and limits checked. */
export function finish(
  name: string,
  version: string | undefined,
  drafts: readonly ToolDraft[],
  findings: Findings,
): CatalogueResult {
  const unclassified = drafts.filter((draft) => !draft.facts.classes && !draft.assumed && !draft.hinted?.length).length;
  if (unclassified > 0) findings.warn('', 'tools_unclassified', { count: unclassified });
  if (drafts.length === 0 && !findings.failed) findings.warn('', 'tools_empty');
  const tools = drafts.map(toolOf);
  const catalogue: Catalogue = { name, ...(version !== undefined && { version }), tools };
  const place = (index: number): string => drafts[index]?.pointer ?? '';
  checkCatalogue(catalogue, findings, place, (index) => child(place(index), VENDOR_KEY));
  return findings.failed
    ? { ok: false, problems: findings.problems() }
    : { ok: true, catalogue, warnings: findings.warningList() };
}

function toolOf(draft: ToolDraft): Tool {
  const { unknownArguments, ...facts } = draft.facts;
  const stated = facts.classes ?? draft.assumed ?? ['write'];
  const hinted = draft.hinted ?? [];
  // A hint that the tool writes overrules a statement that it only reads.
  const kept = hinted.includes('write') ? stated.filter((name) => name !== 'read') : stated;
  return {
    name: draft.name,
    ...(typeof draft.description === 'string' && { description: draft.description }),
    args: withOpenness(draft.args, unknownArguments === 'allow'),
    ...facts,
    classes: normalClasses([...kept, ...hinted, ...classesOfRoles(facts)]),
  };
}

/** The vendor extension of a tool or an operation: classes, aliasGroup, labels, examples, unknown_arguments and roles. */
export function readToolVendor(tool: JsonObject, pointer: string, findings: Findings): ToolFacts {
  const value = get(tool, VENDOR_KEY);
  if (value === undefined) return {};
  const fields = Fields.of(value, child(pointer, VENDOR_KEY), findings);
  if (fields === null) return {};
  const facts = readFacts(fields, findings);
  fields.done();
  return facts;
}

/** Refuses an over-long list before any of it is read. */
export function tooMany(count: number, pointer: string, findings: Findings): boolean {
  if (count <= CATALOGUE_LIMITS.tools) return false;
  findings.error(pointer, 'too_many_tools', { count, limit: CATALOGUE_LIMITS.tools });
  return true;
}
