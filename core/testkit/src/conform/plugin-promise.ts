import type { Subject } from './subject.js';

/** One thing that a plugin must keep, looked at by running it. */
export interface PluginPromise {
  /** Stays the same for ever: others may name it. */
  readonly id: string;
  /** What is kept, in one sentence. */
  readonly says: string;
  /** Whether the plugin has anything of this kind; always when absent. */
  readonly appliesTo?: (subject: Subject) => boolean;
  /** Returns what breaks it, one line each; nothing when it is kept. */
  readonly look: (subject: Subject) => readonly string[] | Promise<readonly string[]>;
}

/** How a plugin kept one promise. */
export interface Kept {
  readonly id: string;
  readonly says: string;
  readonly state: 'kept' | 'broken' | 'not_needed' | 'not_looked_at';
  /** What breaks it. */
  readonly findings: readonly string[];
}
