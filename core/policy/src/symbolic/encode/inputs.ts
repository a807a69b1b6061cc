import type { Catalogue, RecordType, Type } from '@ostiary/catalogue';
import { copyJson } from '@ostiary/json';
import { currencyPlace } from '../../evaluate/places-read.js';
import { followFields } from '../../check/environment.js';
import type { Slot } from '../../core/ir.js';
import type { Call, Context } from '../../evaluate/types.js';
import { ABSENT } from '../../values/outcome.js';
import { deceptionOf, isAbsent, isRecord, ownMember, readerOf } from '../../values/read.js';
import type { Attribute, BoolTerm } from '../terms/term.js';
import { fresh } from './fresh.js';
import type { Fresh, ModelReader } from './realisable.js';
import { inCurrency, OpenCurrency } from './open-currency.js';
import { LabelInputs } from './label-inputs.js';
import { NowInput } from './now-input.js';
import { RatesInput } from './rates-input.js';
import type { EncodingState } from './state.js';
import { boolSym, constSym, restrict, type Sym, undefinedSym } from './sym.js';

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

export type ObjectRoot = 'args' | 'principal' | 'session';

export interface OpenAttribute {
  readonly root: ObjectRoot;
  readonly path: readonly string[];
  readonly required: boolean;
  /** At which it was read; none for an object that is only passed through. */
  readonly types: readonly Type[];
  /** Raw wire values of the catalogue. */
  readonly examples: readonly unknown[];
}

/** An attribute that is open: absent, or any well-formed value. */
interface OpenNode {
  readonly root: ObjectRoot;
  readonly path: readonly string[];
  /** Given that the object it lies in is there. */
  readonly present: BoolTerm;
  /** Given that it is there: it is of no type. */
  readonly illTyped: BoolTerm;
  /** The value, by the type it is read at; empty for an object that is only passed through. */
  readonly values: Map<string, { readonly type: Type; readonly fresh: Fresh }>;
}

/** Everything a guard reads, as known values or unknowns. */
export class Inputs {
  readonly labels: LabelInputs;
  readonly now: NowInput;
  readonly rates: RatesInput;
  readonly confirmed: BoolTerm;
  private readonly nodes = new Map<string, OpenNode>();
  private readonly objects: Readonly<Record<ObjectRoot, unknown>>;

  constructor(
    private readonly state: EncodingState,
    private readonly catalogue: Catalogue | null,
    /** The name of the symbolic call, whose attributes these are. */
    private readonly of: string,
    readonly call: Call,
    readonly context: Context,
    readonly open: Openness,
  ) {
    const args =
      open.args.size === 0
        ? call.args
        : Object.fromEntries(Object.entries(call.args).filter(([name]) => !open.args.has(name)));
    this.objects = {
      args,
      principal: context.principal ?? (open.principal ? {} : undefined),
      session: context.session ?? (open.session ? {} : undefined),
    };
    this.rates = new RatesInput(state, of, context.rates, open.rates);
    this.labels = new LabelInputs(state, of, context, open.labels);
    this.now = new NowInput(state, of, context.now, open.now);
    this.confirmed = open.confirmed
      ? state.own(state.attribute(of, 'confirmed'), () => state.freshBool('confirmed'))
      : state.factory.constBool(context.confirmed === true);
  }

  read({ root, path, zone, type, around }: Slot): Sym {
    return root === 'now' ? this.now.field(path[0] ?? '', zone) : this.readAt(root, path, type, around);
  }

  /** Present, absent, or undefined where there is something that cannot be read. */
  has({ root, path, zone, type, around }: Slot): Sym {
    const { factory } = this.state;
    if (root === 'now') return boolSym(factory, factory.true, this.now.field(path[0] ?? '', zone).defined);
    const found = this.follow(root, path, around);
    if (found.kind === 'never') return boolSym(factory, factory.constBool(!found.blocked), factory.false);
    if (found.kind === 'given') return boolSym(factory, this.readAt(root, path, type).defined, factory.true);
    // Where it is there it has a value of its type, although nobody looks at it; an empty object will do for a record.
    const last = found.nodes.at(-1);
    if (last && type.kind !== 'record') this.valueOf(last, type);
    const present = this.presence(found.nodes);
    const wrong = last && type.kind !== 'any' ? factory.and(present, last.illTyped) : factory.false;
    return boolSym(factory, factory.not(wrong), present);
  }

  /** Where there is nothing to read: the attribute, or an object it lies in, is not there. */
  absent({ root, path, zone, type, around }: Slot): BoolTerm {
    const { factory } = this.state;
    if (root === 'now') return factory.not(this.now.field(path[0] ?? '', zone).defined);
    const found = this.follow(root, path, around);
    if (found.kind === 'never') return factory.constBool(!found.blocked);
    if (found.kind === 'given') return factory.constBool(readerOf(type)(found.raw, found.siblings) === ABSENT);
    return found.nodes.reduceRight<BoolTerm>(
      (inside, { present, illTyped }) =>
        factory.or(factory.not(present), factory.and(present, factory.not(illTyped), inside)),
      factory.false,
    );
  }

