export { prepared } from './prepared.js';
