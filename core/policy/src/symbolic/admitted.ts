import type { CorePolicy } from '../core/ir.js';
import { admissionFor } from '../evaluate/admission.js';
import type { Call } from '../evaluate/types.js';
import { nameJudge } from '../values/names.js';

/** Whether a call comes as far as the rules: a known or plain tool name, and arguments the catalogue accepts. */
export function isAdmitted(core: CorePolicy, call: Call): boolean {
  const standing = nameJudge(core.tools)(call.tool);
  if (standing === 'deceptive' || (standing === 'other' && core.catalogue)) return false;
  return admissionFor(core, call.tool).check(call, () => undefined) === null;
}
