import type { Dialect, PolicyTree } from './ast.js';
import type { Cursor } from './cursor.js';
import { effectHere } from './effects.js';
import { endStatement } from './rules.js';
import { quotedName } from './literals.js';

export type Headers = Pick<PolicyTree, 'name' | 'catalogue' | 'default'>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Which dialect the text is in: its header says, or the caller does, and both must agree. When neither does, that is
 * an error, and reading goes on in the dialect the text looks like, to find its other errors.
 */
export function dialectHeader(c: Cursor, option: Dialect | undefined, looksRich: () => boolean): Dialect {
  if (!(c.is('dialect') && c.ahead(1).kind === 'int')) {
    if (option !== undefined) return option;
    const guess = looksRich() ? 2 : 1;
    const span = { start: c.token.start, end: c.token.start };
    c.sink.report('dialect_missing', span, {}, { span, text: `dialect ${String(guess)};\n` });
    return guess;
  }
  c.next();
  const token = c.next();
  const { text } = token;
  endStatement(c);
  if (text !== '1' && text !== '2') {
    c.sink.report('dialect_unknown', token, { found: text });
    return option ?? (looksRich() ? 2 : 1);
  }
  if (option !== undefined && String(option) !== text) {
    c.sink.report('dialect_conflict', token, { header: text, option: String(option) });
  }
  return text === '1' ? 1 : 2;
}

/** Reads one `policy`, `catalogue` or `default` header into `headers`; false when none begins here. */
export function header(c: Cursor, headers: Mutable<Headers>, afterRules: boolean): boolean {
  const { token } = c;
  const { kind, text } = token;
  if (kind !== 'word') return false;
  const misplaced = (place: string): void => c.sink.report('header_misplaced', token, { name: text, place });
  const taken = (already: unknown): void => {
    if (already !== undefined) c.sink.report('header_repeated', token, { name: text });
    else if (afterRules) misplaced('#place.before_rules');
  };
  switch (text) {
    case 'dialect':
      misplaced('#place.first');
      c.next();
      c.expectKind('int', '`1`, `2`');
      break;
    case 'policy':
    case 'catalogue': {
      const field = text === 'policy' ? 'name' : 'catalogue';
      taken(headers[field]);
      c.next();
      headers[field] = quotedName(c);
      break;
    }
    case 'default': {
      taken(headers.default);
      c.next();
      headers.default = effectHere(c);
      break;
    }
    default:
      return false;
  }
  endStatement(c);
  return true;
}
