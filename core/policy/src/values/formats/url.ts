import { normaliseDomain } from './domain.js';
import { decodedPath, resolved } from './path.js';
import { isReadable } from './readable.js';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, ws: 80, wss: 443, ftp: 21 };
const SHAPE = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/;
const AUTHORITY = /^(\[[^\]]*\]|[^:[\]]*)(?::([0-9]*))?$/;

/**
 * The normal form of `url`: put together again from scheme, host, port, path and query, each in its own normal form, so
 * that tests of the whole and of a part agree. The fragment is dropped: it never reaches the server.
 *
 * Null for relative references, for a userinfo, and for what parsers, proxies and servers read in more than one way.
 */
export function normaliseUrl(text: string): string | null {
  const shape = SHAPE.exec(text);
  if (shape === null || !isReadable(text)) return null;
  const [written, scheme = '', authority, rest = '', query = ''] = shape;
  if (/[\\\s]|%(?![0-9a-fA-F]{2})|%00/u.test(written)) return null;
  const lower = scheme.toLowerCase();
  if (authority === undefined) {
    const needsHost = lower in DEFAULT_PORTS || lower === 'file';
    return needsHost || rest.startsWith('/') ? null : `${lower}:${escaped(rest)}${tail(query)}`;
  }
  // Some parsers look for the end of a userinfo behind a query or fragment that follows the host at once.
  if (rest === '' && text.slice(scheme.length + 3 + authority.length).includes('@')) return null;
  const host = hostOf(lower, authority);
  const path = urlPath(rest);
  if (host === null || path === null || (lower === 'file' && isDrive(path))) return null;
  return `${lower}://${host}${path}${tail(query)}`;
}

const tail = (query: string): string => (query === '' ? '' : `?${escaped(query, "'")}`);

/** Host and port, the default port left out. */
function hostOf(scheme: string, authority: string): string | null {
  const [, name, digits = ''] = AUTHORITY.exec(authority) ?? [];
  if (name === undefined) return null;
  const port = digits === '' ? undefined : Number(digits);
  if (port !== undefined && port > 65_535) return null;
  if (name === '') return port === undefined && !(scheme in DEFAULT_PORTS) ? '' : null;
  const host = normaliseDomain(name);
  if (host === null || (scheme === 'file' && host === 'localhost')) return null;
  return port === undefined || port === DEFAULT_PORTS[scheme] ? host : `${host}:${port}`;
}

/** The path of a URL: slashes joined, then dot segments resolved, the slash at the end dropped. */
function urlPath(text: string): string | null {
  if (/;|%3[bf]|%23/i.test(text) || decodedPath(text) === null) return null;
  const written = text.split('/').slice(1);
  const segments = resolved(written.filter((segment) => segment !== ''));
  // RFC 3986 resolves before a server joins slashes: there an empty segment is one that `..` takes back.
  const other = resolved(written)?.filter((segment) => segment !== '');
  if (segments === null || segments.join('/') !== other?.join('/')) return null;
  return `/${segments.map(segmentForm).join('/')}`;
}

/** Escapes only what may not stand in a segment as it is. */
function segmentForm(segment: string): string {
  return encodeURIComponent(decodeURIComponent(segment)).replace(/%(?:2[46BC]|3[AD]|40)/g, decodeURIComponent);
}

const isDrive = (path: string): boolean => /^\/[A-Za-z](?::|%7C)(?:\/|$)/.test(path);

/** Decodes escapes of unreserved characters (RFC 3986, 6.2.2.2), escapes what is not to stand in a URL, and `also`. */
function escaped(text: string, also = ''): string {
  return text.replace(/%[0-9a-fA-F]{2}|["<>^`{|}[\]']|[^\0-\x7f]+/g, (found) => {
    if (found.length === 3 && found.startsWith('%')) {
      const char = String.fromCharCode(Number.parseInt(found.slice(1), 16));
      return /[A-Za-z0-9._~-]/.test(char) ? char : found.toUpperCase();
    }
    if (found === "'") return also.includes(found) ? '%27' : found;
    return encodeURIComponent(found);
  });
}

/** The parts of a normal form; null for those it has not. */
export interface UrlParts {
  readonly scheme: string;
  readonly host: string | null;
  readonly port: number | null;
  readonly path: string | null;
  readonly query: string;
}

const NORMAL = /^([a-z][a-z0-9+.-]*):(?:\/\/(\[[^\]]*\]|[^/:]*)(?::([0-9]+))?(\/[^?]*))?[^?]*(?:\?(.*))?$/s;

/** Takes a normal form apart. A port that is not written is the default one of the scheme. */
export function urlParts(form: string): UrlParts {
  const [, scheme = '', host = '', port, path = null, query = ''] = NORMAL.exec(form) ?? [];
  return {
    scheme,
    host: host === '' ? null : host,
    port: port === undefined ? (path === null ? null : (DEFAULT_PORTS[scheme] ?? null)) : Number(port),
    path,
    query,
  };
}
