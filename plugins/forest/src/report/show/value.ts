import { nameText, type ShownValue } from '../../audit/index.js';
import { quotedText } from '../../table/index.js';

/** A value as people read it: a number, `missing`, or a text, between quotes where it could be taken for one of these or for several. */
export const valueText = ({ value, bits }: Pick<ShownValue, 'value' | 'bits'>): string =>
  value === null ? 'missing' : bits === null ? quotedText(value) : value;

/** The feature of a value, with its unit. */
export const featureText = ({
  feature,
  unit = null,
}: Pick<ShownValue, 'feature'> & { readonly unit?: string | null | undefined }): string =>
  nameText({ name: feature, unit });

/** The texts that a side of a box allows, as a condition spells them; `*`: any that the model does not tell from others. */
export const textsOf = ({ texts, others }: { readonly texts: readonly string[]; readonly others: boolean }): string =>
  [...texts.map(quotedText), ...(others ? ['*'] : [])].join('|');
