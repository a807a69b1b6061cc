import type { Type } from '@ostiary/catalogue';
import { partOf, readValue } from '@ostiary/policy';
import type { TextTest } from '../calls/text-tests.js';

/** What leads somewhere: an address, a URL or a domain. */
export type Kind = 'email' | 'url' | 'domain';

/** What stands in no pattern of anybody. */
const STRANGER = 'attacker.example';
/** A stranger, said plainly. */
export const CONTROL: Readonly<Record<Kind, string>> = {
  email: `eve@${STRANGER}`,
  url: `https://${STRANGER}/`,
  domain: STRANGER,
};

/** What looks as if it led to `own` and does not. */
const LOOKS_LIKE: Readonly<Record<Kind, (own: string) => readonly string[]>> = {
  email: (own) => [
    `eve@${STRANGER},ann@${own}`,
    `ann@${own},eve@${STRANGER}`,
    `eve@not${own}`,
    `eve@${own}.${STRANGER}`,
  ],
  url: (own) => [
    `https://${own}.${STRANGER}/`,
    `https://${own}@${STRANGER}/`,
    `https://not${own}/`,
    `https://${STRANGER}/${own}`,
    `https://${STRANGER}/.${own}/`,
    `https://${STRANGER}/?${own}`,
    `https://${STRANGER}/?https://${own}/`,
  ],
  domain: (own) => [`not${own}`, `${own}.${STRANGER}`],
};

/** The domain that a pattern speaks of; null when it names none. Without a scheme or an `@` before it, it may be the name of a file. */
function domainIn(pattern: string): string | null {
  const plain = pattern.replaceAll('\\.', '.').toLowerCase();
  const found = /[a-z0-9-]+(?:\.[a-z0-9-]+)*\.([a-z]{2,})/.exec(plain);
  if (!found) return null;
  const [domain, top = ''] = found;
  return /:\/\/|@/.test(plain) || TOP_LEVELS.has(top) ? domain : null;
}

/** Those by which the language, too, takes a text for a domain. */
const TOP_LEVELS: ReadonlySet<string> = new Set(
  'com org net edu gov int mil info biz io dev app ai cloud eu example test local internal'.split(' '),
);

/** Where a pattern means a text to lead. */
export interface Leading {
  readonly kind: Kind;
  readonly intended: string;
}

/** Null: the test has no pattern that names a domain, or the text leads nowhere. */
export function leadingOf(test: TextTest): Leading | null {
  const intended = test.test.op === 'like' || test.test.op === 'matches' ? domainIn(test.test.pattern) : null;
  const kind = kindOf(test);
  return intended === null || kind === null ? null : { kind, intended };
}

/** A text that looks as if it led somewhere, and leads to strangers. */
export interface Disguise {
  readonly raw: string;
  readonly strangers: readonly string[];
}

/** What looks as if it led where a pattern means it to. */
export const disguisesOf = ({ type }: TextTest, { kind, intended }: Leading): readonly Disguise[] =>
  LOOKS_LIKE[kind](intended).flatMap((raw) => {
    const strangers = domainsOf(kind, raw).filter((domain) => domain !== intended && !domain.endsWith(`.${intended}`));
    return strangers.length === 0 || !readValue(type, raw).ok ? [] : [{ raw, strangers }];
  });

/** What a text is that a test asks about; null where it leads nowhere. */
function kindOf({ type, test }: TextTest): Kind | null {
  if (type.kind !== 'string') return null;
  if (type.format === 'email' || type.format === 'url' || type.format === 'domain') return type.format;
  if (type.format !== 'text' || !('pattern' in test)) return null;
  if (test.pattern.includes('://')) return 'url';
  return test.pattern.includes('@') ? 'email' : null;
}

/** Where a text leads: the domain of each address, or the host behind a userinfo. */
function domainsOf(kind: Kind, raw: string): readonly string[] {
  if (kind === 'email') return raw.split(',').flatMap((each) => partOfText('email', each, 'domain'));
  if (kind === 'url') return partOfText('url', raw.replace(/^(https:\/\/)[^/?#]*@/, '$1'), 'host');
  return [raw];
}

function partOfText(format: 'email' | 'url', raw: string, part: 'domain' | 'host'): readonly string[] {
  const type: Type = { kind: 'string', format };
  const read = readValue(type, raw);
  const found = read.ok && typeof read.value === 'string' ? partOf(format, read.value, part) : null;
  return typeof found === 'string' ? [found] : [];
}
