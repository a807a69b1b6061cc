import { describe, expect, it } from 'vitest';
import type { Answer } from './answer.js';
import { blocksOf, columnsOf, type Plane, rowsOf } from './plane.js';
import { region } from './region.js';

const [a, c, r] = ['allow', 'confirm', 'refuse'] as const;

/** Allow up to 100, confirm up to 500; refuse where the order is older than 90 days. */
const PLANE: Plane = {
  x: { title: 'amount', values: ['0.00 EUR', '100.00 EUR', '100.01 EUR', '500.00 EUR', '500.01 EUR', '900.00 EUR'] },
  y: { title: 'days', values: ['0', '90', '91'] },
  answers: [
    [a, a, c, c, r, r],
    [a, a, c, c, r, r],
    [r, r, r, r, r, r],
  ],
  marks: [
    { label: '1', column: 1, row: 0 },
    { label: '2', column: 2, row: 0 },
    { label: '3', column: 2, row: 1 },
    { label: '4', column: 5, row: 2 },
  ],
};

/** Texts of the picture, without what is only heard. */
function texts(plane: Plane, kind: string): string[] {
  const drawn = String(region(plane, 'en')).split('<div class="hidden">')[0] ?? '';
  return [...drawn.matchAll(new RegExp(`<text\\s[^>]*class="${kind}"[^>]*>([^<]*)<`, 'g'))].map(([, text = '']) =>
    text.trim(),
  );
}

describe('a plane', () => {
  it('joins neighbours with the same answers all along', () => {
    expect(columnsOf(PLANE)).toEqual([
      { from: 0, to: 1 },
      { from: 2, to: 3 },
      { from: 4, to: 5 },
    ]);
    expect(rowsOf(PLANE)).toEqual([
      { from: 0, to: 1 },
      { from: 2, to: 2 },
    ]);
  });

  it('does not join columns that differ in one row', () => {
    const answers: Answer[][] = [
      [a, a, a],
      [a, a, a],
      [a, c, a],
    ];
    const plane = { ...PLANE, answers, x: { title: 'x', values: ['1', '2', '3'] } };
    expect(columnsOf(plane)).toHaveLength(3);
    expect(rowsOf(plane)).toHaveLength(2);
  });

  it('is covered by blocks of one answer, each cell once', () => {
    const grid: Answer[][] = [
      [a, a, c],
      [a, a, a],
      [r, a, a],
    ];
    const blocks = blocksOf(grid);
    const seen = grid.map((row) => row.map(() => 0));
    for (const { answer, columns, rows } of blocks) {
      for (let row = rows.from; row <= rows.to; row++) {
        for (let column = columns.from; column <= columns.to; column++) {
          expect(grid[row]?.[column]).toBe(answer);
          const line = seen[row] ?? [];
          line[column] = (line[column] ?? 0) + 1;
        }
      }
    }
    expect(seen.flat()).toEqual(Array(9).fill(1));
    expect(blocks).toHaveLength(5);
  });
});

describe('the picture of a region', () => {
  it('says the values at which an answer changes, exactly, and the unit once', () => {
    expect(texts(PLANE, 'tick')).toEqual([
      'up to 100.00',
      'from 100.01',
      'up to 500.00',
      'from 500.01',
      'up to 90',
      'from 91',
    ]);
    expect(texts(PLANE, 'axis')).toEqual(['days', 'amount (EUR)']);
  });

  it('names each block once', () => {
    expect(texts(PLANE, 'name')).toEqual(['Allow', 'Confirm', 'Refuse', 'Refuse']);
  });

  it('marks the calls, those in one place together', () => {
    const plane = { ...PLANE, marks: [...PLANE.marks, { label: '5', column: 5, row: 2 }] };
    expect(texts(plane, 'mark-text')).toEqual(['1', '2, 3', '4, 5']);
  });

  it('says the same in a table, in each language', () => {
    const heard = String(region(PLANE, 'pt')).split('<div class="hidden">')[1] ?? '';
    expect(heard.replaceAll(/<[^>]+>|\s+/g, ' ').replaceAll(/ +/g, ' ')).toContain(
      'Respostas por amount (EUR) e days amount (EUR) até 100.00 amount (EUR) desde 100.01 até 500.00 amount (EUR) desde 500.01 days até 90 Permitir Confirmar Recusar days desde 91 Recusar Recusar Recusar',
    );
  });

  it('is not drawn where it has too many parts to be read', () => {
    const values = Array.from({ length: 40 }, (_, at) => String(at));
    const answers = [values.map((_, at) => (at % 2 === 0 ? a : c))];
    expect(region({ ...PLANE, x: { title: 'x', values }, y: { title: 'y', values: ['0'] }, answers }, 'en')).toBeNull();
    expect(region({ ...PLANE, answers: [], y: { title: 'y', values: [] } }, 'en')).toBeNull();
  });
});
