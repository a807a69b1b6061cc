import type { ClassId } from '../../search/index.js';
import { BYPASS_CLASSES } from './classes/bypass.js';
import type { ClassText } from './classes/class-text.js';
import { GUARD_CLASSES } from './classes/guard.js';
import { PROPERTY_CLASSES } from './classes/property.js';
import { RULE_SET_CLASSES } from './classes/rule-set.js';
import { SESSION_CLASSES } from './classes/session.js';

/** What each class is. */
export const CLASS_TEXTS: Readonly<Record<ClassId, ClassText>> = {
  ...GUARD_CLASSES,
  ...RULE_SET_CLASSES,
  ...BYPASS_CLASSES,
  ...SESSION_CLASSES,
  ...PROPERTY_CLASSES,
};
