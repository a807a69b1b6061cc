import type { StringFormat } from '@ostiary/catalogue';
import { chance, pick, type Rng } from './random.js';

/** A spelling, and the normal form that some program in wide use takes it for. */
export interface HostileString {
  readonly format: StringFormat;
  readonly text: string;
  readonly pretends: string;
}

/** A change that some reader undoes or passes over; null where there is nothing to change. */
type Disguise = (text: string, rng: Rng) => string | null;

const hex = (code: number): string => `%${code.toString(16).padStart(2, '0')}`;
const INVISIBLE: readonly string[] = [
  '\u200b',
  '\u200d',
  '\u00ad',
  '\u2060',
  '\ufeff',
  '\u202e',
  '\ufe0f',
  '\u034f',
  '\u115f',
  '\u{e0001}',
];
const BLANK: readonly string[] = [' ', '\t', '\n', '\r\n', '\u00a0', '\u0085', '\u3000', '\v'];

/** Puts `piece` somewhere into a text. */
function inserted(text: string, piece: string, rng: Rng): string {
  const at = Math.floor(rng() * (text.length + 1));
  return text.slice(0, at) + piece + text.slice(at);
}

/** Replaces one of the matches of a pattern. */
function replaced(text: string, pattern: RegExp, by: (found: string) => string, rng: Rng): string | null {
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return null;
  const { 0: found, index } = pick(rng, matches);
  return text.slice(0, index) + by(found) + text.slice(index + found.length);
}

const invisible: Disguise = (text, rng) => inserted(text, pick(rng, INVISIBLE), rng);
const control: Disguise = (text, rng) => inserted(text, pick(rng, ['\0', '\u0008', '\u001b', '\u007f']), rng);
/** At most one: two may make a whole. */
const half: Disguise = (text, rng) =>
  text.isWellFormed() ? inserted(text, pick(rng, ['\ud800', '\udfff']), rng) : null;
const padded: Disguise = (text, rng) => (chance(rng, 0.5) ? text + pick(rng, BLANK) : pick(rng, BLANK) + text);
const raised: Disguise = (text, rng) => replaced(text, /[a-z]+/g, (run) => run.toUpperCase(), rng);
const lowered: Disguise = (text, rng) => replaced(text, /[A-Z]+/g, (run) => run.toLowerCase(), rng);
/** Full-width forms, which NFKC undoes. */
const wide: Disguise = (text, rng) =>
  replaced(text, /[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0), rng);
/** Letters that full case folding, or NFKC, makes ASCII. */
const foreign: Disguise = (text, rng) =>
  replaced(
    text,
    /ss|s|k|fi/g,
    (found) => ({ ss: '\u00df', s: '\u017f', k: '\u212a', fi: '\ufb01' })[found] ?? found,
    rng,
  );
const decomposed: Disguise = (text) => (text.normalize('NFD') === text ? null : text.normalize('NFD'));

const inDots: Disguise = (text, rng) => replaced(text, /\./g, () => pick(rng, ['\u3002', '\uff0e', '\uff61']), rng);
const dotAtEnd: Disguise = (text) => `${text}.`;

const NUMERIC_HOSTS: readonly string[] = [
  '127.1',
  '0x7f.1',
  '2130706433',
  '0177.0.0.1',
  '127.0.0.01',
  '127.00.0.1',
  '0x7f000001',
  '127.0.0.1.',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '\u2460\u2461\u2466.0.0.1',
  '127\u30020.0.1',
];

