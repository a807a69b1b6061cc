import { canonicalJson } from '@ostiary/json';
import { sha256 } from './sha256.js';

/** The digest of a JSON value: equal values, however their keys are ordered, have equal digests. */
export function digestOf(value: unknown): string {
  return `sha256:${sha256(canonicalJson(value))}`;
}
