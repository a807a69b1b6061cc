import { isToolClass, normalClasses } from '../classes.js';
import { CATALOGUE_LIMITS } from '../limits.js';
import { TOOL_CLASSES, type Tool, type ToolClass } from '../model.js';
import type { Findings } from '../report/findings.js';
import { isObject, kindOf } from '../report/json.js';
import { child } from '../report/pointer.js';
import type { ToolRoles } from '../roles.js';
import type { Fields } from './fields.js';
import { readRoles } from './read-roles.js';

/** What a catalogue says about a tool beyond its arguments; every member may be absent. */
export interface ToolFacts extends ToolRoles {
  readonly classes?: readonly ToolClass[];
  readonly aliasGroup?: string;
  readonly labels?: readonly string[];
  readonly examples?: Tool['examples'];
  /** Whether calls may carry arguments that are not named. */
  readonly unknownArguments?: 'allow';
}

/** Reads `classes`, `aliasGroup`, `labels`, `examples`, `unknown_arguments` and the roles; the caller calls `done`. */
export function readFacts(fields: Fields, findings: Findings): ToolFacts {
  const classes = readClasses(fields, findings);
  const aliasGroup = fields.string('aliasGroup');
  const labels = fields.strings('labels');
  const examples = readExamples(fields, findings);
  const unknownArguments = fields.oneOf('unknown_arguments', ['allow']);
  return {
    ...(classes && { classes }),
    ...(aliasGroup !== undefined && { aliasGroup }),
    ...(labels && { labels: [...new Set(labels)] }),
    ...(examples && { examples }),
    ...(unknownArguments && { unknownArguments }),
    ...readRoles(fields, findings),
  };
}

function readClasses(fields: Fields, findings: Findings): readonly ToolClass[] | undefined {
  const names = fields.strings('classes');
  names?.forEach((name, index) => {
    if (!isToolClass(name))
      findings.error(child(fields.at('classes'), index), 'value_invalid', {
        value: name,
        expected: `one of ${TOOL_CLASSES.join(', ')}`,
      });
  });
  return names && normalClasses(names.filter(isToolClass));
}

function readExamples(fields: Fields, findings: Findings): Tool['examples'] | undefined {
  const list = fields.array('examples');
  list?.forEach((item, index) => {
    if (!isObject(item))
      findings.error(child(fields.at('examples'), index), 'wrong_type', { expected: 'object', found: kindOf(item) });
  });
  return list?.filter(isObject).slice(0, CATALOGUE_LIMITS.examples);
}
