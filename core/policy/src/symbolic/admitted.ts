import type { CorePolicy } from '../core/ir.js';
import { admissionOf } from '../evaluate/admission.js';
import type { Call } from '../evaluate/types.js';
import { nameJudge } from '../values/names.js';

/** Whether a call comes as far as the rules: a known or plain tool name, and arguments the catalogue accepts. */
export function isAdmitted(core: CorePolicy, call: Call): boolean {
  const standing = nameJudge(core.tools)(call.tool);
  if (standing === 'deceptive' || (standing === 'other' && core.catalogue)) return false;
  const record = core.catalogue?.tools.find(({ name }) => name === call.tool)?.args;
  return !record || admissionOf(record).check(call.args, () => undefined) === null;
}
