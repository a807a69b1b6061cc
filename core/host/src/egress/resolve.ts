import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { type Destination, EgressError } from '@ostiary/plugin-api';
import { isPublicAddress } from './addresses.js';

/** All addresses of a name, as the system's resolver gives them. */
export type Resolver = (name: string) => Promise<readonly LookupAddress[]>;

export const systemResolver: Resolver = (name) => lookup(name, { all: true, order: 'verbatim' });

/**
 * The addresses a call may connect to. The name is looked up once, here, and each of its addresses must be public: a
 * name that also stands for an address inside is refused whole. What is checked is what is connected to, so a second
 * look-up cannot bring another answer (DNS rebinding).
 * @throws EgressError `not_found` or `address_refused`
 */
export async function addressesOf(url: URL, { url: listed }: Destination, resolve: Resolver): Promise<LookupAddress[]> {
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(name);
  const found = family === 0 ? await resolve(name).catch(() => []) : [{ address: name, family }];
  if (found.length === 0) throw new EgressError('not_found');
  // `destination()` takes http for the loopback address alone, and an operator has to write it.
  if (listed.protocol === 'http:') return [...found];
  if (!found.every(({ address }) => isPublicAddress(address))) throw new EgressError('address_refused');
  return [...found];
}

/** A look-up for `net.connect` that knows these addresses and asks nobody. */
export function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_name, { all }, answer) => {
    const [first] = addresses;
    if (all === true) answer(null, [...addresses]);
    else answer(null, first?.address ?? '', first?.family);
  };
}
