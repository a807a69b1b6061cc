import type { Words } from '@ostiary/guard';
import { type Effect, type HistoryExpr, SourceText, type Span, type Window } from '@ostiary/policy';
import type { ImportInput, ImportResult, NotImported } from '../model.js';
import { Attributes, OTHER_TOOL } from '../shared/attributes.js';
import { ANY_TOOL, toolsTarget } from '../shared/build.js';
import { count, sum } from '../shared/history.js';
import { RuleIds } from '../shared/ids.js';
import { windowOf } from '../shared/periods.js';
import { closedText, type PolicyDraft, type RuleDraft, unreadAttributes } from '../shared/text.js';
import { either, type Truth } from '../shared/truth.js';
import { Unread } from '../shared/unread.js';
import { faultAt, fieldOf, itemsOf, readTree, textOf, type Tree, type TreeOf } from '../shared/yaml.js';
import { type Condition, conditionsOf, ORDER, truthOf } from './conditions.js';

const NO_POLICY: Words = {
  en: 'This is not a policy of Intercept: it lacks `tools`, a map from tools to their rules.',
  pt: 'Isto não é uma política do Intercept: falta `tools`, um mapa das ferramentas para as suas regras.',
};

/** Translates policies of Intercept. See docs/hunt/importing.md. */
export function importIntercept({ text, declares }: ImportInput): ImportResult {
  const read = readTree(text);
  if (!read.ok) return read;
  const tools = fieldOf(read.tree, 'tools');
  const source = new SourceText(text);
  if (tools?.kind !== 'map')
    return { ok: false, faults: [faultAt(source, read.tree.span.start, 'not_supported', NO_POLICY)] };
  const made = new Translation(source, read.tree, tools);
  const draft: PolicyDraft = {
    default: made.default,
    declarations: declares ? made.declarations : [],
    rules: made.rules,
  };
  return {
    ok: true,
    imported: {
      // A condition without a value refuses there, too.
      text: closedText(draft),
      places: draft.rules.map(({ place }) => place),
      notImported: made.entries.toSorted((a, b) => a.line - b.line),
      readings: {},
    },
  };
}

const ALL = '*';
/** The name under which rules about all tools count. */
const GLOBAL = '_global';

/** What a rule counts of the calls that go through. */
interface Counter {
  readonly window: Window;
  /** Of calls of these tools. */
  readonly tools: readonly string[];
  /** The argument that is added up; null: calls are counted. */
  readonly field: string | null;
}

class Translation {
  readonly default: Effect;
  readonly rules: readonly RuleDraft[];
  private readonly attributes = new Attributes();
  private readonly unread = new Unread();
  private readonly others: NotImported[] = [];
  private readonly ids = new RuleIds();
  private readonly tools: readonly string[];
  private readonly counters = new Map<string, Counter>();

  constructor(
    private readonly source: SourceText,
    document: Tree,
    listed: TreeOf<'map'>,
  ) {
    const isOpen = textOf(fieldOf(document, 'default')) !== 'deny';
    this.default = isOpen ? 'allow' : 'refuse';
    const hide = fieldOf(document, 'hide');
    const hidden = itemsOf(hide).flatMap((each) => textOf(each) ?? []);
    const named = [...listed.fields.keys()].filter((tool) => tool !== ALL);
    this.tools = [...new Set([...named, ...hidden.filter((tool) => tool !== ALL), OTHER_TOOL])];
    for (const [tool, { rules }] of toolsOf(listed)) for (const rule of rules) this.counter(tool, rule);
    this.rules = [
      ...(hide && hidden.length > 0 ? [this.refusal(hide.span, 'hide', hidden.includes(ALL) ? [ALL] : hidden)] : []),
      ...(isOpen
        ? []
        : [...listed.fields].filter(([tool]) => tool !== ALL).map(([tool, { span }]) => this.listed(tool, span))),
      ...toolsOf(listed).flatMap(([tool, { rules }]) => rules.flatMap((rule) => this.rule(tool, rule))),
    ];
  }

  get entries(): readonly NotImported[] {
    return [...this.unread.entries, ...this.others];
  }

  get declarations(): PolicyDraft['declarations'] {
    return [...this.attributes.declarations(this.tools), ...unreadAttributes(this.unread.attributes)];
  }

  private listed(tool: string, place: Span): RuleDraft {
    return {
      annotations: [{ name: 'id', value: this.ids.of(`${tool} listed`) }],
      effect: 'allow',
      target: toolsTarget([tool]),
      conditions: [],
      place,
    };
  }

  private refusal(place: Span, id: string, tools: readonly string[], more: Partial<RuleDraft> = {}): RuleDraft {
    return {
      annotations: [{ name: 'id', value: this.ids.of(id) }],
      effect: 'refuse',
      target: tools.includes(ALL) ? ANY_TOOL : toolsTarget(tools),
      conditions: [],
      place,
      ...more,
    };
  }

