import { liesIn } from '../../evaluate/paths.js';
import type { Catalogue, Field, RecordType, Type } from '@ostiary/catalogue';
import type { Slot } from '../../core/ir.js';
import type { Call, Context } from '../../evaluate/types.js';
import { isRecord } from '../../values/read.js';
import type { Attribute, BoolTerm } from '../terms/term.js';
import { LabelInputs } from './label-inputs.js';
import { NowInput } from './now-input.js';
import { type AttributeSource, ObjectInputs } from './object-inputs.js';
import type { ObjectRoot, OpenAttribute } from './open-object.js';
import { RatesInput } from './rates-input.js';
import type { ModelReader } from './realisable.js';
import type { EncodingState } from './state.js';
import { boolSym, type BoolSym, type Sym } from './sym.js';

/** What of a call and its context is not settled. */
export interface Openness {
  /** Arguments (dotted paths) that may be absent or have any well-formed value, whatever the call carries there. */
  readonly args: ReadonlySet<string>;
  /** Whether attributes that the given object lacks may still be there. */
  readonly principal: boolean;
  readonly session: boolean;
  readonly labels: { readonly session: boolean; readonly args: boolean };
  /** Whether versions of rates that the context lacks may still be given. */
  readonly rates: boolean;
  readonly now: boolean;
  readonly confirmed: boolean;
  readonly history: boolean;
  /** Objects whose open attributes may also be of no type, or absent although the catalogue requires them. */
  readonly unfit?: ReadonlySet<ObjectRoot>;
}

/** All that stands around a call is open, or none of it. */
export const openAround = (open: boolean): Omit<Openness, 'args'> => ({
  principal: open,
  session: open,
  labels: { session: open, args: open },
  rates: open,
  now: open,
  confirmed: open,
  history: open,
});

/** What a catalogue says of the arguments of a tool. */
export const argsOf = (catalogue: Catalogue | null, tool: string): RecordType | undefined =>
  catalogue?.tools.find(({ name }) => name === tool)?.args;

/** What calls of several tools at one moment have in common. */
export interface Surroundings {
  readonly principal: AttributeSource;
  readonly session: AttributeSource;
  readonly now: NowInput;
}

/** All that a call reads: two calls may have parts of it in common. */
export interface Parts extends Surroundings {
  readonly args: AttributeSource;
  readonly labels: LabelInputs;
  readonly rates: RatesInput;
  readonly confirmed: BoolTerm;
}

/** Everything a guard reads, as known values or unknowns. See docs/adr/0037. */
export class Inputs implements Parts {
  readonly args: AttributeSource;
  readonly principal: AttributeSource;
  readonly session: AttributeSource;
  readonly labels: LabelInputs;
  readonly now: NowInput;
  readonly rates: RatesInput;
  readonly confirmed: BoolTerm;

  constructor(
    private readonly state: EncodingState,
    private readonly catalogue: Catalogue | null,
    /** The name of the symbolic call, whose attributes these are. */
    private readonly of: string,
    readonly call: Call,
    readonly context: Context,
    readonly open: Openness,
    /** What it shares with other calls. */
    shared: Partial<Parts> = {},
  ) {
    const unfit = (root: ObjectRoot): boolean => open.unfit?.has(root) === true;
    const ofContext = (root: 'principal' | 'session'): AttributeSource =>
      shared[root] ??
      new ObjectInputs(state, of, {
        root,
        given: context[root] ?? (open[root] ? {} : undefined),
        isOpen: () => open[root],
        record: catalogue?.[root],
        unfit: unfit(root),
      });
    this.args =
      shared.args ??
      new ObjectInputs(state, of, {
        root: 'args',
        given: Object.fromEntries(Object.entries(call.args).filter(([name]) => !open.args.has(name))),
        isOpen: (path) => path.some((_, index) => open.args.has(path.slice(0, index + 1).join('.'))),
        record: argsOf(catalogue, call.tool),
        unfit: unfit('args'),
      });
    this.principal = ofContext('principal');
    this.session = ofContext('session');
    this.rates = shared.rates ?? new RatesInput(state, of, context.rates, open.rates);
    this.labels = shared.labels ?? new LabelInputs(state, of, context, open.labels);
    this.now = shared.now ?? new NowInput(state, of, context.now, open.now);
    this.confirmed =
      shared.confirmed ??
      (open.confirmed
        ? state.own(state.attribute(of, 'confirmed'), () => state.freshBool('confirmed'))
        : state.factory.constBool(context.confirmed === true));
  }

