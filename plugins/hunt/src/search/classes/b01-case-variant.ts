import { respelledClass } from '../ask/respelled.js';
import { words } from '../ask/text.js';

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
});
