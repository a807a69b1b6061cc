export { factMonitor } from './facts.js';
export { type FactRule, factTargets, type FactTarget } from './rule.js';
