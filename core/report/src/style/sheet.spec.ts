import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SHEET, SHEET_HASH } from './sheet.js';
import { DARK, LIGHT, type Tokens } from './tokens.js';

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 1, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** Which texts stand on which grounds. */
const PAIRS: readonly (readonly [text: keyof Tokens, ground: keyof Tokens])[] = [
  ...(['ground', 'card', 'soft', 'mark-soft', 'allow-soft', 'refuse-soft'] as const).map(
    (ground) => ['ink', ground] as const,
  ),
  ...(['ground', 'card', 'soft', 'mark-soft'] as const).map((ground) => ['muted', ground] as const),
  ...(['ground', 'card', 'soft'] as const).map((ground) => ['link', ground] as const),
  ...(['allow', 'confirm', 'refuse'] as const).flatMap((answer) =>
    ([`${answer}-soft`, 'card', 'soft', 'mark-soft', 'allow-soft', 'refuse-soft'] as const).map(
      (ground) => [answer, ground] as const,
    ),
  ),
  ...(['allow', 'confirm', 'refuse'] as const).map((answer) => ['on-fill', `${answer}-fill`] as const),
  ...(['keyword', 'string', 'number', 'comment'] as const).flatMap((token) =>
    (['soft', 'mark-soft', 'allow-soft', 'refuse-soft'] as const).map((ground) => [token, ground] as const),
  ),
];

describe('the style sheet', () => {
  it('is the one that the policy of documents names', () => {
    expect(SHEET_HASH).toBe(`sha256-${createHash('sha256').update(SHEET).digest('base64')}`);
  });

  it('asks for nothing from outside and cannot end its element', () => {
    expect(SHEET).not.toMatch(/url\(|@import|@font-face|</i);
  });

  it.each([
    ['light', LIGHT],
    ['dark', DARK],
  ] as const)('can be read in a %s scheme', (_, tokens) => {
    const weak = PAIRS.filter(([text, ground]) => contrast(tokens[text], tokens[ground]) < 4.5);
    expect(weak).toEqual([]);
  });
});
