import { ProblemError, SolverGone } from '@ostiary/plugin-api';
import { type FromChild, receivedTask, type SentTask, type Task, type ToChild } from './protocol.js';

/** Asks the service for something; answers when it has answered. */
export type Asker = (name: string, ...args: readonly unknown[]) => Promise<unknown>;

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * The child's side of one task: what it has to say waits in line until the parent's next message takes it.
 *
 * INVARIANT: the parent sends a message only after it has had one, so there is one taker at most.
 */
export class Conversation {
  private readonly line: FromChild[] = [];
  private readonly pending = new Map<number, Pending>();
  private taker: ((said: FromChild) => void) | undefined;
  private lastId = 0;

  constructor(private readonly run: (task: Task, ask: Asker) => Promise<unknown>) {}

  /** Takes a message of the parent, and answers with what is said next. */
  hear(message: ToChild): Promise<FromChild> {
    if (message.kind === 'begin') void this.begin(message.task);
    else this.settle(message);
    return new Promise((resolve) => {
      this.taker = resolve;
      this.pass();
    });
  }

  private async begin(task: SentTask): Promise<void> {
    const ask: Asker = (name, ...args) =>
      new Promise((resolve, reject) => {
        const id = ++this.lastId;
        this.pending.set(id, { resolve, reject });
        this.say({ kind: 'ask', id, name, args });
      });
    try {
      const value = await this.run(receivedTask(task), ask);
      this.say({ kind: 'done', value: value === undefined ? null : JSON.stringify(value) });
    } catch (error) {
      this.say(
        error instanceof ProblemError
          ? { kind: 'problem', slug: error.slug, options: error.options }
          : { kind: 'failed', message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) },
      );
    }
  }

  private settle(message: Exclude<ToChild, { kind: 'begin' }>): void {
    const pending = this.pending.get(message.id);
    this.pending.delete(message.id);
    if (message.kind === 'answer') pending?.resolve(message.value);
    else pending?.reject(message.gone === null ? new Error(message.message) : new SolverGone(message.gone));
  }

  private say(said: FromChild): void {
    this.line.push(said);
    this.pass();
  }

  private pass(): void {
    const { taker } = this;
    const next = taker && this.line.shift();
    if (!taker || !next) return;
    this.taker = undefined;
    taker(next);
  }
}