  /** A rule lets calls through for which all its conditions hold. */
  private rule(tool: string, rule: Tree): readonly RuleDraft[] {
    const id = textOf(fieldOf(rule, 'name')) ?? 'unnamed';
    if (textOf(fieldOf(rule, 'action')) === 'deny') return [this.refusal(rule.span, id, [tool])];
    const limit = textOf(fieldOf(rule, 'rate_limit'));
    const conditions = conditionsOf(rule);
    const states = conditions.filter(({ path: [root] }) => root === 'state');
    const truths = conditions.filter((each) => !states.includes(each)).map((each) => this.truth(each));
    const isLimited = limit !== undefined && conditions.length === 0;
    if (conditions.length === 0 && !isLimited) return [this.refusal(rule.span, id, [tool])];
    const histories = [
      ...(isLimited ? [this.rate(tool, limit, rule)] : []),
      ...states.map((each) => this.state(each, tool, rule)),
    ];
    return [
      ...(truths.length > 0
        ? [this.refusal(rule.span, id, [tool], { conditions: [truths.map(({ fails }) => fails()).reduce(either)] })]
        : []),
      ...histories.map((history) =>
        this.refusal(
          rule.span,
          truths.length > 0 ? `${id} (state)` : id,
          [tool],
          'mayFail' in history ? { conditions: [history.fails()] } : { history },
        ),
      ),
    ];
  }

  private truth(condition: Condition): Truth {
    const known = condition.path[0] === 'args' ? truthOf(condition, this.attributes) : null;
    return known ?? this.unknown(condition);
  }

  private unknown({ tree, op, path, value }: Condition): Truth {
    return this.unread.test(JSON.stringify([path, op, value]), op, this.lineOf(tree.span), {
      en: 'Ostiary has no counterpart of this condition, or another condition reads the argument with another type.',
      pt: 'O Ostiary não tem equivalente para esta condição, ou outra condição lê o argumento com outro tipo.',
    });
  }

  /** `5/hour`. */
  private rate(tool: string, limit: string, rule: Tree): HistoryExpr | Truth {
    const [, most = '', word = ''] = /^(\d+)\/(\w+)$/u.exec(limit) ?? [];
    const window = windowOf(word);
    if (!window)
      return this.unread.test(limit, 'rate_limit', this.lineOf(rule.span), {
        en: `The limit \`${limit}\` is not read.`,
        pt: `O limite \`${limit}\` não é lido.`,
      });
    this.slides(rule.span);
    return count({ tools: this.counted(tool), state: 'open', window, op: '>=', bound: most });
  }

  /** Where a condition on a counter fails, the present call being counted when the rule counts it. */
  private state(condition: Condition, tool: string, rule: Tree): HistoryExpr | Truth {
    const [, scope = '', name = ''] = condition.path;
    const counter = this.counters.get(`${scope}.${name}`);
    const bound = condition.value?.kind === 'number' ? condition.value.digits : null;
    const isUpper = condition.op === 'lt' || condition.op === 'lte';
    const own = textOf(fieldOf(fieldOf(rule, 'state'), 'counter')) === name && scope === (tool === ALL ? GLOBAL : tool);
    if (!counter || bound === null || !isUpper || !/^\d+$/u.test(bound) || ORDER[condition.op] === undefined)
      return this.unknown(condition);
    this.slides(condition.tree.span);
    const { window, tools, field } = counter;
    const shared = { tools, state: 'open', window } as const;
    if (field !== null)
      return sum({ ...shared, field, includingThis: own, op: condition.op === 'lte' ? '>' : '>=', bound });
    const most = Number(bound) + (condition.op === 'lte' ? 1 : 0) - (own ? 1 : 0);
    return count({ ...shared, op: '>=', bound: String(Math.max(0, most)) });
  }

  private counter(tool: string, rule: Tree): void {
    const state = fieldOf(rule, 'state');
    const [name, word] = [textOf(fieldOf(state, 'counter')), textOf(fieldOf(state, 'window'))];
    const window = word === undefined ? null : windowOf(word);
    const from = textOf(fieldOf(state, 'increment_from'));
    const increment = fieldOf(state, 'increment');
    const isOne = increment === undefined || (increment.kind === 'number' && increment.digits === '1');
    const [root, field, ...deeper] = from?.split('.') ?? [];
    if (
      name === undefined ||
      !window ||
      !isOne ||
      (from !== undefined && (root !== 'args' || field === undefined || deeper.length > 0))
    )
      return;
    if (field !== undefined && !this.attributes.read([field], 'number')) return;
    this.counters.set(`${tool === ALL ? GLOBAL : tool}.${name}`, {
      window,
      tools: this.counted(tool),
      field: field ?? null,
    });
  }

  private counted(tool: string): readonly string[] {
    return tool === ALL ? this.tools : [tool];
  }

  private slides(span: Span): void {
    const detail = {
      en: 'In the translation the window slides. In Intercept it starts again with each minute, hour or day in UTC, so twice as much may pass around its edge.',
      pt: 'Na tradução a janela desliza. No Intercept ela recomeça a cada minuto, hora ou dia em UTC, e assim pode passar o dobro perto do limite.',
    };
    const line = this.lineOf(span);
    if (!this.others.some((each) => each.line === line)) this.others.push({ line, construct: 'window', detail });
  }

  private lineOf({ start }: Span): number {
    return this.source.position(start).line;
  }
}

/** Tools with their rules; those about all of them last, as they are asked. */
function toolsOf({ fields }: TreeOf<'map'>): readonly (readonly [string, { readonly rules: readonly Tree[] }])[] {
  const all = [...fields].map(([tool, tree]) => [tool, { rules: itemsOf(fieldOf(tree, 'rules')) }] as const);
  return [...all.filter(([tool]) => tool !== ALL), ...all.filter(([tool]) => tool === ALL)];
}
