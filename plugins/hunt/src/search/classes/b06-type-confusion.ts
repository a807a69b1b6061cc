import { respelledClass } from '../ask/texts/respelled.js';
import { askedOfSpellings } from '../ask/texts/spellings.js';
import { isOfOtherType, TYPE_VARIANTS, valuesOf } from '../ask/texts/type-variants.js';
import { words } from '../ask/hunt/text.js';

/** A number, or true or false, that is compared as a text: what many tools make one value of is two. */
export const typeConfusion = respelledClass({
  id: 'B06',
  formats: ['text', 'keyword'],
  concerns: isOfOtherType,
  respellings: TYPE_VARIANTS,
  unknown: 'medium',
  why: words(
    'A tool that reads a number or a Boolean from the text treats the two as the same.',
    'Uma ferramenta que lê do texto um número ou um booleano trata os dois como iguais.',
  ),
  format: 'int',
  mend: (hunt, _, tests) => askedOfSpellings(hunt, tests, valuesOf),
});
