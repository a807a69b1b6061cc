import { get, isObject } from '../report/json.js';
import { child, tokens } from '../report/pointer.js';

type Resolution =
  | { readonly kind: 'found'; readonly value: unknown; readonly pointer: string }
  /** Another document, or an anchor: never fetched, never searched. */
  | { readonly kind: 'external' }
  | { readonly kind: 'unresolved' };

/** Follows `#` and `#/...` inside `root` (RFC 6901 in a URI fragment, section 6). Nothing is ever fetched. */
export function resolveRef(root: unknown, ref: string): Resolution {
  if (!ref.startsWith('#')) return { kind: 'external' };
  let fragment: string;
  try {
    fragment = decodeURIComponent(ref.slice(1));
  } catch {
    return { kind: 'unresolved' };
  }
  const path = tokens(fragment);
  if (path === null) return { kind: 'external' };
  let value: unknown = root;
  let pointer = '';
  for (const token of path) {
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(token) ? (value as unknown[])[Number(token)] : undefined;
    else value = isObject(value) ? get(value, token) : undefined;
    if (value === undefined) return { kind: 'unresolved' };
    pointer = child(pointer, token);
  }
  return { kind: 'found', value, pointer };
}
