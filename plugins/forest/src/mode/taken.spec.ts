import { randomUUID } from 'node:crypto';
import { ProblemError } from '@ostiary/plugin-api';
import { describe, expect, it } from 'vitest';
import { mustBeTaken } from './taken.js';

type Context = Parameters<typeof mustBeTaken>[2];

/** A runtime that takes no model whose digest is `bad`, and counts what it opens. */
function runtimeOf(accountId: string, sha256: string): { readonly ctx: Context; readonly opened: string[] } {
  const opened: string[] = [];
  const path = (): Promise<string> => Promise.resolve(`/${sha256}`);
  const ctx = {
    accountId,
    input: () => Promise.resolve({ sha256, path }),
    solver: () =>
      Promise.resolve({
        request: (task: { readonly path: string }) => {
          opened.push(task.path);
          return Promise.resolve(task.path.endsWith('bad') ? { ok: false, message: 'no' } : { ok: true, outputs: [] });
        },
        release: () => undefined,
      }),
  } as unknown as Context;
  return { ctx, opened };
}

const MODEL = { model: { upload_id: 'upl_1' } };

describe('a model that is asked to be served', () => {
  it('is opened in the runtime once for an account, its bytes and what is asked of it', async () => {
    const [account, digest] = [randomUUID(), randomUUID()];
    const { ctx, opened } = runtimeOf(account, digest);
    await mustBeTaken(MODEL, { model: { label: 'label' } }, ctx);
    await mustBeTaken({ model: { upload_id: 'upl_2' } }, { model: { label: 'label' } }, ctx);
    expect(opened).toEqual([`/${digest}`]);
    await mustBeTaken(MODEL, { model: { label: 'label', scores: 'p' } }, ctx);
    expect(opened).toHaveLength(2);
    for (const other of [runtimeOf(randomUUID(), digest), runtimeOf(account, randomUUID())]) {
      await mustBeTaken(MODEL, { model: { label: 'label' } }, other.ctx);
      expect(other.opened).toHaveLength(1);
    }
  });

  it('is not opened where no runtime here serves it', async () => {
    const { ctx, opened } = runtimeOf(randomUUID(), randomUUID());
    await mustBeTaken(MODEL, { model: null }, ctx);
    expect(opened).toEqual([]);
  });

  it('stays refused, at the field that names it', async () => {
    const { ctx, opened } = runtimeOf(randomUUID(), `${randomUUID()}bad`);
    const asked = { ...MODEL, compare_model: { upload_id: 'upl_2' } };
    for (let time = 0; time < 2; time += 1) {
      const refusal = await mustBeTaken(asked, { compare_model: { label: 'label' } }, ctx).catch(
        (error: unknown) => error,
      );
      expect(refusal).toBeInstanceOf(ProblemError);
      expect(refusal).toMatchObject({
        options: { errors: [{ pointer: '/compare_model', slug: 'forest_runtime_refused' }] },
      });
    }
    expect(opened).toHaveLength(1);
  });
});
