import type { InputRef, SolveContext, SolverSession } from '@ostiary/plugin-api';
import { type CaseResult, failed, type Replay, type ShownInput } from '../audit/index.js';
import { evaluate } from '../evaluate/index.js';
import type { Forest } from '../model/index.js';
import {
  checkServed,
  checkSums,
  compareOrders,
  type ReplayAnswer,
  type Replayed,
  ReplayMismatch,
  type ReplayTask,
  runtime,
} from '../replay/index.js';
import { fromBits, type Property, type TableRow } from '../table/index.js';

/** A model as the runtime opens it. */
export interface Replayable {
  readonly file: InputRef;
  readonly forest: Forest;
}

type Models = Readonly<Record<ShownInput['model'], Replayable | null>>;

/**
 * Replays witnesses in onnxruntime, many at a time: a process of its own that is borrowed when the first comes.
 *
 * INVARIANT: a witness that it gives back was given by the runtime, bit by bit; the question of one that was not has no answer but an
 * error of ours.
 */
export class Replays {
  private session: Promise<SolverSession> | undefined;
  /** What replayed; null until something was. */
  runtime: string | null = null;

  constructor(
    private readonly models: Models,
    private readonly ctx: Pick<SolveContext, 'input' | 'solver'>,
  ) {}

  /** The same results, each witness with what the runtime says of it. `rows`: those of the table, by place. */
  async replayed(results: readonly CaseResult[], rows: readonly Pick<TableRow, 'property'>[]): Promise<CaseResult[]> {
    const said = new Map<ShownInput, Replayed | ReplayMismatch | null>();
    for (const name of ['model', 'compare_model'] as const) {
      const inputs = results.flatMap(({ witness }) => witness?.inputs ?? []).filter(({ model }) => model === name);
      const model = this.models[name];
      if (inputs.length === 0 || model === null) continue;
      for (const [at, replayed] of (await this.ask(model, inputs)).entries()) {
        const input = inputs[at];
        if (input !== undefined) said.set(input, replayed);
      }
    }
    return results.map((result) => {
      const { witness } = result;
      const property = rows[result.row]?.property ?? null;
      if (witness === null || property === null) return result;
      const answers = witness.inputs.map((input) => said.get(input) ?? null);
      const mismatch = answers.find((answer) => answer instanceof ReplayMismatch);
      if (mismatch !== undefined) return failed(result.row, result.record, mismatch);
      const inputs = answers.flatMap((answer) => (answer instanceof ReplayMismatch ? [] : [answer]));
      return { ...result, witness: { ...witness, replay: this.replayOf(property, result.from, inputs) } };
    });
  }

  private replayOf(property: Property, from: ShownInput | null, inputs: readonly (Replayed | null)[]): Replay {
    const { model } = this.models;
    const known = inputs.filter((input) => input !== null);
    if (model === null || known.length < inputs.length) return 'not_replayed';
    if (known.some(({ others }) => others.length === 0)) return 'same_sums';
    return compareOrders({ property, forest: model.forest, from }, known);
  }

  release(): Promise<void> | undefined {
    return this.session?.then((session) => session.release());
  }

  /** Null where a model that is not ONNX could not be asked. */
  private async ask(
    { file, forest }: Replayable,
    inputs: readonly ShownInput[],
  ): Promise<(Replayed | ReplayMismatch | null)[]> {
    const session = await (this.session ??= this.ctx.solver(runtime.id));
    const { path } = await this.ctx.input(file);
    const { columns, outputs } = forest;
    const rows = inputs.map(({ values }) =>
      values.map(({ bits, value }, at) => {
        const type = columns[at]?.type ?? 'float32';
        if (bits !== null) return fromBits(bits, type === 'float32' || type === 'float64' ? type : 'int64');
        return type === 'string' ? value : null;
      }),
    );
    const asks = forest.source.format === 'onnx' ? 'model' : 'sums';
    const task: ReplayTask = { path: await path(), asks, columns, rows, outputs: outputs ?? {} };
    const answer = (await session.request(task)) as ReplayAnswer;
    if (!answer.ok) throw new Error(`onnxruntime does not take the model: ${answer.message}`);
    return inputs.map((input, at) => {
      const output = answer.outputs[at];
      if (output === undefined) throw new Error('the runtime gave fewer rows than it was asked');
      if (output === null) return null;
      this.runtime = answer.runtime;
      try {
        if ('failed' in output) throw new ReplayMismatch(input, input.scores, output);
        if (asks === 'model') checkServed(input, output);
        else checkSums(input, [...evaluate(forest, (rows[at] ?? []).map(Number)).sums], output);
        return output;
      } catch (error) {
        if (error instanceof ReplayMismatch) return error;
        throw error;
      }
    });
  }
}
