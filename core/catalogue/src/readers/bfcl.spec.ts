import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readToolDefinitions } from '../index.js';

const folder = new URL('../../../../../shared/data/bfcl/', import.meta.url);

describe.skipIf(!existsSync(folder))(
  'Berkeley function calling leaderboard (skipped when ../shared/data/bfcl is absent)',
  () => {
    it('reads every function list that has no two functions of one name', () => {
      let lists = 0;
      for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
        for (const line of readFileSync(new URL(file, folder), 'utf8').split('\n').filter(Boolean)) {
          const { id, function: functions } = JSON.parse(line) as { id: string; function: unknown };
          const result = readToolDefinitions(functions);
          const problems = result.ok
            ? []
            : result.problems.filter((p) => p.severity === 'error' && p.slug !== 'tool_duplicate');
          expect({ id, problems }).toEqual({ id, problems: [] });
          lists += 1;
        }
      }
      expect(lists).toBeGreaterThan(1000);
    });
  },
);
