export { readText, type TextOptions } from './read-text.js';
export { TEXT_FORMS, TEXT_LIMITS, type TextForm, type TextLimits } from './limits.js';
export type { TextProblemParams, TextProblemSlug, TextRead, XmlElement } from './result.js';
