import { type Call, type Context, type Effect, parsePolicy, SourceText } from '@ostiary/policy';
import { policySymbols } from '@ostiary/policy/editor';
import { judgeOf } from '@ostiary/policy/testing';
import type { Words } from '@ostiary/guard';
import {
  CLASS_IDS,
  type ClassCheck,
  type Finding,
  type Region,
  type RulePlace,
  type Step,
} from '../../search/index.js';

/** Where rules stand in a text. */
function placesIn(text: string, ids: readonly string[]): RulePlace[] {
  const { tree } = parsePolicy(text);
  if (!tree) throw new Error(`does not parse: ${text}`);
  const source = new SourceText(text);
  const symbols = policySymbols(tree);
  return ids.map((rule) => {
    const symbol = symbols.find(({ kind, name }) => kind === 'rule' && name === rule);
    if (!symbol) throw new Error(`no rule ${rule}`);
    const [start, end] = [source.position(symbol.span.start), source.position(symbol.span.end)];
    return { rule, ...start, endLine: end.line, endColumn: end.column };
  });
}

/** Steps that the evaluators decide: a fixture cannot say what is not so. */
export function stepsIn(text: string): (call: Call, context?: Context, label?: Words | null) => Step {
  const judge = judgeOf(text);
  return (call, context = {}, label = null) => {
    const [answer, slug, ...deciding] = judge(call, context);
    return { call, context, answer, slug, deciding, label };
  };
}

/** The answers over two arguments, all else as in a call. */
export function regionIn(
  text: string,
  call: Call,
  context: Context,
  [x, xs]: readonly [name: string, values: readonly unknown[]],
  [y, ys]: readonly [name: string, values: readonly unknown[]],
): Region {
  const judge = judgeOf(text);
  const answers = ys.map((row) =>
    xs.map((column): Effect => judge({ ...call, args: { ...call.args, [x]: column, [y]: row } }, context)[0]),
  );
  const at = (values: readonly unknown[], name: string): number => values.indexOf(call.args[name]);
  return {
    x: { attribute: `args.${x}`, values: xs.map(String) },
    y: { attribute: `args.${y}`, values: ys.map(String) },
    answers,
    marks: [{ step: 0, column: at(xs, x), row: at(ys, y) }],
  };
}

type Told = Pick<Finding, 'class' | 'severity' | 'title' | 'detail'> &
  Partial<Omit<Finding, 'evidence' | 'rules'>> & {
    readonly rules: readonly string[];
    readonly evidence?: Partial<Finding['evidence']>;
  };

/** A finding, with what is not said left empty. */
export function findingIn(text: string, { rules, evidence = {}, ...told }: Told): Finding {
  const key = [told.class, ...rules].join(' ');
  return {
    subkind: null,
    tool: null,
    attribute: null,
    fingerprint: `f1_${digits(key)}`,
    evidenceHash: digits(`${key}!`),
    witness: null,
    repair: null,
    ...told,
    rules,
    evidence: {
      rules: placesIn(text, rules),
      core: rules,
      bound: { kind: 'exact' },
      assumptions: [],
      benign: null,
      expected: null,
      region: null,
      ...evidence,
    },
  };
}

/** 26 signs that depend on a text: no digest, but enough for a fixture. */
function digits(text: string): string {
  let state = 7n;
  for (const char of text) state = (state * 1_000_003n + BigInt(char.codePointAt(0) ?? 0)) % (1n << 128n);
  return state.toString(32).padStart(26, 'a').slice(-26);
}

/** What became of every class, by what was found; `open` names those with a question that was given up. */
export function checksOf(findings: readonly Finding[], open: readonly string[] = []): ClassCheck[] {
  return CLASS_IDS.filter((id) => id !== 'X01').map((id, at) => {
    const asked = id.startsWith('P') ? 0 : 3 + ((at * 7) % 12);
    const session = id.startsWith('H');
    return {
      class: id,
      asked,
      found: findings.filter((finding) => finding.class === id).length,
      bound:
        asked === 0
          ? null
          : session
            ? at % 2 === 0
              ? { kind: 'inductive' }
              : { kind: 'bounded', k: 6 }
            : { kind: 'exact' },
      undecided: open.includes(id) ? 1 : 0,
      unconfirmed: 0,
    };
  });
}
