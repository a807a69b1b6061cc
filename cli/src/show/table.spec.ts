import { expect, it } from 'vitest';
import { keptScreen } from '../testing/screen.js';
import { showTable } from './table.js';

const ROWS = [
  ['L1', { text: 'Proved' }, 'A title', ''],
  ['L2', 'Violated', 'Another title', 'income (EUR): 30966.752 → 53729.47; debt: 0.26999998 → 0.095000006'],
];
const shown = (columns: number, human = true): string[] => {
  const { screen, text } = keptScreen({ columns, human });
  showTable(ROWS, screen);
  return text().split('\n');
};

it('is a line for each row where the window is wide', () => {
  expect(shown(120)).toEqual([
    'L1  Proved    A title',
    'L2  Violated  Another title  income (EUR): 30966.752 → 53729.47; debt: 0.26999998 → 0.095000006',
  ]);
});

it('goes on below the last column where it has room, and below the row where it has none', () => {
  expect(shown(66)).toEqual([
    'L1  Proved    A title',
    'L2  Violated  Another title  income (EUR): 30966.752 → 53729.47;',
    '                             debt: 0.26999998 → 0.095000006',
  ]);
  expect(shown(50)).toEqual([
    'L1  Proved    A title',
    'L2  Violated  Another title',
    '    income (EUR): 30966.752 → 53729.47; debt:',
    '    0.26999998 → 0.095000006',
  ]);
});

it('stands in lines with tabs in a pipe, however long they are', () => {
  expect(shown(20, false)).toEqual([
    'L1\tProved\tA title',
    'L2\tViolated\tAnother title\tincome (EUR): 30966.752 → 53729.47; debt: 0.26999998 → 0.095000006',
  ]);
});
