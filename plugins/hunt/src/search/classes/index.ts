import type { BugClass } from '../ask/hunt/bug-class.js';
import { caseVariant } from './b01-case-variant.js';
import { lookAlike } from './b02-look-alike.js';
import { overMatching } from './b03-over-matching.js';
import { pathTraversal } from './b04-path-traversal.js';
import { regexLiteral } from './b05-regex-literal.js';
import { typeConfusion } from './b06-type-confusion.js';
import { omittedAttribute } from './b07-omitted-attribute.js';
import { currencyMixup } from './b08-currency-mixup.js';
import { aliasTools } from './b09-alias-tools.js';
import { batchEscapes } from './b10-batch-escapes.js';
import { freeField } from './b11-free-field.js';
import { severeDefault } from './b12-severe-default.js';
import { neverSatisfied } from './g01-never-satisfied.js';
import { alwaysTrue } from './g02-always-true.js';
import { mayBeUndefined } from './g03-may-be-undefined.js';
import { redundantTest } from './g04-redundant-test.js';
import { misspelt } from './g05-misspelt.js';
import { noValue } from './g06-no-value.js';
import { PROPERTY_CLASSES } from './properties.js';
import { neverDecisive } from './s01-never-decisive.js';
import { equivalent } from './s02-equivalent.js';
import { contradiction } from './s03-contradiction.js';
import { partialOverlap } from './s04-partial-overlap.js';
import { defaultAllow } from './s05-default-allow.js';
import { unusableTool } from './s06-unusable-tool.js';
import { privilegedAllowed } from './s07-privileged-allowed.js';
import { severityInversion } from './s08-severity-inversion.js';
import { boundaryHole } from './s09-boundary-hole.js';
import { orderDependence } from './s10-order-dependence.js';
import { unused } from './s11-unused.js';
import { looseningConfirm } from './s12-loosening-confirm.js';
import { SESSION_CLASSES } from './sessions.js';

/** The classes of single calls, in the order of their ids. */
export const CALL_CLASSES: readonly BugClass[] = [
  neverSatisfied,
  alwaysTrue,
  mayBeUndefined,
  redundantTest,
  misspelt,
  noValue,
  neverDecisive,
  equivalent,
  contradiction,
  partialOverlap,
  defaultAllow,
  unusableTool,
  privilegedAllowed,
  severityInversion,
  boundaryHole,
  orderDependence,
  unused,
  looseningConfirm,
  caseVariant,
  lookAlike,
  overMatching,
  pathTraversal,
  regexLiteral,
  typeConfusion,
  omittedAttribute,
  currencyMixup,
  aliasTools,
  batchEscapes,
  freeField,
  severeDefault,
];

/** Every class, in the order of their ids. */
export const BUG_CLASSES: readonly BugClass[] = [...CALL_CLASSES, ...SESSION_CLASSES, ...PROPERTY_CLASSES];
