import { createTwoFilesPatch } from 'diff';
import { clean, type Screen } from './screen.js';

/** A unified diff, as patch takes it, `indent` columns in. */
export function showDiff(name: string, from: string, to: string, screen: Screen, indent = 0): void {
  const patch = createTwoFilesPatch(name, name, from, to, undefined, undefined, { context: 3 });
  for (const line of patch
    .replace(/^(Index: .*\n)?=+\n/, '')
    .trimEnd()
    .split('\n'))
    screen.line(' '.repeat(indent) + painted(line, screen));
}

function painted(line: string, screen: Screen): string {
  const shown = clean(line);
  if (/^(---|\+\+\+)/.test(line)) return screen.paint('bold', shown);
  if (line.startsWith('+')) return screen.paint('green', shown);
  if (line.startsWith('-')) return screen.paint('red', shown);
  return line.startsWith('@@') ? screen.paint('cyan', shown) : shown;
}
