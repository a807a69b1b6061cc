/** History that is kept between decisions: counts and sums are brought up to date event by event. */
export { openHistory } from './store.js';
