import { isRawNumber } from './number.js';

/** What a quick look at JSON text tells before it is parsed. */
export interface JsonScan {
  /** Offset of the bracket that opens one level too many; undefined when there is none. */
  readonly tooDeepAt: number | undefined;
  /** Items of lists and members of objects all together, or more: an empty list or object counts as if it had one. */
  readonly values: number;
  /** Members of all objects together, counted by their colons. */
  readonly members: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Goes over JSON text once, without building anything, so that nesting is refused before the parser spends time and
 * stack on it. Says nothing about whether the text is valid.
 */
export function scanJson(text: string, maxDepth: number): JsonScan {
  let depth = 0;
  let members = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at + 1);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        values += 1;
        if (depth > maxDepth) return { tooDeepAt: at, values, members };
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case 0x2c: // ,
        values += 1;
        break;
      case 0x3a: // :
        members += 1;
        break;
    }
  }
  return { tooDeepAt: undefined, values, members };
}

/**
 * Members of all objects of a value together: fewer than its text writes (`JsonScan.members`) when an object has one key
 * twice, of which parsers take a different one. Recursive, so only for a text that is not nested too deep.
 */
export function memberCount(value: unknown): number {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, member) => sum + memberCount(member), own);
}

const COLON = /[ \t\r\n]*:/y;

/** Whether the name of a member is written with an escape. Takes a time linear in the text, whatever it is. */
export function hasEscapedName(text: string): boolean {
  let escape = text.indexOf('\\');
  for (let at = 0; escape !== -1;) {
    const open = text.indexOf('"', at);
    if (open === -1) return false;
    const close = endOfString(text, open + 1);
    if (escape < open) escape = text.indexOf('\\', open);
    COLON.lastIndex = close + 1;
    if (escape !== -1 && escape < close && COLON.test(text)) return true;
    at = close + 1;
  }
  return false;
}

/** Offset of the closing quote of a string whose first character is at `from`, or the end of the text. */
export function endOfString(text: string, from: number): number {
  let quote = text.indexOf('"', from);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - 1 - before) % 2 === 1;
}
