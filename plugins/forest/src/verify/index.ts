export { type Checked, verifyCertificate } from './verify.js';
