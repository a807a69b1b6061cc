import { CASE_VARIANTS } from '../ask/texts/case-variants.js';
import { respelledClass } from '../ask/texts/respelled.js';
import { askedOfSpellings } from '../ask/texts/spellings.js';
import { words } from '../ask/hunt/text.js';
import { regexOf } from '../ask/written/written-test.js';

/** Capitals and white space: of high severity where the catalogue shows that the tool does not mind them. */
export const caseVariant = respelledClass({
  id: 'B01',
  formats: ['text'],
  respellings: CASE_VARIANTS,
  unknown: 'medium',
  why: words('Many tools treat the two as the same.', 'Muitas ferramentas tratam as duas como iguais.'),
  format: 'keyword',
  mend: (hunt, _, tests) => askedOfSpellings(hunt, tests, foldedOf),
});

/** An expression of a word in capitals and small letters, with spaces around it. */
function foldedOf(word: string): string {
  const chars = Array.from(word, (char) => {
    const cases = [...new Set([char.toUpperCase(), char.toLowerCase()])];
    return cases.length === 2 && cases.every((each) => Array.from(each).length === 1)
      ? `[${cases.join('')}]`
      : regexOf(char);
  });
  return `\\s*${chars.join('')}\\s*`;
}
