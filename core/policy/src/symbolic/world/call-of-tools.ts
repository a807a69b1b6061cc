import type { Catalogue } from '@ostiary/catalogue';
import type { CorePolicy } from '../../core/ir.js';
import { variantsOf, within } from '../../core/walk.js';
import type { EventName, FieldRead, SymbolicEvent } from '../encode/event.js';
import { argsOf, Inputs, openAround, type Parts, type Surroundings } from '../encode/inputs.js';
import type { EncodingState } from '../encode/state.js';
import { choose, type Sym, undefinedSym } from '../encode/sym.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { TEXT } from '../../values/types.js';
import { everythingOpen } from './openness.js';

interface CallParts {
  /** The place among the tools. */
  readonly tool: IntTerm;
  readonly tools: readonly string[];
  /** What its call reads, for each tool. */
  readonly inputs: readonly Inputs[];
  readonly around: Pick<Surroundings, 'principal' | 'session'>;
  readonly callId: () => Sym;
}

/** A call that is not known, of one of some tools, as later calls see it. Its principal and its session are one, whatever the tool. */
export class CallOfTools implements Pick<SymbolicEvent, 'tools' | 'isOf' | 'name' | 'read' | 'has'> {
  readonly tools: readonly string[];
  readonly inputs: readonly Inputs[];

  constructor(
    protected readonly state: EncodingState,
    private readonly call: CallParts,
  ) {
    this.tools = call.tools;
    this.inputs = call.inputs;
  }

  isOf(tools: readonly string[]): BoolTerm {
    const { factory } = this.state;
    return factory.or(
      ...this.tools.flatMap((tool, i) => (tools.includes(tool) ? [factory.eq(this.call.tool, factory.int(i))] : [])),
    );
  }

  name(name: EventName): Sym {
    const { principal, session } = this.call.around;
    switch (name) {
      case 'call_id':
        return this.call.callId();
      case 'principal':
        return principal.read(['id'], TEXT);
      case 'session':
        return session.read(['id'], TEXT);
      case 'customer':
        return session.read(['customer'], TEXT);
    }
  }

  read({ of, path, type, types, tools }: FieldRead): Sym {
    const { factory } = this.state;
    return tools.reduce<Sym>((rest, tool, i) => {
      const inputs = this.inputsOf(tool);
      if (!inputs) return rest;
      const at = types[i] ?? type;
      const value = of === 'args' ? inputs.readAt('args', path, at) : inputs.readAt('principal', ['id'], at);
      return choose(factory, this.isOf([tool]), value, rest);
    }, undefinedSym(factory));
  }

  has({ path, type, types, tools }: FieldRead): BoolTerm {
    const { factory } = this.state;
    return factory.or(
      ...tools.map((tool, i) => {
        const has = this.inputsOf(tool)?.hasAt('args', path, types[i] ?? type);
        return has ? factory.and(this.isOf([tool]), has.value) : factory.false;
      }),
    );
  }

  /** What its call reads when it is of this tool; undefined when it cannot be. */
  inputsOf(tool: string): Inputs | undefined {
    return this.inputs[this.tools.indexOf(tool)];
  }
}

/** What a call of a tool reads of which nothing is known, and whose history is told apart. */
export function unknownInputs(
  state: EncodingState,
  catalogue: Catalogue | null,
  policies: readonly CorePolicy[],
  { label, tool, confirmed }: { readonly label: string; readonly tool: string; readonly confirmed: boolean },
  shared: Partial<Parts>,
): Inputs {
  const args = new Set(policies.flatMap((core) => argumentsOf(core, tool)));
  const open = { ...openAround(true), history: false, confirmed, args };
  return new Inputs(state, catalogue, label, { tool, args: {} }, {}, open, shared);
}

/** Names of the arguments that calls of a tool may carry: declared, or else those that the policy looks at, in the present call or in events. */
function argumentsOf(core: CorePolicy, tool: string): readonly string[] {
  if (core.catalogue) return Object.keys(argsOf(core.catalogue, tool)?.fields ?? {});
  const names = [...everythingOpen(core, tool, []).args];
  for (const expr of variantsOf(core).flatMap(({ guard }) => within(guard))) {
    if (!('event' in expr) || !expr.event.tools.includes(tool)) continue;
    names.push(...expr.event.fields.flatMap(({ of, path }) => (of === 'args' ? path.slice(0, 1) : [])));
    if (expr.key.by === 'args') names.push(...expr.key.path.slice(0, 1));
    if (expr.op === 'sum') names.push(...expr.field.slice(0, 1));
  }
  return names;
}
