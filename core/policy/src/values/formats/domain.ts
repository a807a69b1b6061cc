import { isIpv4, normaliseIp } from './ip.js';
import { foldText } from './keyword.js';
import { isReadable, lowerAscii } from './readable.js';

const PLAIN = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** Cherokee is folded to its capitals by some versions of IDNA, to its small letters by others. */
const NAME = /^(?:(?!\p{Script=Cherokee})[\p{L}\p{M}\p{N}._-])+$/u;
/** A last label that the URL standard takes for a number, and the whole name for an IPv4 address. */
const ENDS_IN_NUMBER = /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?$/;
const MAX_DOMAIN = 253;

/**
 * The normal form of `domain`: lower case, IDNA (UTS 46, non-transitional) to punycode, one trailing dot dropped; or an
 * IPv4 address, or an IPv6 address in brackets.
 *
 * Null when a label is empty, longer than 63 or holds other than letters, digits, `-` and `_`; for a name outside ASCII
 * that folding would change, because IDNA 2003, IDNA 2008 and UTS 46 differ there (`faß.de`); and for a number that only
 * some readers take for an address (`127.1`).
 */
export function normaliseDomain(text: string): string | null {
  if (text.length <= MAX_DOMAIN && PLAIN.test(text) && !text.includes('xn--')) return text;
  if (text.startsWith('[')) return normaliseBracketed(text);
  const name = lowerAscii(text);
  if (ENDS_IN_NUMBER.test(name)) return isIpv4(name) ? name : null;
  if (!NAME.test(name) || !isReadable(name) || foldText(name) !== name) return null;
  let host = asciiHost(name);
  if (host.endsWith('.')) host = host.slice(0, -1);
  if (host === '' || host.length > MAX_DOMAIN) return null;
  return host.split('.').every((label) => LABEL.test(label)) ? host : null;
}

function normaliseBracketed(text: string): string | null {
  const form = text.endsWith(']') ? normaliseIp(text.slice(1, -1)) : null;
  return form?.includes(':') === true ? `[${form}]` : null;
}

/** The host as the URL standard writes it, empty when it is not one. `text` holds no delimiter of a URL. */
function asciiHost(text: string): string {
  const url = `http://${text}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}
