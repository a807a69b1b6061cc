import { pointerChild, pointerTokens } from '@ostiary/catalogue';
import { endOfString } from '@ostiary/json';

/** Where the items of a list or the members of a record begin: a member at its name. */
interface Container {
  readonly offsets: ReadonlyMap<string, number>;
  /** Where the values begin: those of a list where the items do. */
  readonly values: ReadonlyMap<string, number>;
}

/**
 * Offsets in JSON text of what pointers name. A container is gone over once, when something in it is asked for, so that asking for all items of a list
 * takes a time linear in the text. Only for text that was parsed.
 */
export class JsonOffsets {
  readonly #containers = new Map<number, Container>();

  constructor(private readonly text: string) {}

  /** The offset of the name of a member or of an item; of the innermost one around it that is there. */
  of(pointer: string): number {
    let value = skipBlank(this.text, 0);
    let found = value;
    for (const token of pointerTokens(pointer) ?? []) {
      const { offsets, values } = this.#container(value);
      const offset = offsets.get(token);
      const inner = values.get(token);
      if (offset === undefined || inner === undefined) break;
      found = offset;
      value = inner;
    }
    return found;
  }

  #container(at: number): Container {
    const known = this.#containers.get(at);
    if (known) return known;
    const offsets = new Map<string, number>();
    const values = new Map<string, number>();
    for (const part of partsOf(this.text, at)) {
      offsets.set(part.key, part.offset);
      values.set(part.key, part.value);
    }
    const made = { offsets, values };
    this.#containers.set(at, made);
    return made;
  }
}

/** The first name that stands twice in one record, in a text that has one and was parsed. */
export function findDoubledKey(text: string): {
  readonly key: string;
  readonly offset: number;
  readonly pointer: string;
} {
  const open = [{ value: skipBlank(text, 0), pointer: '' }];
  // Grows while it is gone through.
  for (const at of open) {
    const seen = new Set<string>();
    for (const { key, offset, value } of partsOf(text, at.value)) {
      const pointer = pointerChild(at.pointer, key);
      if (seen.has(key)) return { key, offset, pointer };
      seen.add(key);
      if (text[value] === '{' || text[value] === '[') open.push({ value, pointer });
    }
  }
  return { key: '', offset: 0, pointer: '' };
}

interface Part {
  readonly key: string;
  readonly offset: number;
  readonly value: number;
}

/** The items or members of the list or record that begins at an offset; none of anything else. */
function* partsOf(text: string, start: number): Generator<Part> {
  const isRecord = text[start] === '{';
  if (!isRecord && text[start] !== '[') return;
  let at = skipBlank(text, start + 1);
  for (let index = 0; text[at] !== '}' && text[at] !== ']' && at < text.length; index += 1) {
    const offset = at;
    let key = String(index);
    if (isRecord) {
      at = afterString(text, at);
      key = JSON.parse(text.slice(offset, at)) as string;
      at = skipBlank(text, skipBlank(text, at) + 1);
    }
    yield { key, offset, value: at };
    at = skipBlank(text, endOfValue(text, at));
    if (text[at] === ',') at = skipBlank(text, at + 1);
  }
}

const BLANK = /[ \t\n\r]*/y;
const SCALAR = /[^,\]}\s]*/y;
/** What matters for where a container ends. */
const STRUCTURE = /["[\]{}]/g;

const skipBlank = (text: string, at: number): number => after(BLANK, text, at);
/** The offset after a string whose opening quote is at an offset. */
const afterString = (text: string, at: number): number => endOfString(text, at + 1) + 1;

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : text.length;
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return afterString(text, start);
  if (text[start] !== '{' && text[start] !== '[') return after(SCALAR, text, start);
  let depth = 0;
  let at = start;
  while (at < text.length) {
    STRUCTURE.lastIndex = at;
    const found = STRUCTURE.exec(text);
    if (!found) return text.length;
    at = found[0] === '"' ? afterString(text, found.index) : found.index + 1;
    if (found[0] === '{' || found[0] === '[') depth += 1;
    if (found[0] === '}' || found[0] === ']') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}
