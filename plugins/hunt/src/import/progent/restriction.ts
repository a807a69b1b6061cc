import type { Expr } from '@ostiary/policy';
import type { Attributes, Kind } from '../shared/attributes.js';
import { compare, has, matches, number, oneOf, path, size } from '../shared/build.js';
import { constantsOf } from '../shared/constants.js';
import { wholeRegex } from '../shared/regex.js';
import { both, either, settled, test, and, type Truth } from '../shared/truth.js';
import { itemsOf, type Tree } from '../shared/yaml.js';

export interface Told {
  readonly attributes: Attributes;
  /** Stands for a keyword that has no counterpart. */
  readonly unread: (keyword: string, value: Tree) => Truth;
}

/**
 * What a call must be by the restriction of one argument. It is not asked of a call without the argument.
 * @param required instead it holds of no call without
 */
export function truthOf(argument: string, restriction: Tree, told: Told, required: boolean): Truth {
  told.attributes.read([argument], 'any');
  const asked = restricted(argument, restriction, told);
  const there = test(has(path('args', [argument])), false);
  return {
    holds: () => (required ? asked.holds() : either(there.fails(), asked.holds())),
    fails: () => both(there.holds(), asked.fails()),
    mayFail: false,
  };
}

/** As `re.match` reads it. */
function fromStart(written: string): string {
  const [, flags = '', rest = ''] = /^(\(\?[is]+\))?([^]*)$/u.exec(written) ?? [];
  return `${flags}${rest.includes('|') ? `^(?:${rest})` : `^${rest.replace(/^\^/u, '')}`}`;
}

/** Of a schema that is not checked: notes, and what Python's library leaves aside unless it is told. */
const UNCHECKED: readonly string[] = ['format', 'description', 'title', 'default', 'examples', '$schema', '$comment'];

function restricted(argument: string, restriction: Tree, told: Told): Truth {
  // A text is a regular expression for how the argument begins.
  if (restriction.kind === 'text')
    return pattern(argument, fromStart(restriction.text), told) ?? told.unread('regex', restriction);
  if (restriction.kind !== 'map') return told.unread('restriction', restriction);
  const parts = [...restriction.fields]
    .filter(([keyword]) => !UNCHECKED.includes(keyword))
    .map(([keyword, value]) => keywordTruth(argument, keyword, value, told) ?? told.unread(keyword, value));
  return parts.reduce(and, settled(true));
}

const TYPES: Readonly<Record<string, Kind>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'bool',
  array: 'texts',
};
const BOUNDS = { minimum: '>=', maximum: '<=', exclusiveMinimum: '>', exclusiveMaximum: '<' } as const;

function keywordTruth(argument: string, keyword: string, value: Tree, told: Told): Truth | null {
  const reads = (kind: Kind, make: (of: Expr) => Expr): Truth | null =>
    told.attributes.read([argument], kind) ? test(make(path('args', [argument])), false) : null;
  switch (keyword) {
    case 'type': {
      const kind = value.kind === 'text' ? TYPES[value.text] : undefined;
      return kind !== undefined && told.attributes.read([argument], kind) ? settled(true) : null;
    }
    case 'enum':
    case 'const': {
      const all = constantsOf(keyword === 'const' ? [value] : itemsOf(value));
      return all && reads(all.kind, (of) => oneOf(of, all.literals));
    }
    case 'pattern':
      return value.kind === 'text' ? pattern(argument, value.text, told) : null;
    case 'minLength':
    case 'maxLength':
      if (value.kind !== 'number') return null;
      return reads('text', (of) => compare(keyword === 'minLength' ? '>=' : '<=', size(of), number(value.digits)));
    default: {
      const op = Object.hasOwn(BOUNDS, keyword) ? BOUNDS[keyword as keyof typeof BOUNDS] : undefined;
      return op !== undefined && value.kind === 'number'
        ? reads('number', (of) => compare(op, of, number(value.digits)))
        : null;
    }
  }
}

function pattern(argument: string, written: string, { attributes }: Told): Truth | null {
  const whole = wholeRegex(written, { endsBeforeLineFeed: true });
  if (whole === null || !attributes.read([argument], 'text')) return null;
  return test(matches(path('args', [argument]), whole), false);
}
