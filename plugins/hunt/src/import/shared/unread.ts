import type { Words } from '@ostiary/guard';
import type { NotImported } from '../model.js';
import { path } from './build.js';
import { test, type Truth } from './truth.js';

/**
 * Conditions that have no counterpart in our language. Each stands as an attribute of the session that nobody sets: it may hold, not hold or
 * fail, so that what is shown of the rest of the policy holds whatever the condition says.
 */
export class Unread {
  readonly entries: NotImported[] = [];
  private readonly names = new Map<string, string>();

  /** @param key the same for the same condition */
  test(key: string, construct: string, line: number, what: Words): Truth {
    const name = this.names.get(key) ?? `unread_${String(this.names.size + 1)}`;
    if (!this.names.has(key)) {
      this.names.set(key, name);
      this.entries.push({
        line,
        construct,
        detail: {
          en: `${what.en} In the translation it is \`session.${name}\`, which may have any value.`,
          pt: `${what.pt} Na tradução é \`session.${name}\`, que pode ter qualquer valor.`,
        },
      });
    }
    return test(path('session', [name]), true);
  }

  /** Of the attributes that stand for conditions. */
  get attributes(): readonly string[] {
    return [...this.names.values()];
  }
}
