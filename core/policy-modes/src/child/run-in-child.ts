import { parseJson } from '@ostiary/json';
import { type PrepareContext, ProblemError } from '@ostiary/plugin-api';
import { type Helper, type MorePorts, Ports } from './ports.js';
import { type FromChild, sentTask, type Task, type ToChild } from './protocol.js';

/**
 * Does a task in a child, as it would be done here, and returns or throws the same. See docs/adr/0044.
 * @param solver id of the solver whose children hold a `Conversation`
 * @param ctx what the child may have done for it; null when a request is only prepared
 * @param more what the plugin does for it besides
 */
export async function runInChild<T>(
  task: Task,
  solver: string,
  lender: Pick<PrepareContext, 'input' | 'solver'>,
  ctx: Helper | null,
  more: MorePorts = {},
): Promise<T> {
  const session = await lender.solver(solver);
  const ports = new Ports(lender.input, ctx, more);
  const say = async (message: ToChild): Promise<FromChild> => (await session.request(message)) as FromChild;
  try {
    let said = await say({ kind: 'begin', task: sentTask(task) });
    while (said.kind === 'ask') said = await say(await ports.answer(said));
    switch (said.kind) {
      case 'done':
        return (said.value === null ? undefined : parseJson(said.value)) as T;
      case 'problem':
        throw new ProblemError(said.slug, said.options);
      case 'failed':
        throw new Error(`in a child: ${said.message}`);
    }
  } finally {
    ports.close();
    session.release();
  }
}
