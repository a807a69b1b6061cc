import { domainToASCII } from 'node:url';

/** The normal forms of strings, as docs/language/strings.md has them. Null: the text has no value. */
const HALF = /\p{Surrogate}/u;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const CONTROL = /\p{Cc}/u;
const SPACE = /\p{White_Space}/u;

/** Cherokee is the script whose small letters fold to the capitals. */
const foldOne = (char) => {
  if (char === 'ı') return char;
  const capital = char.toUpperCase();
  return /^\p{Script=Cherokee}$/u.test(capital) ? capital : capital.toLowerCase().replaceAll('ς', 'σ');
};
/** NFKC_Casefold, near enough. */
function fold(text) {
  let now = text;
  for (;;) {
    const next = [...now.normalize('NFKC')].map(foldOne).join('').normalize('NFKC');
    if (next === now) return now;
    now = next;
  }
}

const lowerAscii = (text) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

function keyword(text) {
  if (/(?![\t\n\v\f\r\u0085])\p{Cc}/u.test(text)) return null;
  const folded = fold(text)
    .replaceAll(/\p{White_Space}+/gu, ' ')
    .replaceAll(/^ | $/g, '');
  return /=\?.*\?=/s.test(folded) ? null : folded;
}

const octet = '(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])';
const IPV4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);

/** Eight groups, or null. */
function ipv6Groups(text) {
  if (!/^[0-9a-fA-F:]+$/.test(text)) return null;
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const count = groups.flat().length;
  if (groups.flat().some((group) => !/^[0-9a-fA-F]{1,4}$/.test(group))) return null;
  if (halves.length === 1) return count === 8 ? groups[0].map((group) => Number.parseInt(group, 16)) : null;
  if (count > 7) return null;
  const filled = [...groups[0], ...Array.from({ length: 8 - count }, () => '0'), ...groups[1]];
  return filled.map((group) => Number.parseInt(group, 16));
}

function ipv6Text(groups) {
  let [best, length] = [-1, 1];
  for (let start = 0; start < 8; start += 1) {
    let end = start;
    while (end < 8 && groups[end] === 0) end += 1;
    if (end - start > length) [best, length] = [start, end - start];
  }
  const hex = groups.map((group) => group.toString(16));
  return best < 0 ? hex.join(':') : `${hex.slice(0, best).join(':')}::${hex.slice(best + length).join(':')}`;
}

const bitsOf = (numbers, width) => numbers.map((part) => part.toString(2).padStart(width, '0')).join('');
/** The bits of an address, 32 or 128; null when it is none. Does not look for an IPv4 address inside. */
function addressBits(text) {
  if (IPV4.test(text)) return bitsOf(text.split('.').map(Number), 8);
  const groups = ipv6Groups(text);
  return groups && bitsOf(groups, 16);
}

const CARRIERS = [
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
];

export function inRange(address, range) {
  const [network, length] = range.split('/');
  const [bits, wanted] = [addressBits(address), addressBits(network)];
  return bits.length === wanted.length && bits.startsWith(wanted.slice(0, Number(length)));
}

function ip(text) {
  if (IPV4.test(text)) return text;
  const groups = ipv6Groups(text);
  if (!groups) return null;
  const normal = ipv6Text(groups);
  if (normal === '::' || normal === '::1') return normal;
  return CARRIERS.some((range) => inRange(normal, range)) ? null : normal;
}

const isNumeric = (label) => /^(?:\d+|0x[0-9a-f]*)$/i.test(label);

function domain(text) {
  const bracketed = /^\[(.*)\]$/.exec(text);
  if (bracketed) {
    const address = bracketed[1].includes(':') ? ip(bracketed[1]) : null;
    return address && `[${address}]`;
  }
  let name = lowerAscii(text);
  if (IPV4.test(name)) return name;
  const dotted = name.endsWith('.');
  if (dotted) name = name.slice(0, -1);
  if (/[^\x00-\x7f]/.test(name)) {
    if (/\p{Script=Cherokee}/u.test(name) || fold(name) !== name || !/^[\p{L}\p{M}\p{N}._-]+$/u.test(name)) return null;
  }
  if (/[^\x00-\x7f]/.test(name) || /(?:^|\.)xn--/.test(name)) {
    if (/[^\x00-\x7f]/.test(name) === false && !/^[a-z0-9._-]+$/.test(name)) return null;
    if (/_/.test(name)) {
      const labels = name.split('.').map((label) => (/[^\x00-\x7f]|^xn--/.test(label) ? domainToASCII(label) : label));
      name = labels.includes('') ? '' : labels.join('.');
    } else name = domainToASCII(name);
    if (name === '') return null;
  }
  const labels = name.split('.');
  if (name.length > 253 || isNumeric(labels.at(-1))) return null;
  return labels.every((label) => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label)) ? name : null;
}

