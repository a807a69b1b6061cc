import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';

/** `sha256:` and the SHA-256 of a text in UTF-8, in lower-case hex. */
function digestOfText(text: string): string {
  return `sha256:${hash('sha256', text, 'hex')}`;
}

/** The digest of a JSON value: equal values, however their keys are ordered, have equal digests. */
export function digestOf(value: unknown): string {
  return digestOfText(canonicalJson(value));
}