  read({ root, path, zone, type, around }: Slot): Sym {
    return root === 'now' ? this.now.field(path[0] ?? '', zone) : this.readAt(root, path, type, around);
  }

  /** Present, absent, or undefined where there is something that cannot be read. */
  has({ root, path, zone, type, around }: Slot): BoolSym {
    const { factory } = this.state;
    if (root === 'now') return boolSym(factory, factory.true, this.now.field(path[0] ?? '', zone).defined);
    return this.hasAt(root, path, type, around);
  }

  hasAt(root: ObjectRoot, path: readonly string[], type: Type, around?: readonly Type[]): BoolSym {
    return this[root].has(path, type, around);
  }

  /** Where there is nothing to read: the attribute, or an object it lies in, is not there. */
  absent({ root, path, zone, type, around }: Slot): BoolTerm {
    if (root === 'now') return this.state.factory.not(this.now.field(path[0] ?? '', zone).defined);
    return this[root].absent(path, type, around);
  }

  readAt(root: ObjectRoot, path: readonly string[], type: Type, around?: readonly Type[]): Sym {
    return this[root].read(path, type, around);
  }

  /** The attribute of a path of this call. */
  attribute(path: string): Attribute {
    return this.state.attribute(this.of, path);
  }

  /** The attributes that were asked for and are open. */
  openAttributes(): readonly OpenAttribute[] {
    return [this.args, this.principal, this.session].flatMap((object) => object.openAttributes());
  }

  /** Asks for every open argument that a well-formed call must carry, so that each completion has a value for it. */
  askRequired(): void {
    const declared = argsOf(this.catalogue, this.call.tool)?.fields ?? {};
    for (const [name, field] of Object.entries(declared))
      if (this.open.args.has(name)) this.askRequiredAt([name], field);
  }

  /** Of an object that is looked into, what it must carry. */
  private askRequiredAt(path: readonly string[], { type, required }: Field): void {
    const inside = this.args.openAttributes().some((each) => liesIn(each.path, path));
    if (type.kind === 'record' && inside)
      for (const [name, field] of Object.entries(type.fields)) this.askRequiredAt([...path, name], field);
    else if (required) this.readAt('args', path, type);
  }

  /** Notes open objects that are read both whole and by their fields. */
  loosenOverlaps(): void {
    for (const object of [this.args, this.principal, this.session]) object.loosenOverlaps();
  }

  /** A call and context with every open attribute filled in or left out as the model says; without history. */
  complete(model: ModelReader): { readonly call: Call; readonly context: Context } {
    const { principal, session, ...rest } = this.context;
    const { tool, unknownArguments } = this.call;
    const whole = (root: 'principal' | 'session', given: unknown): Pick<Context, 'principal' | 'session'> => {
      const object = this[root].complete(model);
      const isThere = given !== undefined || (isRecord(object) && Object.keys(object).length > 0);
      return isThere ? { [root]: object } : {};
    };
    return {
      // No argument is unknown any more.
      call: {
        tool,
        args: this.args.complete(model) as Call['args'],
        ...(unknownArguments && { unknownArguments }),
      },
      context: {
        ...rest,
        ...whole('principal', principal),
        ...whole('session', session),
        ...this.labels.complete(model),
        ...this.now.complete(model),
        ...this.rates.complete(model),
        ...(this.open.confirmed && model.bool(this.confirmed) ? { confirmed: true } : {}),
      },
    };
  }
}
