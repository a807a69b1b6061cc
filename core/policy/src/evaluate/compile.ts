import type { CoreExpr, CorePolicy, CoreVariant } from '../core/ir.js';
import type { Outcome } from '../values/outcome.js';
import { nameJudge } from '../values/names.js';
import { type Admission, admissionFor, refusal } from './admission.js';
import { ExpressionCompiler } from './compile/expressions.js';
import { type Eval, Frame } from './frame.js';
import { RuleCompiler } from './compile/rules.js';
import { slotReader } from './compile/slots.js';
import { toolKeys, ToolPlan, variantFor } from './compile/tool-plan.js';
import { readableContext } from './disguise.js';
import { HistoryPoint } from './history/point.js';
import { MonitorStore } from './history/store.js';
import { toTruth, type Truth } from './kleene.js';
import { defaultDecision, ruleDecision } from './slug.js';
import type { Call, Context, Decider, Decision, HistoryMonitor } from './types.js';
import { getOrMake } from '../maps.js';

/**
 * Compiles a policy for deciding many calls: rules indexed by tool and by the values they demand, every argument read
 * at most once, matchers linear, nothing ever turned into JavaScript text. Work for a tool is done on its first call.
 *
 * A decision never throws on any JSON: an unknown tool, an argument of the wrong type, an unknown currency are answers.
 */
export function compilePolicy(core: CorePolicy): Decider {
  return new CompiledPolicy(core);
}

/** Tables kept for tools; many rules over many tools would take the product. Beyond it tools are planned anew. */
const MAX_PLANNED_BYTES = 64 * 1024 * 1024;
/** Tools planned at once: many globs make many kinds of tools. */
const MAX_PLANNED = 4_096;

/** What a tool is subject to: checks of its arguments, then rules. */
interface Subject {
  readonly admission: Admission;
  /** Fills the slot that holds the whole of an argument, while the arguments are checked. */
  readonly keep: (name: string, value: Outcome) => void;
  readonly plan: ToolPlan;
}

class CompiledPolicy implements Decider {
  private readonly judgeName: (name: string) => 'exact' | 'other' | 'deceptive';
  private readonly frame: Frame;
  private readonly rules: RuleCompiler;
  private readonly expressions: ExpressionCompiler;
  private readonly guards = new Map<CoreExpr, Eval>();
  private readonly subjects = new Map<string, Subject>();
  /** Of the tables that `subjects` hold. */
  private plannedBytes = 0;
  private readonly keyOf: (tool: string) => string;

  constructor(readonly policy: CorePolicy) {
    this.judgeName = nameJudge(policy.tools);
    this.keyOf = toolKeys(policy);
    this.frame = new Frame(policy.slots.map(slotReader), readableContext(policy));
    this.rules = new RuleCompiler(policy);
    this.expressions = new ExpressionCompiler(policy);
  }

  decide(call: Call, context: Context): Decision {
    this.begin(call, context, context.history);
    return this.answer(call, context);
  }

  decideWith(history: HistoryMonitor, call: Call, context: Context): Decision {
    if (!(history instanceof MonitorStore)) throw new TypeError('this history was not opened by openHistory');
    history.checkTime(context.now);
    this.begin(call, context, history.events).store = history;
    return this.answer(call, context);
  }

  holds(variants: readonly CoreVariant[], call: Call, context: Context, decision: Decision): Truth | null {
    const variant = variantFor(variants, call.tool);
    if (!variant) return null;
    const guard = getOrMake(this.guards, variant.guard, () => this.expressions.compile(variant.guard));
    const frame = this.begin(call, context, context.history);
    frame.decision = { rules: decision.slug === 'confirmed' ? 'confirm' : decision.answer, tickets: decision.answer };
    const truth = toTruth(guard(frame));
    frame.end();
    return truth;
  }

  private begin(call: Call, context: Context, events: Context['history']): Frame {
    const { frame } = this;
    frame.begin(call, context);
    frame.point = events ? new HistoryPoint(events, events.length, context.now) : null;
    return frame;
  }

  private answer(call: Call, context: Context): Decision {
    const decision = this.judge(call, context);
    this.frame.end();
    return decision;
  }

  private judge(call: Call, context: Context): Decision {
    const subject = this.subjects.get(call.tool) ?? this.subject(call.tool);
    if (subject === null) return refusal('tool_unknown');
    const { admission, keep, plan } = subject;
    const rejected = admission.check(call, keep);
    if (rejected) return refusal(rejected.slug, rejected.pointer);
    const outcome = plan.judge(this.frame);
    return outcome === null
      ? defaultDecision(this.policy.default, context)
      : ruleDecision(outcome.effect, outcome.fired, context);
  }

  /** Null: a call by this name is refused. Names are the caller's choice; those nobody knows share what the same globs match. */
  private subject(tool: string): Subject | null {
    const standing = this.judgeName(tool);
    if (standing === 'deceptive' || (standing === 'other' && this.policy.catalogue)) return null;
    const key = this.keyOf(tool);
    const known = this.subjects.get(key);
    if (known) return known;
    const subject = this.makeSubject(tool);
    const size = subject.plan.size + 2 * key.length;
    if (this.plannedBytes + size > MAX_PLANNED_BYTES || this.subjects.size >= MAX_PLANNED) {
      this.subjects.clear();
      this.plannedBytes = 0;
    }
    this.subjects.set(key, subject);
    this.plannedBytes += size;
    return subject;
  }

  private makeSubject(tool: string): Subject {
    const record = this.policy.catalogue?.tools.find(({ name }) => name === tool)?.args;
    const argumentSlots = new Map<string, number>();
    for (const { index, root, path, type } of this.policy.slots) {
      const [name = ''] = path;
      // The reading made for admission serves a slot only when it is a reading at the same type.
      if (
        root === 'args' &&
        path.length === 1 &&
        record &&
        Object.hasOwn(record.fields, name) &&
        record.fields[name]?.type === type
      ) {
        argumentSlots.set(name, index);
      }
    }
    return {
      admission: admissionFor(this.policy, tool),
      keep: (name, value) => {
        const slot = argumentSlots.get(name);
        if (slot !== undefined) this.frame.put(slot, value);
      },
      plan: new ToolPlan(this.policy, tool, this.rules),
    };
  }
}