/** The host of a text, disguised. */
const inHost =
  (change: Disguise): Disguise =>
  (text, rng) => {
    const [, start = '', host = '', end = ''] = /^([^/]*\/\/)([^/:?#]*)(.*)$/s.exec(text) ?? [];
    const changed = host === '' ? null : change(host, rng);
    return changed === null ? null : start + changed + end;
  };

const segmentEnd = (text: string, rng: Rng, piece: string): string | null =>
  text.includes('?') ? null : replaced(text, /(?<=[^/:])\/(?=[^/])|(?<=\w)$/g, (slash) => piece + slash, rng);

/** Disguises of the segments of a path, of a URL or of a file. */
const PATH_DISGUISES: readonly Disguise[] = [
  (text, rng) =>
    replaced(text, /(?<![:/])\/(?!\/)/g, () => pick(rng, ['//', '///', '/./', '/.//', '/x/../', '/x/y/../../']), rng),
  (text, rng) =>
    replaced(
      text,
      /(?<![:/])\/(?!\/)/g,
      () =>
        pick(rng, [
          '/x/%2e%2e/',
          '/x/.%2E/',
          '/%2e/',
          '/x/..;/',
          '/x/..%2f',
          '/x/%252e%252e/',
          '/x/..\\',
          '/\\',
          '\\',
          '/x/..%5c',
          '/x/..%00/',
          '/x//../',
          '/x/%c0%ae%c0%ae/',
          '/x/\uff0e\uff0e/',
          '/x/\u2025/',
          '%2f',
          '%252F',
          '\u2215',
          '\uff0f',
        ]),
      rng,
    ),
  (text, rng) =>
    segmentEnd(
      text,
      rng,
      pick(rng, [';', ';a=b', ';jsessionid=1', '.', '..', ' ', '%20', '%00', '%0a', '%3b', '%23', '%3f']),
    ),
  (text, rng) =>
    replaced(
      text,
      /(?<=\/[^/?]*)[a-z](?=[^:?]*(?:$|\?))/g,
      (char) =>
        pick(rng, [
          hex(char.charCodeAt(0)),
          hex(char.charCodeAt(0)).replace('%', '%25'),
          `%u00${hex(char.charCodeAt(0)).slice(1)}`,
        ]),
      rng,
    ),
  (text) => (text.includes('?') ? null : `${text}/`),
  invisible,
  control,
  half,
];

const DISGUISES: Readonly<Record<StringFormat, readonly Disguise[]>> = {
  text: [half],
  keyword: [
    raised,
    padded,
    wide,
    foreign,
    invisible,
    control,
    half,
    (text, rng) => replaced(text, / /g, () => pick(rng, BLANK), rng),
    (text) => `=?utf-8?q?${text}?=`,
    (text) => `=?utf-8?B?${encodeURIComponent(text.isWellFormed() ? text : 'x')}?=`,
  ],
  email: [
    raised,
    wide,
    foreign,
    invisible,
    control,
    half,
    padded,
    dotAtEnd,
    (text) => `<${text}>`,
    (text) => `Ann <${text}>`,
    (text) => `"Ann" <${text}>`,
    (text) => text.replace('@', '(x)@'),
    (text) => text.replace(/^[^@]*/, (local) => `"${local}"`),
    (text) => text.replace('@', '%40'),
    (text) => `${text.replace('@', '%')}@relay.example`,
    (text) => text.replace(/^([^@]*)@(.*)$/, '$2!$1@relay.example'),
    (text) => `@relay.example:${text}`,
    (text) => `${text},eve@evil.example`,
    (text) => `=?utf-8?q?${text.replace('@', '=40')}?=@relay.example`,
    (text) => text.replace(/@(.*)$/, (_, domain: string) => `@${domain.replaceAll('.', '\u3002')}`),
  ],
  domain: [
    raised,
    wide,
    foreign,
    invisible,
    control,
    half,
    padded,
    dotAtEnd,
    inDots,
    (text) => `${text}:443`,
    (text) => `user@${text}`,
    (text) => `${text}/`,
    (text, rng) => replaced(text, /[a-z]/g, (char) => hex(char.charCodeAt(0)), rng),
    (text, rng) => (text === '127.0.0.1' ? pick(rng, NUMERIC_HOSTS) : null),
  ],
  url: [
    (text) => text.replace(/^[a-z]+/, (scheme) => scheme.toUpperCase()),
    inHost(raised),
    inHost(wide),
    inHost(foreign),
    inHost(invisible),
    inHost(inDots),
    inHost(dotAtEnd),
    inHost((host, rng) => (host === '127.0.0.1' ? pick(rng, NUMERIC_HOSTS) : null)),
    inHost((host, rng) => replaced(host, /[a-z]/g, (char) => hex(char.charCodeAt(0)), rng)),
    (text, rng) =>
      text.replace(
        '://',
        `://${pick(rng, ['user@', '@', 'a:b@', 'evil.example@', 'evil.example:80@', 'evil.example\\@', 'evil.example#@', 'evil.example?@'])}`,
      ),
    (text, rng) => text.replace('://', pick(rng, [':', ':/', ':///', ':\\\\', ':/\\', '://\t', '://\n'])),
    (text) => text.replace(/^(https:\/\/[^/:]*)\//, '$1:443/'),
    (text) => text.replace(/^(https:\/\/[^/:]*)\//, '$1:0443/'),
    (text) => text.replace(/^(https:\/\/[^/:]*)\//, '$1:/'),
    (text, rng) => `${text}${pick(rng, ['#', '#x', '#@evil.example', '#/../..'])}`,
    (text) => (text.includes('?') ? null : `${text}?`),
    padded,
    (text, rng) => inserted(text, pick(rng, ['\t', '\n']), rng),
    ...PATH_DISGUISES,
    ...PATH_DISGUISES,
  ],
  path: [
    ...PATH_DISGUISES,
    padded,
    decomposed,
    (text) => (text.startsWith('/root/') ? `~${text.slice('/root'.length)}` : null),
    (text) => (text.startsWith('/') ? `file://${text}` : null),
    (text) => (text.startsWith('/') ? `file:${text}` : null),
    (text) => (text.startsWith('/') ? `/${text}` : null),
    (text) => (text.startsWith('/') ? `C:${text}` : null),
  ],
  iban: [
    lowered,
    wide,
    invisible,
    control,
    half,
    (text, rng) => inserted(text, pick(rng, BLANK), rng),
    (text) => text.replace(/(.{4})/g, '$1 '),
  ],
  ip: [
    raised,
    wide,
    padded,
    invisible,
    control,
    half,
    dotAtEnd,
    (text) => `[${text}]`,
    (text) => (text.includes(':') ? null : `${text}:80`),
    (text) => `${text}/32`,
    (text) => `${text}%eth0`,
    (text) => (text.includes(':') ? text.replace('::', ':0:') : text.replace(/\.(\d)/, '.0$1')),
    (text) => (text.includes(':') ? null : `::ffff:${text}`),
    (text) => (text.includes(':') ? null : `::${text}`),
    (text) =>
      text.includes(':')
        ? null
        : text
            .split('.')
            .map((byte) => `0x${Number(byte).toString(16)}`)
            .join('.'),
    (text) => (text.includes(':') ? null : String(text.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0))),
    (text) => text.replace(/\.0\.0\./, '.'),
    (text) =>
      text.replace(
        /(^|:)([0-9a-f]{1,3})(?=:)/,
        (_, colon: string, group: string) => `${colon}${group.padStart(4, '0')}`,
      ),
  ],
};

/** Normal forms that disguises are put on. */
export const PRETENDED: Readonly<Record<StringFormat, readonly string[]>> = {
  text: ['ORD-17', 'prod'],
  keyword: ['drop', 'drop table', 'strasse', 'fine', 'k8s admin'],
  email: ['ann@corp.example', 'ask.me@mail.corp.example', 'bob@evil.example', 'kiss@corp.example'],
  domain: ['corp.example', 'mass.corp.example', 'evil.example', 'xn--mnchen-3ya.example', '127.0.0.1', 'kiss.example'],
  url: [
    'https://corp.example/public/a.txt',
    'https://corp.example/admin/users',
    'https://corp.example/admin',
    'https://corp.example/public/a?next=b',
    'https://mass.corp.example:8443/public',
    'https://127.0.0.1/admin',
    'https://evil.example/public/kiss',
    'https://corp.example/',
  ],
  path: ['/srv/data/a.csv', '/srv/data', '/etc/passwd', '/root/.ssh/id', '/srv/caf\u00e9/x', '/srv/data/private/b.csv'],
  iban: ['DE89370400440532013000', 'FR1420041010050500013M02606', 'GB82WEST12345698765432'],
  ip: ['10.0.0.1', '127.0.0.1', '192.168.0.9', '2001:db8::1', 'fc00::a', '8.8.8.8'],
};

/** A value in one or two disguises. Not every program undoes each of them; some do. */
export function hostileString(rng: Rng, format: StringFormat): HostileString {
  const pretends = pick(rng, PRETENDED[format]);
  let text = pretends;
  for (let more = true; more; more = text === pretends || chance(rng, 0.25)) {
    text = pick(rng, DISGUISES[format])(text, rng) ?? text;
  }
  return { format, text, pretends };
}
