const PLAIN = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** Delimiters of a URL, an escape, white space, controls: nothing a host name may hold, though a URL parser may strip it. */
const NEVER = /[\s/?#@:[\]\\%<>^|,;"'`(){}\x00-\x20\x7f]/;
const MAX_DOMAIN = 253;

/**
 * The normal form of `domain`: lower case, IDNA (UTS 46, non-transitional) to punycode, one trailing dot dropped.
 * IPv4 and bracketed IPv6 addresses are taken in their canonical spelling (`127.1` is `127.0.0.1`).
 * Null when a label is empty, longer than 63 or holds other than letters, digits, `-` and `_`.
 */
export function normaliseDomain(text: string): string | null {
  if (text.length <= MAX_DOMAIN && PLAIN.test(text) && !text.includes('xn--')) return text;
  if (text.startsWith('[')) return normaliseIPv6(text);
  if (text === '' || NEVER.test(text)) return null;
  let host = asciiHost(text);
  if (host.endsWith('.')) host = host.slice(0, -1);
  if (host === '' || host.length > MAX_DOMAIN) return null;
  return host.split('.').every((label) => LABEL.test(label)) ? host : null;
}

function normaliseIPv6(text: string): string | null {
  if (!/^\[[0-9a-fA-F:.]{2,45}\]$/.test(text)) return null;
  const host = asciiHost(text);
  return host.startsWith('[') ? host : null;
}

/** The host as the URL standard writes it, empty when it is none. `text` holds no delimiter of a URL. */
function asciiHost(text: string): string {
  const url = `http://${text}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}
