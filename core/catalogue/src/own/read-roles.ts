import { CATALOGUE_LIMITS } from '../limits.js';
import { nameFault } from '../names.js';
import type { Findings } from '../report/findings.js';
import { emptyRecord, isObject, kindOf } from '../report/json.js';
import { child } from '../report/pointer.js';
import {
  RETURN_TYPES,
  type ToolCheck,
  type ToolConfirmation,
  type ToolPass,
  type ToolResource,
  type ToolReturns,
  type ToolRoles,
} from '../roles.js';
import { Fields } from './fields.js';

/** Reads what a tool is in an agent graph. Whether the tools and arguments it names exist is `checkRoles`'s to say. */
export function readRoles(fields: Fields, findings: Findings): ToolRoles {
  const checks = readEach(fields, 'checks', findings, readCheck);
  const confirms = readEach(fields, 'confirms', findings, readConfirmation);
  const compensates = fields.string('compensates');
  const resource = readResource(fields.raw('resource'), fields.at('resource'), findings);
  const idempotencyKey = fields.string('idempotencyKey');
  const returns = readReturns(fields.raw('returns'), fields.at('returns'), findings);
  return {
    ...(checks && { checks }),
    ...(confirms && { confirms }),
    ...(compensates !== undefined && { compensates }),
    ...(resource && { resource }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(returns && { returns }),
  };
}

function readEach<T>(
  fields: Fields,
  key: string,
  findings: Findings,
  read: (item: Fields, findings: Findings) => T,
): readonly T[] | undefined {
  const list = fields.array(key);
  if (list === undefined || !inBounds(list.length, 1, CATALOGUE_LIMITS.rolesOfTool, fields.at(key), findings))
    return undefined;
  return list.flatMap((item, index) => {
    const inner = Fields.of(item, child(fields.at(key), index), findings);
    return inner ? [read(inner, findings)] : [];
  });
}

function readCheck(fields: Fields, findings: Findings): ToolCheck {
  const guards = readGuards(fields, findings);
  const steps = fields.integer('steps', 1);
  if (steps !== undefined && steps > CATALOGUE_LIMITS.steps)
    findings.error(fields.at('steps'), 'value_invalid', {
      value: steps,
      expected: `from 1 to ${String(CATALOGUE_LIMITS.steps)}`,
    });
  const consumed = fields.boolean('consumed');
  fields.done();
  return { ...guards, ...(steps !== undefined && { steps }), ...(consumed !== undefined && { consumed }) };
}

function readConfirmation(fields: Fields, findings: Findings): ToolConfirmation {
  const guards = readGuards(fields, findings);
  const anyOf = fields.boolean('anyOf');
  fields.done();
  return { ...guards, ...(anyOf !== undefined && { anyOf }) };
}

function readGuards(fields: Fields, findings: Findings): Pick<ToolCheck, 'tools' | 'args' | 'passes'> {
  fields.required('tools');
  const tools = fields.strings('tools');
  if (tools) inBounds(tools.length, 1, CATALOGUE_LIMITS.tools, fields.at('tools'), findings);
  const args = readArguments(fields.raw('args'), fields.at('args'), findings);
  const passes = readPass(fields.raw('passes'), fields.at('passes'), findings);
  return { tools: [...new Set(tools ?? [])], ...(args && { args }), ...(passes !== undefined && { passes }) };
}

function readArguments(
  value: unknown,
  pointer: string,
  findings: Findings,
): Readonly<Record<string, string>> | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) {
    findings.error(pointer, 'wrong_type', { expected: 'object', found: kindOf(value) });
    return undefined;
  }
  const entries = Object.entries(value);
  if (!inBounds(entries.length, 1, CATALOGUE_LIMITS.roleArguments, pointer, findings)) return undefined;
  const args = emptyRecord<string>();
  for (const [guarded, own] of entries) {
    if (typeof own === 'string') args[guarded] = own;
    else findings.error(child(pointer, guarded), 'wrong_type', { expected: 'string', found: kindOf(own) });
  }
  return args;
}

function readPass(value: unknown, pointer: string, findings: Findings): ToolPass | undefined {
  if (value === undefined || value === 'success') return value;
  if (typeof value === 'string') {
    const expected = '`success`, an object with `field` and `equals`, or one with `branch`';
    findings.error(pointer, 'value_invalid', { value, expected });
    return undefined;
  }
  const fields = Fields.of(value, pointer, findings);
  if (fields === null) return undefined;
  const named = fields.raw('branch') !== undefined;
  const name = readName(fields, named ? 'branch' : 'field', findings);
  const equals = named ? undefined : readEquals(fields, findings);
  fields.done();
  if (named) return { branch: name };
  return equals === undefined ? undefined : { field: name, equals };
}

function readEquals(fields: Fields, findings: Findings): string | number | boolean | undefined {
  const value = fields.required('equals');
  if (value === undefined || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string' && value.length <= CATALOGUE_LIMITS.nameLength) return value;
  const expected = `a text of at most ${String(CATALOGUE_LIMITS.nameLength)} characters, a number or a boolean`;
  findings.error(fields.at('equals'), 'wrong_type', { expected, found: kindOf(value) });
  return undefined;
}

function readResource(value: unknown, pointer: string, findings: Findings): ToolResource | undefined {
  if (value === undefined) return undefined;
  const fields = Fields.of(value, pointer, findings);
  if (fields === null) return undefined;
  const name = readName(fields, 'name', findings);
  const arg = fields.string('arg');
  fields.done();
  return { name, ...(arg !== undefined && { arg }) };
}

function readReturns(value: unknown, pointer: string, findings: Findings): ToolReturns | undefined {
  if (value === undefined) return undefined;
  const fields = Fields.of(value, pointer, findings);
  if (fields === null) return undefined;
  fields.required('type');
  const type = fields.oneOf('type', RETURN_TYPES);
  fields.done();
  return type && { type };
}

/** A name that is no tool's and no argument's: of a field, a branch or a resource. */
function readName(fields: Fields, key: string, findings: Findings): string {
  const name = fields.requiredString(key);
  const fault = name === undefined ? null : nameFault(name);
  if (name !== undefined && fault !== null)
    findings.error(fields.at(key), fault === 'reserved' ? 'name_reserved' : 'name_invalid', { name, why: fault });
  return name ?? '';
}

function inBounds(count: number, least: number, most: number, pointer: string, findings: Findings): boolean {
  if (count >= least && count <= most) return true;
  findings.error(pointer, 'count_invalid', { count, least, most });
  return false;
}
