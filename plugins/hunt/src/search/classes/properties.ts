import type { BugClass } from '../ask/hunt/bug-class.js';
import { propertyViolated } from './p01-property-violated.js';
import { propertyVacuous } from './p02-property-vacuous.js';
import { widening } from './p03-widening.js';
import { narrowing } from './p04-narrowing.js';
import { catalogueDrift } from './p05-catalogue-drift.js';

/** The classes of what a policy states about itself, and of what has changed since it was accepted. */
export const PROPERTY_CLASSES: readonly BugClass[] = [
  propertyViolated,
  propertyVacuous,
  widening,
  narrowing,
  catalogueDrift,
];
