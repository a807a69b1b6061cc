import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './addresses.js';

describe('which addresses are one machine on the open network', () => {
  it.each([
    ['8.8.8.8', true],
    ['1.1.1.1', true],
    ['100.63.255.255', true],
    ['100.64.0.0', false],
    ['100.127.255.255', false],
    ['100.128.0.0', true],
    ['172.15.255.255', true],
    ['172.16.0.0', false],
    ['172.31.255.255', false],
    ['172.32.0.0', true],
    ['198.17.255.255', true],
    ['198.18.0.0', false],
    ['198.19.255.255', false],
    ['198.20.0.0', true],
    ['223.255.255.255', true],
    ['224.0.0.0', false],
    ['255.255.255.255', false],
    ['2606:4700:4700::1111', true],
    ['2001:200::1', true],
    ['2001:1ff::1', false],
    ['1fff::1', false],
    ['4000::1', false],
    ['64:ff9b::808:808', false],
    ['::ffff:8.8.8.8', false],
    ['fe80::1%eth0', false],
    ['2606:4700:4700::1111%eth0', false],
    ['127.1', false],
    ['0177.0.0.1', false],
    ['2130706433', false],
    ['', false],
    ['example.com', false],
  ])('%s: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });

  it('no address of a closed range is, and none outside 2000::/3', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const closed = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
      fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
    );
    fc.assert(
      fc.property(closed, (octets) => {
        expect(isPublicAddress(octets.join('.'))).toBe(false);
      }),
    );
    const group = fc.integer({ min: 0, max: 0xffff });
    const outside = fc.tuple(
      group.filter((first) => first < 0x2000 || first > 0x3fff),
      ...Array.from({ length: 7 }, () => group),
    );
    const written = (groups: readonly number[]): string => groups.map((one) => one.toString(16)).join(':');
    fc.assert(
      fc.property(outside, (groups) => {
        expect(isPublicAddress(written(groups))).toBe(false);
      }),
    );
  });
});