  /** The attribute of a path of this call. */
  attribute(path: string): Attribute {
    return this.state.attribute(this.of, path);
  }

  readAt(root: ObjectRoot, path: readonly string[], type: Type, around?: readonly Type[]): Sym {
    const { factory } = this.state;
    const found = this.follow(root, path, around);
    if (found.kind === 'never') return undefinedSym(factory, type);
    if (found.kind === 'given') {
      const beside = this.openCurrency(root, path, type);
      if (beside)
        return beside.amount(type, (siblings) => this.given(type, found.raw, { ...found.siblings, ...siblings }));
      return this.given(type, found.raw, found.siblings);
    }
    const last = found.nodes.at(-1);
    if (!last) throw new Error('an open path has a node');
    const readable = factory.and(this.presence(found.nodes), factory.not(last.illTyped));
    return type.kind === 'any'
      ? restrict(factory, this.presence(found.nodes), this.valueOf(last, type).sym)
      : restrict(factory, readable, this.inItsCurrency(root, path, type, this.valueOf(last, type).sym));
  }

  private given(type: Type, raw: unknown, siblings: Readonly<Record<string, unknown>>): Sym {
    const outcome = readerOf(type)(raw, siblings);
    const { factory } = this.state;
    return typeof outcome === 'symbol' ? undefinedSym(factory, type) : constSym(factory, type, outcome);
  }

  /** The attribute that names the currency of the amount at `path`, when it is open; null when it is not, or there is none. */
  private openCurrency(root: ObjectRoot, path: readonly string[], type: Type): OpenCurrency | null {
    const place = currencyPlace({ root, path, type });
    const found = place && this.follow(root, place.path);
    if (!place || found?.kind !== 'open') return null;
    const declared = this.declaredType(root, place.path);
    const named = this.readAt(root, place.path, declared ?? place.type);
    return new OpenCurrency(this.state, place, declared, named, this.presence(found.nodes));
  }

  /** An amount that is open, where it does not contradict the currency beside it. */
  private inItsCurrency(root: ObjectRoot, path: readonly string[], type: Type, sym: Sym): Sym {
    const place = currencyPlace({ root, path, type });
    if (!place) return sym;
    const open = this.openCurrency(root, path, type);
    if (open) return open.agreeing(sym);
    const found = this.follow(root, place.path);
    return found.kind === 'given' ? inCurrency(this.state, sym, found.raw) : sym;
  }

  private recordOf(root: ObjectRoot): RecordType | undefined {
    const { catalogue, call } = this;
    return root === 'args' ? catalogue?.tools.find((tool) => tool.name === call.tool)?.args : catalogue?.[root];
  }

  private declaredType(root: ObjectRoot, path: readonly string[]): Type | null {
    const record = this.recordOf(root);
    return (record && followFields(record, path)?.type) ?? null;
  }

  /** The attributes that were asked for and are open. */
  openAttributes(): readonly OpenAttribute[] {
    return [...this.nodes.values()]
      .filter((node) => node.values.size > 0 || node.present.kind === 'var')
      .map(({ root, path, values }) => {
        const field = this.field(root, path);
        const types = [...values.values()].map(({ type }) => type);
        return { root, path, types, required: this.isRequired(root, path), examples: field?.examples ?? [] };
      });
  }

