import type { InputRef, SolveContext, SolverSession } from '@ostiary/plugin-api';
import type { CaseResult, Replay, ShownInput } from '../audit/index.js';
import type { Forest } from '../model/index.js';
import { compareReplay, fromBits, type ReplayAnswer, type ReplayTask, runtime } from '../replay/index.js';

/** A model as the runtime opens it. */
export interface Replayable {
  readonly file: InputRef;
  readonly forest: Forest;
}

type Models = Readonly<Record<ShownInput['model'], Replayable | null>>;

/**
 * Replays witnesses in onnxruntime, many at a time: a process of its own that is borrowed when the first comes.
 *
 * INVARIANT: what it gives back was given by the runtime, bit by bit; what was not ends the job as an error of ours.
 */
export class Replays {
  private session: Promise<SolverSession> | undefined;
  /** What replayed; null until something was. */
  runtime: string | null = null;

  constructor(
    private readonly models: Models,
    private readonly ctx: Pick<SolveContext, 'input' | 'solver'>,
  ) {}

  /** The same results, each witness with what the runtime says of it. */
  async replayed(results: readonly CaseResult[]): Promise<CaseResult[]> {
    const said = new Map<ShownInput, Replay>();
    for (const name of ['model', 'compare_model'] as const) {
      const inputs = results.flatMap(({ witness }) => witness?.inputs ?? []).filter(({ model }) => model === name);
      const model = this.models[name];
      if (inputs.length === 0 || model === null || model.forest.source.format !== 'onnx') continue;
      for (const [at, replay] of (await this.ask(model, inputs)).entries()) {
        const input = inputs[at];
        if (input !== undefined) said.set(input, replay);
      }
    }
    return results.map((result) => {
      const { witness } = result;
      if (witness === null) return result;
      return {
        ...result,
        witness: { ...witness, replay: worst(witness.inputs.map((input) => said.get(input) ?? 'not_replayed')) },
      };
    });
  }

  release(): Promise<void> | undefined {
    return this.session?.then((session) => session.release());
  }

  private async ask({ file, forest }: Replayable, inputs: readonly ShownInput[]): Promise<Replay[]> {
    const session = await (this.session ??= this.ctx.solver(runtime.id));
    const { path } = await this.ctx.input(file);
    const { columns, outputs } = forest;
    const rows = inputs.map(({ values }) =>
      values.map(({ bits, value }, at) => {
        const type = columns[at]?.type ?? 'float32';
        if (bits !== null) return fromBits(bits, type);
        return type === 'string' && value !== 'missing' ? value : null;
      }),
    );
    const task: ReplayTask = { path: await path(), columns, rows, outputs: outputs ?? {} };
    const answer = (await session.request(task)) as ReplayAnswer;
    if (!answer.ok) throw new Error(`onnxruntime does not take the model: ${answer.message}`);
    this.runtime = answer.runtime;
    return inputs.map((input, at) => {
      const output = answer.outputs[at];
      if (output === undefined) throw new Error('the runtime gave fewer rows than it was asked');
      return compareReplay(input, output);
    });
  }
}

const GRAVER: readonly Replay[] = ['not_replayed', 'numeric_tie', 'same_label', 'same'];
const worst = (each: readonly Replay[]): Replay => GRAVER.find((replay) => each.includes(replay)) ?? 'not_replayed';
