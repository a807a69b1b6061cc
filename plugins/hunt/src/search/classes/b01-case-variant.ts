import { respelledClass } from '../ask/respelled.js';
import { askedOfSpellings } from '../ask/spellings.js';
import { words } from '../ask/text.js';
import { regexOf } from '../ask/written-test.js';

/** Capitals and white space: of high severity where the catalogue shows that the tool does not mind them. */
export const caseVariant = respelledClass({
  id: 'B01',
  respellings: [
    { label: words('in capitals', 'em maiúsculas'), of: (word) => word.toUpperCase() },
    { label: words('in small letters', 'em minúsculas'), of: (word) => word.toLowerCase() },
    { label: words('with a space behind it', 'com um espaço no fim'), of: (word) => `${word} ` },
    { label: words('with a space before it', 'com um espaço no início'), of: (word) => ` ${word}` },
  ],
  unknown: 'medium',
  why: words('Many tools take the two for one.', 'Muitas ferramentas tomam as duas pela mesma coisa.'),
  format: 'keyword',
  mend: (hunt, tool, tests) => askedOfSpellings(hunt, tool, tests, foldedOf),
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
