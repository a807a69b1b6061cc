export { checkHygiene } from './hygiene.js';
