import type { BugClass } from '../ask/bug-class.js';
import { omittedAttribute } from './b07-omitted-attribute.js';
import { aliasTools } from './b09-alias-tools.js';
import { severeDefault } from './b12-severe-default.js';
import { neverSatisfied } from './g01-never-satisfied.js';
import { privilegedAllowed } from './s07-privileged-allowed.js';
import { severityInversion } from './s08-severity-inversion.js';
import { boundaryHole } from './s09-boundary-hole.js';

/** Every class, in the order of their ids. */
export const BUG_CLASSES: readonly BugClass[] = [
  neverSatisfied,
  privilegedAllowed,
  severityInversion,
  boundaryHole,
  omittedAttribute,
  aliasTools,
  severeDefault,
];
