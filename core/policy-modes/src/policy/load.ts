import { hash } from 'node:crypto';
import { type PolicyFault, type PolicyWarning, preparePolicy, type PreparedPolicy } from '@ostiary/guard';
import { ProblemError, type ProblemItem } from '@ostiary/plugin-api';
import { POLICY_PLACES, type PolicyInput, type PolicyPlaces } from '../request/policy.js';
import { LruCache } from '../text/lru.js';

/** What a loaded policy holds in memory for each character of its text and its catalogue, roughly. */
const BYTES_PER_CHARACTER = 64;
const CACHE_BYTES = 128 * 1024 * 1024;

const cache = new LruCache<PreparedPolicy>(CACHE_BYTES);

/** The policy grows beyond the nodes it was given when its definitions are written out and its tools multiplied. */
export class ExpandsBeyond extends Error {}

/**
 * Reads, checks and compiles; the same text and catalogue are compiled once while they are in use.
 * @throws ProblemError `policy_invalid` with line, column and hint of every fault; `invalid_request` for the catalogue
 * @param options `maxNodes`: refuses a policy that is larger when it is written out. `at`: where the request has the two
 * @throws ExpandsBeyond when `maxNodes` is given and is too few
 */
export function loadChecked(
  policy: PolicyInput,
  catalogue: unknown,
  { maxNodes, at }: { readonly maxNodes?: number; readonly at?: PolicyPlaces } = {},
): PreparedPolicy {
  const source = typeof policy === 'string' ? { text: policy } : policy;
  const catalogueText = catalogue === undefined ? '' : JSON.stringify(catalogue);
  const key = hash('sha256', JSON.stringify([source.dialect ?? null, source.text, catalogueText]), 'base64url');
  const known = cache.get(key);
  if (known) return known;
  const prepared = preparePolicy(source, { catalogue, maxNodes });
  if (!prepared.ok) {
    if (prepared.reason === 'expansion') throw new ExpandsBeyond();
    const items = prepared.faults.map((fault) => itemOf(fault, policy, at));
    throw new ProblemError(prepared.reason === 'policy' ? 'policy_invalid' : 'invalid_request', { errors: items });
  }
  cache.set(key, prepared.policy, (source.text.length + catalogueText.length) * BYTES_PER_CHARACTER);
  return prepared.policy;
}

/** Where in the request a finding is. */
export function pointerOf({ place }: PolicyWarning, policy: PolicyInput, at = POLICY_PLACES): string {
  if (place.of === 'catalogue') return `${at.catalogue}${place.pointer}`;
  return typeof policy === 'string' ? at.policy : `${at.policy}/text`;
}

function itemOf(fault: PolicyFault, policy: PolicyInput, at?: PolicyPlaces): ProblemItem {
  const { code, detail, hint, place } = fault;
  const pointer = pointerOf(fault, policy, at);
  if (place.of === 'catalogue') return { pointer, slug: code, detail };
  const { line, column } = place;
  return { pointer, slug: 'policy_invalid', detail, code, line, column, ...(hint && { hint }) };
}
