export { FixFinder, type FoundFix, isFixable, type Verify } from './find-fix.js';
