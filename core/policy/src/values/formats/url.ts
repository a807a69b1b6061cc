import { normaliseDomain } from './domain.js';

/**
 * The normal form of `url`: WHATWG parsing, which resolves dot segments and drops default ports; then RFC 3986 6.2.2.2
 * (escapes of unreserved characters are decoded, hexadecimal digits upper case), the trailing dot of the host, an empty
 * query and the fragment dropped: a fragment never reaches the server.
 *
 * Null for relative references, for userinfo (an empty one too), and for what parsers disagree about: backslashes, white
 * space, controls, `https:host` and `https:///host` without their two slashes, escapes in a host.
 */
export function normaliseUrl(text: string): string | null {
  if (/[\\\s\p{Cc}]/u.test(text) || !hasPlainAuthority(text)) return null;
  const url = parse(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  const host = url.hostname;
  if (host !== '') {
    const domain = normaliseDomain(host);
    if (domain === null) return null;
    url.hostname = domain;
  }
  if (url.search === '') url.search = '';
  return stable(url.href);
}

/** Schemes whose host WHATWG finds behind any number of slashes, and RFC 3986 behind two. */
const WITH_HOST = /^(?:https?|wss?|ftp|file):/i;

function hasPlainAuthority(text: string): boolean {
  const [, scheme = '', authority] = /^([A-Za-z][A-Za-z0-9+.-]*:)(?:\/\/([^/?#]*))?/.exec(text) ?? [];
  if (authority === undefined) return !WITH_HOST.test(scheme);
  return !/[@%]/.test(authority) && (authority !== '' || !WITH_HOST.test(scheme) || /^file:$/i.test(scheme));
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** Decoding an escape may lay bare a dot segment or another escape: parse again until nothing changes. */
function stable(href: string): string | null {
  for (let previous = '', form = href; ;) {
    if (form === previous) return form;
    previous = form;
    const next = parse(normaliseEscapes(form));
    if (next === null) return null;
    form = next.href;
  }
}

function normaliseEscapes(text: string): string {
  return text.replace(/%[0-9a-fA-F]{2}/g, (escape) => {
    const char = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(char) ? char : escape.toUpperCase();
  });
}
