import { liesIn } from '../../evaluate/paths.js';
import { argumentLabel, sessionLabel } from '../../evaluate/labels.js';
import type { Context } from '../../evaluate/types.js';
import type { BoolTerm } from '../terms/term.js';
import type { ModelReader } from './realisable.js';
import type { EncodingState } from './state.js';
import { boolSym, type BoolSym } from './sym.js';
import { addTo, getOrMake } from '../../maps.js';

interface OpenLabel {
  readonly path: readonly string[];
  readonly label: string;
  readonly holds: BoolTerm;
}

/** Labels of the session and of arguments: given, open (not known at all, or any), or absent for good. */
export class LabelInputs {
  private readonly session = new Map<string, BoolTerm>();
  private readonly args: OpenLabel[] = [];
  private readonly sessionKnown: BoolTerm;
  private readonly argsKnown: BoolTerm;

  constructor(
    private readonly state: EncodingState,
    private readonly name: string,
    private readonly context: Context,
    private readonly open: { readonly session: boolean; readonly args: boolean },
  ) {
    const { factory } = state;
    this.sessionKnown = open.session
      ? state.own(state.attribute(name, 'labels.session'), () => state.freshBool('known'))
      : factory.false;
    this.argsKnown = open.args
      ? state.own(state.attribute(name, 'labels.args'), () => state.freshBool('known'))
      : factory.false;
  }

  /** `path` null: the session. */
  sym(path: readonly string[] | null, label: string): BoolSym {
    const { factory } = this.state;
    if (path === null ? !this.open.session : !this.open.args) {
      const truth = path === null ? sessionLabel(this.context, label) : argumentLabel(this.context, path, label);
      return boolSym(factory, factory.constBool(typeof truth !== 'symbol'), factory.constBool(truth === true));
    }
    return path === null
      ? boolSym(factory, this.sessionKnown, this.ofSession(label))
      : boolSym(factory, this.argsKnown, this.ofArgument(path, label));
  }

  /** That the session and each of some arguments carry a label. */
  everywhere(names: Iterable<string>, label: string): BoolTerm {
    const held = [null, ...[...names].map((name) => [name])].map((path) => this.sym(path, label));
    return this.state.factory.and(...held.map(({ value }) => value));
  }

  complete(model: ModelReader): Pick<Context, 'labels'> {
    const { labels } = this.context;
    const session = model.bool(this.sessionKnown)
      ? [...this.session].flatMap(([label, holds]) => (model.bool(holds) ? [label] : []))
      : labels?.session;
    const args = model.bool(this.argsKnown) ? this.argumentLabels(model) : labels?.args;
    if (session === undefined && args === undefined) return {};
    return { labels: { ...(session && { session }), ...(args && { args }) } };
  }

  private ofSession(label: string): BoolTerm {
    const { state } = this;
    return getOrMake(this.session, label, () =>
      state.own(state.attribute(this.name, 'labels.session'), () => state.freshBool('label')),
    );
  }

  /** A label on a part taints the whole, so the label of a path follows from the label of a longer one. */
  private ofArgument(path: readonly string[], label: string): BoolTerm {
    const known = this.args.find((each) => each.label === label && each.path.join('.') === path.join('.'));
    if (known) return known.holds;
    const { factory } = this.state;
    const holds = this.state.own(this.state.attribute(this.name, 'labels.args'), () => this.state.freshBool('label'));
    for (const other of this.args) {
      if (other.label !== label) continue;
      if (liesIn(other.path, path)) this.state.constraints.push(factory.implies(other.holds, holds));
      if (liesIn(path, other.path)) this.state.constraints.push(factory.implies(holds, other.holds));
    }
    this.args.push({ path, label, holds });
    return holds;
  }

  private argumentLabels(model: ModelReader): Record<string, string[]> {
    const labels = new Map<string, string[]>();
    for (const { path, label, holds } of this.args) {
      if (!model.bool(holds)) continue;
      const parts = this.args.filter((other) => other.label === label && liesIn(other.path, path));
      if (parts.some((part) => model.bool(part.holds))) continue;
      // Some other part carries it: on the whole it would taint the parts that are known to be clean.
      const place = parts.length > 0 ? `${path.join('.')}.0` : path.join('.');
      addTo(labels, place, label);
    }
    return Object.fromEntries(labels);
  }
}
