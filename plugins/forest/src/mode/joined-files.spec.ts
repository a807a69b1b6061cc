import { Readable } from 'node:stream';
import type { PartOutcome } from '@ostiary/plugin-api';
import { expect, it } from 'vitest';
import { joinParts } from './joined-files.js';

const STRETCHES = Array.from({ length: 6 }, (_, at) => ({ from: at * 10, to: at * 10 + 10 }));

async function* partsOf(results: readonly (string | null)[]): AsyncGenerator<PartOutcome<string | null>> {
  for (const [part, result] of results.entries())
    yield await Promise.resolve({ part, result, open: () => Promise.resolve(Readable.from([String(result)])) });
}

it('writes what parts leave that there was no time for where they stand, those that follow each other together', async () => {
  const done: string[] = [];
  const files = {
    take: async (part: Pick<PartOutcome<unknown>, 'open'>) => {
      for await (const chunk of await part.open('csv')) done.push(String(chunk));
    },
  };
  const late = ({ from, to }: { from: number; to: number }): Promise<string> => {
    done.push(`${from}-${to}`);
    return Promise.resolve(`late ${from}`);
  };
  const joined = await joinParts(STRETCHES, partsOf(['a', null, null, 'b', null, null]), files, late);
  expect(joined).toEqual(['a', 'late 10', 'b', 'late 40']);
  expect(done).toEqual(['a', '10-30', 'b', '40-60']);
});