  /** Asks for every open argument that a well-formed call must carry, so that each completion has a value for it. */
  askRequired(): void {
    const fields = this.catalogue?.tools.find((tool) => tool.name === this.call.tool)?.args.fields ?? {};
    for (const name of this.open.args) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field?.required === true) this.readAt('args', [name], field.type);
    }
  }

  /** Notes open objects that are read both whole and by their fields: the two readings are not tied together. */
  loosenOverlaps(): void {
    for (const whole of this.nodes.values()) {
      const inside = [...this.nodes.values()].filter(
        (node) =>
          node.root === whole.root &&
          node.path.length > whole.path.length &&
          whole.path.every((name, index) => node.path[index] === name),
      );
      if (whole.values.size === 0) continue;
      for (const { root, path } of inside.length > 0 ? [whole, ...inside] : [])
        this.state.loose.add(this.attribute([root, ...path].join('.')));
    }
  }

  /** A call and context with every open attribute filled in or left out as the model says; without history. */
  complete(model: ModelReader): { readonly call: Call; readonly context: Context } {
    const objects = {
      args: copyJson(this.objects.args),
      principal: copyJson(this.objects.principal),
      session: copyJson(this.objects.session),
    };
    for (const node of this.nodes.values()) this.write(objects, node, model);
    const { principal, session, ...rest } = this.context;
    const kept = (given: unknown, object: unknown): object is Readonly<Record<string, unknown>> =>
      given !== undefined || (isRecord(object) && Object.keys(object).length > 0);
    return {
      call: completed(this.call, objects.args as Call['args']),
      context: {
        ...rest,
        ...(kept(principal, objects.principal) ? { principal: objects.principal } : {}),
        ...(kept(session, objects.session) ? { session: objects.session } : {}),
        ...this.labels.complete(model),
        ...this.now.complete(model),
        ...this.rates.complete(model),
        ...(this.open.confirmed && model.bool(this.confirmed) ? { confirmed: true } : {}),
      },
    };
  }

  private write(objects: Record<ObjectRoot, unknown>, node: OpenNode, model: ModelReader): void {
    if (!model.bool(node.present)) return;
    let object = objects[node.root];
    for (const name of node.path.slice(0, -1)) object = isRecord(object) ? ownMember(object, name) : undefined;
    // The object around it was decided to be absent.
    if (!isRecord(object)) return;
    const [value] = node.values.values();
    const types = [...node.values.values()].map(({ type }) => type);
    const raw = model.bool(node.illTyped) ? misfit(types) : value ? value.fresh.decode(model) : {};
    Object.defineProperty(object, node.path.at(-1) ?? '', {
      value: raw,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }

  private presence(nodes: readonly OpenNode[]): BoolTerm {
    return this.state.factory.and(...nodes.map((node) => node.present));
  }

  private valueOf(node: OpenNode, type: Type): Fresh {
    const key = JSON.stringify(type);
    const known = node.values.get(key);
    if (known) return known.fresh;
    const attribute = this.attribute([node.root, ...node.path].join('.'));
    // Two readings at two types are not tied together.
    if (node.values.size > 0) this.state.loose.add(attribute);
    const examples = this.field(node.root, node.path)?.examples ?? [];
    const value = this.state.own(attribute, () => fresh(this.state, type, { examples }));
    node.values.set(key, { type, fresh: value });
    return value;
  }

  private follow(
    root: ObjectRoot,
    path: readonly string[],
    around: readonly Type[] = [],
  ):
    | { readonly kind: 'given'; readonly raw: unknown; readonly siblings: Readonly<Record<string, unknown>> }
    | { readonly kind: 'open'; readonly nodes: readonly OpenNode[] }
    | { readonly kind: 'never'; readonly blocked: boolean } {
    let object: unknown = this.objects[root];
    for (const [index, name] of path.entries()) {
      if (!isRecord(object)) return { kind: 'never', blocked: !isAbsent(object) };
      const type = around[index - 1];
      if (type && deceptionOf(type)(object)) return { kind: 'never', blocked: true };
      const raw = ownMember(object, name);
      if (isAbsent(raw)) {
        if (!this.isOpen(root, path.slice(0, index + 1))) return { kind: 'never', blocked: false };
        return {
          kind: 'open',
          nodes: path.slice(index).map((_, step) => this.node(root, path.slice(0, index + step + 1))),
        };
      }
      if (index === path.length - 1) return { kind: 'given', raw, siblings: object };
      object = raw;
    }
    return { kind: 'never', blocked: false };
  }

  private isOpen(root: ObjectRoot, path: readonly string[]): boolean {
    if (root !== 'args') return this.open[root];
    return path.some((_, index) => this.open.args.has(path.slice(0, index + 1).join('.')));
  }

  private node(root: ObjectRoot, path: readonly string[]): OpenNode {
    const key = JSON.stringify([root, path]);
    const known = this.nodes.get(key);
    if (known) return known;
    const attribute = this.attribute([root, ...path].join('.'));
    const node: OpenNode = {
      root,
      path,
      values: new Map(),
      present: this.isRequired(root, path)
        ? this.state.factory.true
        : this.state.own(attribute, () => this.state.freshBool('h')),
      illTyped:
        this.open.unfit?.has(root) === true
          ? this.state.own(attribute, () => this.state.freshBool('wrong'))
          : this.state.factory.false,
    };
    this.nodes.set(key, node);
    return node;
  }

  private isRequired(root: ObjectRoot, path: readonly string[]): boolean {
    return this.open.unfit?.has(root) !== true && (this.field(root, path)?.required ?? false);
  }

  /** The catalogue's word on an attribute. */
  private field(
    root: ObjectRoot,
    path: readonly string[],
  ): { readonly required: boolean; readonly examples?: readonly unknown[] } | null {
    const record = this.recordOf(root);
    if (!record) return null;
    const around: RecordType | null = path.length === 1 ? record : recordAt(record, path.slice(0, -1));
    const name = path.at(-1) ?? '';
    return around && Object.hasOwn(around.fields, name) ? (around.fields[name] ?? null) : null;
  }
}

/** The call with these arguments, and none of them unknown any more. */
function completed({ tool, unknownArguments }: Call, args: Call['args']): Call {
  return { tool, args, ...(unknownArguments && { unknownArguments }) };
}

/** A raw value that none of the types reads. */
function misfit(types: readonly Type[]): unknown {
  const raw = [true, {}, 'x', []].find((each) => types.every((type) => typeof readerOf(type)(each, {}) === 'symbol'));
  return raw ?? true;
}

function recordAt(record: RecordType, path: readonly string[]): RecordType | null {
  const found = followFields(record, path);
  return found?.type.kind === 'record' ? found.type : null;
}
