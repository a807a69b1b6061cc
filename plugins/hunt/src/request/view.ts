import type { Language } from '@ostiary/guard';
import type { z } from 'zod';
import type { Finding } from '../search/index.js';
import type { FoundFinding } from './result.js';

/** What is told of a finding while the hunt still goes on. */
export function foundView(
  { class: id, severity, rules, tool, title, fingerprint }: Finding,
  language: Language,
): z.output<typeof FoundFinding> {
  return { class: id, severity, rules: [...rules], tool, title: title[language], fingerprint };
}
