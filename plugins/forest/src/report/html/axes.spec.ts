import { expect, it } from 'vitest';
import { acrossName, uprightName } from './axes.js';

const texts = (svg: { toString(): string }): string[] =>
  [...svg.toString().matchAll(/>([^<>]+)</g)].map(([, text = '']) => text);

it('says the unit beside the name of a feature, and at the left of a picture below it', () => {
  expect(texts(acrossName({ name: 'income', unit: 'EUR' }, 0, 0))).toEqual(['income (EUR)']);
  expect(texts(uprightName({ name: 'income', unit: 'EUR' }, 0))).toEqual(['income', '(EUR)']);
  expect(texts(uprightName({ name: 'oldbalanceOrig', unit: null }, 0))).toEqual(['oldbalanceOr…']);
});
