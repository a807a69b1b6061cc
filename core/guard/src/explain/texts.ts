import type { StringType } from '@ostiary/catalogue';
import { parseGlob, parseRegex, partOf, PLAUSIBLE, type RegexNode } from '@ostiary/policy';
import type { Constants } from './constants.js';

/** Texts worth trying in place of `current` (in normal form, null when it has none): the likeliest first. */
export function textCandidates(type: StringType, constants: Constants, current: string | null): string[] {
  const strangers = PLAUSIBLE[type.format];
  return [
    ...constants.values.filter((value) => typeof value === 'string'),
    ...constants.parts.flatMap(({ part, value }) => withPart(type, current ?? strangers[0] ?? '', part, value)),
    ...constants.globs.flatMap(globMembers),
    ...constants.regexes.flatMap(regexMembers),
    ...(type.enum ?? []),
    ...constants.sizes
      .flatMap((size) => [size - 1, size, size + 1])
      .filter((size) => size >= 0 && size <= 1_000)
      .map((size) => resized(current ?? '', size)),
    ...strangers,
  ];
}

/** The text with one of its parts changed. */
function withPart({ format }: StringType, text: string, part: string, value: string): string[] {
  switch (format) {
    case 'email': {
      const at = text.lastIndexOf('@');
      return [part === 'domain' ? `${text.slice(0, at)}@${value}` : `${value}${text.slice(at)}`];
    }
    case 'path': {
      const [directory, name] = [partOf('path', text, 'directory'), partOf('path', text, 'name')];
      if (part === 'directory') return [`${value}/${String(name)}`];
      return [
        `${String(directory)}/${part === 'name' ? value : `${String(name).replace(/(?!^)\.[^.]*$/, '')}.${value}`}`,
      ];
    }
    case 'url':
      return URL.canParse(text) ? [changedUrl(new URL(text), part, value)] : [];
    default:
      return [];
  }
}

function changedUrl(url: URL, part: string, value: string): string {
  switch (part) {
    case 'scheme':
      url.protocol = value;
      break;
    case 'host':
      url.hostname = value;
      break;
    case 'port':
      url.port = value;
      break;
    case 'path':
      url.pathname = value;
      break;
    default:
      url.search = value;
  }
  return url.href;
}

/** Short texts a glob matches. Not every one is of the format: what is not, is passed over later. */
function globMembers(pattern: string): string[] {
  const parsed = parseGlob(pattern);
  if (!parsed.ok) return [];
  return ['', 'a', 'a.example', 'https://a.example/'].map((run) =>
    parsed.segments.map((segment) => (segment.kind === 'star' ? run : segment.text)).join(''),
  );
}

function regexMembers(pattern: string): string[] {
  const parsed = parseRegex(pattern);
  const member = parsed.ok ? shortest(parsed.node) : null;
  return member === null ? [] : [member];
}

/** A shortest text of a regular expression, or null when it has none. */
function shortest(node: RegexNode): string | null {
  switch (node.kind) {
    case 'empty':
      return '';
    case 'chars': {
      const [range] = node.ranges.filter(([low, high]) => low <= 97 && 97 <= high).concat(node.ranges);
      return range ? String.fromCodePoint(range[0] <= 97 && 97 <= range[1] ? 97 : range[0]) : null;
    }
    case 'concat': {
      const parts = node.parts.map(shortest);
      return parts.includes(null) ? null : parts.join('');
    }
    case 'alt': {
      const options = node.options.map(shortest).filter((option) => option !== null);
      return options.toSorted((a, b) => a.length - b.length)[0] ?? null;
    }
    case 'repeat': {
      const one = node.min === 0 ? '' : shortest(node.node);
      return one === null ? null : one.repeat(node.min);
    }
  }
}

function resized(text: string, size: number): string {
  return Array.from(text).slice(0, size).join('').padEnd(size, 'a');
}
