import type { Screen } from '../show/screen.js';

/** A screen that keeps what is written. */
export function keptScreen(wishes: Partial<Pick<Screen, 'human' | 'language' | 'columns'>> = {}): {
  readonly screen: Screen;
  readonly text: () => string;
} {
  const lines: string[] = [];
  const screen: Screen = {
    human: true,
    json: false,
    colour: false,
    columns: 80,
    language: 'en',
    ...wishes,
    line: (text = '') => void lines.push(text),
    paint: (_, text) => text,
  };
  return { screen, text: () => lines.join('\n') };
}
