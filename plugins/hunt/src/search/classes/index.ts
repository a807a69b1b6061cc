import type { BugClass } from '../ask/bug-class.js';
import { omittedAttribute } from './b07-omitted-attribute.js';
import { neverSatisfied } from './g01-never-satisfied.js';
import { privilegedAllowed } from './s07-privileged-allowed.js';

/** Every class, in the order of their ids. */
export const BUG_CLASSES: readonly BugClass[] = [neverSatisfied, privilegedAllowed, omittedAttribute];
