import { visible } from './visible.js';

/** A sentence for people where there is no markup: what stands between backticks between quotes, and nothing that cannot be seen. */
export function plain(text: string): string {
  return visible(text.replaceAll(/`([^`]+)`/g, "'$1'"));
}
