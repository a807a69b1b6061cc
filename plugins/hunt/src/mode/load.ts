import type { PreparedPolicy } from '@ostiary/guard';
import {
  isReadHere,
  loadChecked,
  type OpenFile,
  POLICY_PLACES,
  type PolicyInput,
  type PolicyPlaces,
  withFiles,
} from '@ostiary/policy-modes';
import type { ForeignSource } from '../import/index.js';
import { type HuntPolicy, isForeign } from '../request/policy.js';
import type { HuntInput } from '../request/request.js';
import type { Readings } from '../search/index.js';
import { ofTranslation, readForeign } from './foreign.js';

const PLACES: PolicyPlaces = { policy: '/options/compare_with', catalogue: '/options/compare_catalogue' };

/** A policy, its catalogue, and where the request has the two. */
interface Sent {
  readonly policy: HuntPolicy;
  readonly catalogue: unknown;
  readonly at: PolicyPlaces;
}

/** The policy of a request without files. */
export const policyOf = ({ policy, catalogue }: HuntInput): Sent => ({ policy, catalogue, at: POLICY_PLACES });

/** The version that was accepted; its catalogue is that of the request unless it has one of its own. */
export function acceptedOf({ catalogue, options }: HuntInput): Sent | null {
  const { compare_with: policy, compare_catalogue: own } = options;
  if (policy === undefined) return null;
  if (own === undefined) return { policy, catalogue, at: { ...POLICY_PLACES, policy: PLACES.policy } };
  return { policy, catalogue: own, at: PLACES };
}

/**
 * The request with the texts of its files in their place.
 * @throws ProblemError `invalid_request` for a file that cannot be read
 */
export async function inlineInput(request: HuntInput, open: OpenFile): Promise<HuntInput> {
  const { compare_with: accepted, compare_catalogue: own, ...options } = request.options;
  const { policy, catalogue } = await inline(
    { policy: request.policy, catalogue: request.catalogue, at: POLICY_PLACES },
    open,
  );
  const read = { ...request, policy, catalogue };
  if (accepted === undefined) return { ...read, options };
  const version = await inline({ policy: accepted, catalogue: own, at: PLACES }, open);
  return { ...read, options: { ...options, compare_with: version.policy, compare_catalogue: version.catalogue } };
}

async function inline({ policy, catalogue, at }: Sent, open: OpenFile): Promise<Omit<Sent, 'at'>> {
  if (!isForeign(policy)) return withFiles({ policy, catalogue }, open, at);
  const read = await withFiles({ policy: '', catalogue }, open, at);
  return { policy, catalogue: read.catalogue };
}

/** A policy, ready, and the one it was translated from. */
interface Loaded {
  readonly policy: PreparedPolicy;
  readonly foreign: ForeignSource | null;
}

/**
 * The policies of a request without files, ready.
 * @throws ProblemError `policy_invalid`; `invalid_request` for a catalogue
 */
export async function loadPolicies(
  request: HuntInput,
): Promise<Loaded & { readonly accepted: PreparedPolicy | null; readonly readings: Readings }> {
  const accepted = acceptedOf(request);
  const loaded = await load(policyOf(request));
  return {
    ...loaded,
    accepted: accepted && (await load(accepted)).policy,
    readings: loaded.foreign?.readings((text) => loadChecked(text, request.catalogue)) ?? {},
  };
}

async function load({ policy, catalogue, at }: Sent): Promise<Loaded> {
  if (!isForeign(policy)) return { policy: loadChecked(policy, catalogue, { at }), foreign: null };
  const foreign = await readForeign(policy, catalogue, at.policy);
  return { policy: ofTranslation(foreign, at.policy, () => loadChecked(foreign.text, catalogue, { at })), foreign };
}

/** Characters of a policy of others that are translated in the service's own thread. */
const TRANSLATED_HERE = 16 * 1024;

/**
 * Whether the service's own thread takes on a policy; it is then loaded.
 * @throws ProblemError as `loadPolicies`
 */
export async function isLoadedHere({ policy, catalogue, at }: Sent): Promise<boolean> {
  const isSmall = (text: PolicyInput): boolean => isReadHere({ policy: text, catalogue, at });
  if (!isForeign(policy)) return isSmall(policy);
  if (policy.text.length + (policy.schema?.length ?? 0) > TRANSLATED_HERE) return false;
  const foreign = await readForeign(policy, catalogue, at.policy);
  return ofTranslation(foreign, at.policy, () => isSmall(foreign.text));
}
