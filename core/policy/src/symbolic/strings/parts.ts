import type { StringFormat } from '@ostiary/catalogue';
import type { StringPart } from '../../core/ir.js';
import type { RegexNode } from '../../text/regex.js';
import { type CodePointRange, complement, normaliseRanges } from '../../text/regex-class.js';
import { ANY_TEXT, intersectRanges, literalNode, mapCharacters, run, sequence } from '../automata/language.js';

/** Whether `liftPart` gives a language for this part. */
export function hasLifting(format: StringFormat, part: StringPart): boolean {
  return liftPart(format, part, { kind: 'empty' }) !== null;
}

const NOT_AT = complement([[64, 64]]);
const NOT_SLASH = complement([[47, 47]]);

/**
 * Every string of `format` whose `part` is in `language`, as a language over the whole normal form; null where no
 * regular description is exact (parts of a URL, whose host and port may be left out or bracketed, and the folded
 * extension of a path).
 */
export function liftPart(format: StringFormat, part: StringPart, language: RegexNode): RegexNode | null {
  switch (format) {
    case 'email':
      return part === 'domain'
        ? sequence(run(NOT_AT, 1), literalNode('@'), within(language, NOT_AT))
        : part === 'local'
          ? sequence(within(language, NOT_AT), literalNode('@'), run(NOT_AT, 1))
          : null;
    case 'iban':
      // Check digits follow the country, so that no shorter run of letters passes for it.
      return part === 'country'
        ? sequence(mapCharacters(language, raised), { kind: 'chars', ranges: [[48, 57]] }, ANY_TEXT)
        : null;
    case 'path':
      return part === 'name' ? afterLastSlash(language) : part === 'directory' ? beforeLastSlash(language) : null;
    case 'text':
    case 'keyword':
    case 'domain':
    case 'url':
      return null;
  }
}

/** The words of `language` made of `allowed` characters only. */
function within(language: RegexNode, allowed: readonly CodePointRange[]): RegexNode {
  return mapCharacters(language, (ranges) => intersectRanges(ranges, allowed));
}

/** The two letters of an IBAN's country stand in upper case, its part is a folded keyword. */
function raised(ranges: readonly CodePointRange[]): readonly CodePointRange[] {
  return normaliseRanges(intersectRanges(ranges, [[97, 122]]).map(([low, high]) => [low - 32, high - 32] as const));
}

function afterLastSlash(language: RegexNode): RegexNode {
  const name = within(language, NOT_SLASH);
  return { kind: 'alt', options: [name, sequence(ANY_TEXT, literalNode('/'), name)] };
}

/** `.` for a bare name, `/` for one in the root, else all before the last slash. */
function beforeLastSlash(language: RegexNode): RegexNode {
  const name = run(NOT_SLASH);
  const options: RegexNode[] = [sequence(nonEmpty(language), literalNode('/'), run(NOT_SLASH, 1))];
  if (matchesChar(language, 46)) options.push(run(NOT_SLASH, 1));
  if (matchesChar(language, 47)) options.push(sequence(literalNode('/'), name));
  return { kind: 'alt', options };
}

/** The language without the empty word. */
function nonEmpty(node: RegexNode): RegexNode {
  switch (node.kind) {
    case 'empty':
      return { kind: 'chars', ranges: [] };
    case 'chars':
      return node;
    case 'alt':
      return { kind: 'alt', options: node.options.map(nonEmpty) };
    case 'concat': {
      const options: RegexNode[] = [];
      for (let index = 0; index < node.parts.length; index++) {
        const [head, ...tail] = node.parts.slice(index);
        if (!head) break;
        options.push(sequence(nonEmpty(head), ...tail));
        if (!nullable(head)) break;
      }
      return { kind: 'alt', options };
    }
    case 'repeat': {
      if (node.max === 0) return { kind: 'chars', ranges: [] };
      const rest: RegexNode = {
        kind: 'repeat',
        node: node.node,
        min: Math.max(0, node.min - 1),
        max: node.max === null ? null : node.max - 1,
      };
      return sequence(nonEmpty(node.node), rest);
    }
  }
}

function nullable(node: RegexNode): boolean {
  switch (node.kind) {
    case 'empty':
      return true;
    case 'chars':
      return false;
    case 'concat':
      return node.parts.every(nullable);
    case 'alt':
      return node.options.some(nullable);
    case 'repeat':
      return node.min === 0 || nullable(node.node);
  }
}

/** Whether the word of this one character is in the language. */
function matchesChar(node: RegexNode, code: number): boolean {
  switch (node.kind) {
    case 'empty':
      return false;
    case 'chars':
      return node.ranges.some(([low, high]) => low <= code && code <= high);
    case 'concat':
      return node.parts.some(
        (part, index) => matchesChar(part, code) && node.parts.every((other, at) => at === index || nullable(other)),
      );
    case 'alt':
      return node.options.some((option) => matchesChar(option, code));
    case 'repeat':
      return node.max !== 0 && (node.min <= 1 || nullable(node.node)) && matchesChar(node.node, code);
  }
}
