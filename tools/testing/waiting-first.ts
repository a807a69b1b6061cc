import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { bundleProcesses } from './bundle/build.js';

/** Where a spec starts processes or servers of its own, and waits for them most of its time. */
const STARTS_PROCESSES =
  /from '(node:child_process|@ostiary\/testkit\/(processes|service)|\.\/testing\/run\.js)'|\b(Redis|Postgres)Server\b/;

/**
 * Begins with the files that wait for other processes: beside them the processors work, and no worker is left to wait alone at the end.
 * What these start is bundled before.
 */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, no array's
    const sorted = await super.sort(files);
    const waits = new Map(
      sorted.map((file) => [file, STARTS_PROCESSES.test(readFileSync(file.moduleId, 'utf8'))] as const),
    );
    if ([...waits.values()].includes(true)) await bundleProcesses();
    return [true, false].flatMap((waiting) => sorted.filter((file) => waits.get(file) === waiting));
  }
}
