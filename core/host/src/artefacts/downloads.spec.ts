import { describe, expect, it } from 'vitest';
import { ipPrefix } from './downloads.js';

describe('ipPrefix', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['2001:0db8:0001::', '2001:db8:1::/48'],
    ['', 'unknown'],
  ])('%s is in %s', (address, prefix) => {
    expect(ipPrefix(address)).toBe(prefix);
  });
});