function email(text) {
  const at = text.lastIndexOf('@');
  if (at < 0) return null;
  const local = lowerAscii(text.slice(0, at));
  if (!/^[\p{L}\p{M}\p{N}#$&'*+=?^_{}~.-]+$/u.test(local) || /^\.|\.\.|\.$/.test(local) || [...local].length > 64)
    return null;
  if (local.includes('=?')) return null;
  if (/[^\x00-\x7f]/.test(local) && fold(local) !== local) return null;
  const host = domain(text.slice(at + 1));
  if (host === null || host.startsWith('[') || IPV4.test(host)) return null;
  return `${local}@${host}`;
}

// ---- paths

/** UTF-8 decoded, or null. */
function percentDecoded(text) {
  try {
    return text.replaceAll(/(?:%[0-9a-fA-F]{2})+/g, (run) => decodeURIComponent(run));
  } catch {
    return null;
  }
}

/** Whether characters or segments of the text are doubtful. */
function doubtful(text) {
  if (/[\\;\u2044\u2215]/.test(text) || CONTROL.test(text) || IGNORABLE.test(text) || HALF.test(text)) return true;
  if (text.normalize('NFC') !== text) return true;
  for (const char of text) if (char > '\x7f' && /[./\\]/.test(char.normalize('NFKC'))) return true;
  if (SPACE.test(text[0] ?? '') || /\p{White_Space}$/u.test(text)) return true;
  const segments = text.split('/');
  if (segments.some((segment) => segment !== '.' && segment !== '..' && /[. ]$/.test(segment))) return true;
  return false;
}

const isDrive = (segment) => /^[A-Za-z]:$/.test(segment ?? '');
const startsWithDrive = (text) =>
  text.startsWith('/') && isDrive(text.split('/').find((segment) => segment !== '' && segment !== '.'));

function resolved(segments, stack = []) {
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') stack.push(segment);
    else if (stack.pop() === undefined) return null;
  }
  return stack;
}

function pathForm(text, base) {
  if (text === '' || /^\/\/(?!\/)/.test(text) || text.startsWith('~') || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text))
    return null;
  if (doubtful(text) || startsWithDrive(text) || /%u[0-9a-fA-F]{4}/.test(text)) return null;
  for (const [, hex] of text.matchAll(/%([0-9a-fA-F]{2})/g)) {
    const char = String.fromCharCode(Number.parseInt(hex, 16));
    if (char > ' ' && char < '\x7f' && !'"%<>[]^`{|}'.includes(char)) return null;
  }
  const decoded = percentDecoded(text);
  if (decoded === null) return null;
  if (
    decoded !== text &&
    (doubtful(decoded) ||
      startsWithDrive(decoded) ||
      /%25(?=[0-9a-fA-F]{2})/.test(text) ||
      /%25u[0-9a-fA-F]{4}/.test(text))
  )
    return null;
  const stack = resolved(text.split('/'));
  const absolute = text.startsWith('/');
  const normal = stack && (absolute ? `/${stack.join('/')}` : stack.join('/') || '.');
  if (normal !== null && normal !== text && pathForm(normal) === null) return null;
  if (absolute || base === undefined) return normal;
  const based = resolved(text.split('/'), resolved(base.split('/')));
  return based && `/${based.join('/')}`;
}

// ---- URLs

const DEFAULT_PORTS = { http: 80, https: 443, ws: 80, wss: 443, ftp: 21 };

