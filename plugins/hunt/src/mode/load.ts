import type { PreparedPolicy } from '@ostiary/guard';
import { ProblemError } from '@ostiary/plugin-api';
import {
  loadChecked,
  type OpenFile,
  POLICY_PLACES,
  type PolicyInput,
  type PolicyPlaces,
  withFiles,
} from '@ostiary/policy-modes';
import { type HuntPolicy, isForeign } from '../request/policy.js';
import type { HuntInput } from '../request/request.js';

/** Where a request has the version that was accepted; its catalogue is that of the request unless it has one of its own. */
export function acceptedPlaces({ compare_catalogue: own }: OwnInput['options']): PolicyPlaces {
  return own === undefined ? { ...POLICY_PLACES, policy: ACCEPTED } : PLACES;
}
const ACCEPTED = '/options/compare_with';
const PLACES: PolicyPlaces = { policy: ACCEPTED, catalogue: '/options/compare_catalogue' };

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
  const { compare_with: accepted, compare_catalogue: catalogue, ...options } = request.options;
  const read = await withFiles({ ...request, policy: own(request.policy, '/policy') }, open);
  if (accepted === undefined) return { ...read, options };
  const version = await withFiles({ policy: own(accepted, ACCEPTED), catalogue }, open, PLACES);
  return { ...read, options: { ...options, compare_with: version.policy, compare_catalogue: version.catalogue } };
}

/**
 * The policies of a request, ready.
 * @throws ProblemError `policy_invalid`; `invalid_request` for a catalogue
 */
export function loadPolicies({ policy, catalogue, options }: OwnInput): {
  readonly policy: PreparedPolicy;
  readonly accepted: PreparedPolicy | null;
} {
  const { compare_with: accepted, compare_catalogue: own = catalogue } = options;
  return {
    policy: loadChecked(policy, catalogue),
    accepted: accepted === undefined ? null : loadChecked(accepted, own, { at: acceptedPlaces(options) }),
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
