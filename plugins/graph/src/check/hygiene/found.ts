import type { HygieneCode, HygieneFinding } from '../../model/index.js';

/** What was found, before it is told. */
export type Found = Pick<HygieneFinding, 'kind' | 'target' | 'places' | 'severity'> & { readonly undecided?: true };

/** There are more states than are looked at: whether there is such a thing is not known. */
export const undecided = (kind: HygieneCode): Found => ({
  kind,
  target: '',
  places: [],
  severity: 'info',
  undecided: true,
});