function escaped(text, decodable, alsoEscape = '') {
  const encode = (char) =>
    [...new TextEncoder().encode(char)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  return text
    .replaceAll(/%([0-9a-fA-F]{2})/g, (whole, hex) => {
      const char = String.fromCharCode(Number.parseInt(hex, 16));
      return /[A-Za-z0-9._~-]/.test(char) || decodable.includes(char) ? char : whole.toUpperCase();
    })
    .replaceAll(/[^\x00-\x7f]/gu, encode)
    .replaceAll(/["<>^`{|}[\]]/g, encode)
    .replaceAll(alsoEscape === '' ? /(?!)/g : /'/g, encode);
}

function urlPath(text) {
  const path = text === '' ? '/' : text;
  if (/%(?:2e|2f|5c|3b|3f|23|25(?:[0-9a-f]{2}|u))/i.test(path) || path.includes(';')) return null;
  const decoded = percentDecoded(path);
  if (decoded === null || doubtful(decoded)) return null;
  const joinedFirst = resolved(path.split('/').slice(1));
  const stack = [];
  for (const segment of path.split('/').slice(1)) {
    if (segment === '.') continue;
    if (segment !== '..') stack.push(segment);
    else if (stack.pop() === undefined) return null;
  }
  const joinedLast = stack.filter((segment) => segment !== '');
  if (joinedFirst === null || joinedFirst.join('/') !== joinedLast.join('/')) return null;
  return escaped(`/${joinedFirst.join('/')}`, "!$&'()*+,=:@");
}

/** The parts of a URL in normal form, or null. */
function urlParts(text) {
  const [before] = text.split('#', 1);
  if (SPACE.test(before) || before.includes('\\') || /%(?![0-9a-fA-F]{2})|%00/.test(before)) return null;
  const match = /^([A-Za-z][A-Za-z0-9+.-]*):(.*)$/s.exec(before);
  if (!match) return null;
  const scheme = match[1].toLowerCase();
  const [, rest, question] = /^([^?]*)(?:\?(.*))?$/s.exec(match[2]);
  const query = escaped(question ?? '', '', "'");
  const known = scheme in DEFAULT_PORTS || scheme === 'file';
  if (!rest.startsWith('//')) {
    if (known || rest.startsWith('/')) return null;
    return { scheme, host: null, port: DEFAULT_PORTS[scheme] ?? null, path: null, rest: escaped(rest, ''), query };
  }
  const [, authority, path] = /^\/\/([^/]*)(.*)$/s.exec(rest);
  if (/[@%]/.test(authority)) return null;
  const afterHost = text.slice(match[1].length + 3 + authority.length);
  if (/^[?#]/.test(afterHost) && afterHost.includes('@')) return null;
  const [, hostText, portText] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(authority) ?? [];
  if (hostText === undefined) return null;
  let host = null;
  if (hostText === '') {
    if (scheme in DEFAULT_PORTS || portText !== undefined) return null;
  } else {
    host = domain(hostText);
    if (host === null || (scheme === 'file' && host === 'localhost')) return null;
  }
  let port = DEFAULT_PORTS[scheme] ?? null;
  if (portText !== undefined && portText !== '') {
    if (!/^\d+$/.test(portText) || Number(portText) > 65_535) return null;
    port = Number(portText);
  }
  const normalPath = urlPath(path);
  if (normalPath === null || (scheme === 'file' && /^\/[A-Za-z](?::|\||%7C)(?:\/|$)/.test(normalPath))) return null;
  return { scheme, host, port, written: port !== null && port !== DEFAULT_PORTS[scheme], path: normalPath, query };
}

function url(text) {
  const parts = urlParts(text);
  if (parts === null) return null;
  const { scheme, host, port, written, path, rest, query } = parts;
  const start = path === null ? `${scheme}:${rest}` : `${scheme}://${host ?? ''}${written ? `:${port}` : ''}${path}`;
  return query === '' ? start : `${start}?${query}`;
}

function iban(text) {
  const plain = text.replaceAll(' ', '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain)) return null;
  const digits = [...(plain.slice(4) + plain.slice(0, 4))].map((char) => Number.parseInt(char, 36)).join('');
  return BigInt(digits) % 97n === 1n ? plain : null;
}

const FORMS = { keyword, email, domain, ip, url, path: pathForm, iban };

/** The normal form of a text, or null. */
export function normalForm(format, text, base) {
  if (HALF.test(text)) return null;
  if (format === 'text') return text;
  if (IGNORABLE.test(text) || (format !== 'keyword' && CONTROL.test(text))) return null;
  return FORMS[format](text, base);
}

export const PARTS = {
  email: { local: 'keyword', domain: 'domain' },
  url: { scheme: 'keyword', host: 'domain', port: 'int', path: 'path', query: 'text' },
  path: { directory: 'path', name: 'text', extension: 'keyword' },
  iban: { country: 'keyword' },
};

/** A part of a normal form: a text, a number (port), or null when the string has no such part. */
export function partOf(format, text, part) {
  if (format === 'email')
    return part === 'local' ? keyword(text.slice(0, text.lastIndexOf('@'))) : text.slice(text.lastIndexOf('@') + 1);
  if (format === 'iban') return text.slice(0, 2).toLowerCase();
  if (format === 'url') return urlParts(text)[part];
  const slash = text.lastIndexOf('/');
  const name = text.slice(slash + 1);
  if (part === 'directory') return slash < 0 ? '.' : text.slice(0, Math.max(slash, 1));
  if (part === 'name') return name;
  const dot = name.lastIndexOf('.');
  return dot > 0 ? keyword(name.slice(dot + 1)) : '';
}
