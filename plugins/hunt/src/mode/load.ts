import type { PreparedPolicy } from '@ostiary/guard';
import { ProblemError } from '@ostiary/plugin-api';
import { fileText, isFile, loadChecked, type OpenFile, type PolicyInput, withFiles } from '@ostiary/policy-modes';
import { type HuntPolicy, isForeign } from '../request/policy.js';
import type { HuntInput } from '../request/request.js';

/** Where a request has the version that was accepted. */
export const ACCEPTED = '/options/compare_with';

/** A request whose policies are all inline, and ours. */
export interface OwnInput extends Omit<HuntInput, 'policy' | 'options'> {
  readonly policy: PolicyInput;
  readonly options: Omit<HuntInput['options'], 'compare_with'> & { readonly compare_with?: PolicyInput | undefined };
}

/**
 * The request with the texts of its files in their place.
 * @throws ProblemError `invalid_request` for a file that cannot be read, and for a policy of others
 */
export async function inlineInput(request: HuntInput, open: OpenFile): Promise<OwnInput> {
  const { compare_with: accepted, ...options } = request.options;
  const policy = own(request.policy, '/policy');
  const read = await withFiles({ ...request, policy }, open);
  if (accepted === undefined) return { ...read, options };
  const inline = isFile(accepted) ? await fileText(accepted, open, ACCEPTED) : own(accepted, ACCEPTED);
  return { ...read, options: { ...options, compare_with: inline } };
}

/**
 * The policies of a request, ready.
 * @throws ProblemError `policy_invalid`; `invalid_request` for the catalogue
 */
export function loadPolicies({ policy, catalogue, options: { compare_with: accepted } }: OwnInput): {
  readonly policy: PreparedPolicy;
  readonly accepted: PreparedPolicy | null;
} {
  return {
    policy: loadChecked(policy, catalogue),
    accepted: accepted === undefined ? null : loadChecked(accepted, catalogue, { at: ACCEPTED }),
  };
}

function own(policy: HuntPolicy, pointer: string): PolicyInput {
  if (!isForeign(policy)) return policy;
  throw new ProblemError('invalid_request', {
    errors: [
      {
        pointer: `${pointer}/format`,
        slug: 'format_not_read',
        detail: {
          en: `Policies of ${policy.format} are not read by this version. Say it in our language: dialect 2 is close.`,
          pt: `Políticas de ${policy.format} não são lidas por esta versão. Escreva-a na nossa linguagem: o dialeto 2 é próximo.`,
        },
      },
    ],
  });
}
