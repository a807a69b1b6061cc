import { checkRoles } from './check-roles.js';
import { CATALOGUE_LIMITS } from './limits.js';
import type { Catalogue, RecordType, Tool, Type } from './model.js';
import { confusableSkeleton, isDeceptive, mixedScripts, nameFault, toolNameKey } from './names.js';
import { Findings } from './report/findings.js';
import { child } from './report/pointer.js';

/** Where tool number `index` stands in the source document. */
type PlaceOfTool = (index: number) => string;

const inModel: PlaceOfTool = (index) => child('/tools', index);

/**
 * What holds of every catalogue, whatever it was read from: names unique (after NFKC and against lookalikes), limits,
 * `currencyFrom` naming a string beside it, roles that name what is there. Pointers go into the source through `place`, and
 * `placeOfRoles` where roles stand elsewhere.
 */
export function checkCatalogue(
  catalogue: Pick<Catalogue, 'tools' | 'principal' | 'session'>,
  findings: Findings,
  place: PlaceOfTool = inModel,
  placeOfRoles: PlaceOfTool = place,
): void {
  const { tools } = catalogue;
  if (tools.length > CATALOGUE_LIMITS.tools) {
    findings.error('', 'too_many_tools', { count: tools.length, limit: CATALOGUE_LIMITS.tools });
    return;
  }
  checkNames(tools, findings, place);
  tools.forEach((tool, index) => checkRecord(tool.args, child(place(index), 'args'), findings));
  const indexes = new Map(tools.map((tool, index) => [tool, index]));
  checkRoles(tools, findings, (tool, ...way) => way.reduce(child, placeOfRoles(indexes.get(tool) ?? 0)));
  if (catalogue.principal) checkRecord(catalogue.principal, '/principal', findings);
  if (catalogue.session) checkRecord(catalogue.session, '/session', findings);
}

/** The problems of a catalogue already in memory, e.g. one made by a program; empty when it is sound. */
export function catalogueProblems(catalogue: Catalogue): ReturnType<Findings['problems']> {
  const findings = new Findings();
  checkCatalogue(catalogue, findings);
  return findings.problems();
}

function checkNames(tools: readonly Tool[], findings: Findings, place: PlaceOfTool): void {
  const byKey = new Map<string, number>();
  const bySkeleton = new Map<string, number>();
  tools.forEach(({ name }, index) => {
    const pointer = place(index);
    const fault = nameFault(name);
    if (fault === 'reserved') findings.error(pointer, 'name_reserved', { name });
    else if (fault !== null) findings.error(pointer, 'name_invalid', { name, why: fault });
    const scripts = mixedScripts(name);
    if (scripts.length > 0) findings.error(pointer, 'tool_mixed_scripts', { name, scripts: scripts.join(', ') });

    const twin = byKey.get(toolNameKey(name));
    if (twin !== undefined) {
      findings.error(pointer, 'tool_duplicate', { name, other: place(twin) });
      return;
    }
    byKey.set(toolNameKey(name), index);
    const skeleton = confusableSkeleton(name);
    const alike = bySkeleton.get(skeleton);
    if (alike === undefined) {
      bySkeleton.set(skeleton, index);
      return;
    }
    const like = (tools[alike] as Tool).name;
    const params = { name, like, other: place(alike) };
    if (isDeceptive(name, like)) findings.error(pointer, 'tool_confusable', params);
    else findings.warn(pointer, 'tool_confusable', params);
  });
}

function checkRecord(record: RecordType, pointer: string, findings: Findings): void {
  for (const [name, field] of Object.entries(record.fields)) {
    const at = child(child(pointer, 'fields'), name);
    if (field.type.kind === 'money' && field.type.currencyFrom !== undefined) {
      const { currencyFrom } = field.type;
      const sibling = Object.hasOwn(record.fields, currencyFrom) ? record.fields[currencyFrom] : undefined;
      if (sibling?.type.kind !== 'string') findings.error(at, 'currency_from_unknown', { field: currencyFrom });
    }
    checkNested(field.type, at, findings);
  }
}

function checkNested(type: Type, pointer: string, findings: Findings): void {
  if (type.kind === 'record') checkRecord(type, child(pointer, 'type'), findings);
  if (type.kind === 'list' || type.kind === 'map') checkNested(type.of, child(pointer, 'type'), findings);
}
