import type { CatalogueProblem } from '../model.js';
import { catalogueMessage, type CatalogueSlug, type MessageParams } from './messages.js';

/** More errors or warnings than this are counted, not kept. */
const KEPT = 500;

/** Collects what a reader finds, so that one reading reports everything at once. */
export class Findings {
  private readonly errors: CatalogueProblem[] = [];
  private readonly warnings: CatalogueProblem[] = [];
  private readonly warned = new Set<string>();
  private warningsCut = 0;

  error(pointer: string, slug: CatalogueSlug, params: MessageParams = {}): void {
    if (this.errors.length < KEPT) this.errors.push(problem(pointer, slug, params, 'error'));
  }

  /** A schema used in many places is read in each of them, but its warnings are given once. */
  warn(pointer: string, slug: CatalogueSlug, params: MessageParams = {}): void {
    const key = JSON.stringify([pointer, slug, params]);
    if (this.warned.has(key)) return;
    this.warned.add(key);
    if (this.warnings.length < KEPT) this.warnings.push(problem(pointer, slug, params, 'warning'));
    else this.warningsCut += 1;
  }

  get failed(): boolean {
    return this.errors.length > 0;
  }

  /** Errors first; used when there is at least one. */
  problems(): readonly CatalogueProblem[] {
    return [...this.errors, ...this.warningList()];
  }

  warningList(): readonly CatalogueProblem[] {
    if (this.warningsCut === 0) return this.warnings;
    return [...this.warnings, problem('', 'warnings_cut', { count: this.warningsCut }, 'warning')];
  }
}

function problem(
  pointer: string,
  slug: CatalogueSlug,
  params: MessageParams,
  severity: CatalogueProblem['severity'],
): CatalogueProblem {
  return { pointer, slug, params, detail: catalogueMessage(slug, params), severity };
}
