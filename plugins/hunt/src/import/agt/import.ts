import type { Words } from '@ostiary/guard';
import { type Effect, type HistoryExpr, SourceText, type Span } from '@ostiary/policy';
import type { ImportInput, ImportResult, NotImported } from '../model.js';
import { Attributes, OTHER_TOOL } from '../shared/attributes.js';
import { ANY_TOOL, oneOf, path, text as textLiteral, toolsTarget } from '../shared/build.js';
import { inAnyOrder, inOrder, type OrderedRule } from '../shared/first-match.js';
import { count } from '../shared/history.js';
import { RuleIds } from '../shared/ids.js';
import { windowOf } from '../shared/periods.js';
import { closedText, openText, type PolicyDraft, unreadAttributes } from '../shared/text.js';
import { not, settled, test, type Truth } from '../shared/truth.js';
import { Unread } from '../shared/unread.js';
import { faultAt, fieldOf, itemsOf, readTree, textOf, type Tree, type TreeOf } from '../shared/yaml.js';
import { rulesOf } from './documents.js';
import { type PythonReading, toolsOf, truthOf, withoutTools } from './conditions.js';
import { type Expression, parseExpression } from './expression.js';

/** Translates policies of the Agent Governance Toolkit (`governance.toolkit/v1`). See docs/hunt/importing.md. */
export function importAgt({ text, declares }: ImportInput): ImportResult {
  const read = readTree(text);
  if (!read.ok) return read;
  const source = new SourceText(text);
  const rules = rulesOf(read.tree);
  if ('at' in rules) return { ok: false, faults: [faultAt(source, rules.at, 'not_supported', rules.detail)] };
  const made = new Translation(source, read.tree, rules);
  const draft = (of: PolicyDraft['rules']): PolicyDraft => ({
    default: made.default,
    declarations: declares ? made.declarations : [],
    rules: of,
  });
  const ordered = draft(inOrder(made.rules));
  return {
    ok: true,
    imported: {
      text: openText(ordered),
      places: ordered.rules.map(({ place }) => place),
      notImported: made.entries.toSorted((a, b) => a.line - b.line),
      readings: { closed: closedText(ordered), strictest: openText(draft(inAnyOrder(made.rules))) },
    },
  };
}

const IN_PYTHON: Readonly<Record<PythonReading, Words>> = {
  false: {
    en: "The toolkit's evaluator in Python does not know this test and treats it as false: numbers and Booleans after `==` and `!=`, `not in`, an empty text. The translation follows the evaluator in TypeScript.",
    pt: 'O avaliador do toolkit em Python não conhece este teste e trata-o como falso: números e booleanos depois de `==` e `!=`, `not in`, um texto vazio. A tradução segue o avaliador em TypeScript.',
  },
  zero: {
    en: "In the toolkit's evaluator in Python a missing number is 0, so this test is true without it. The translation follows the evaluator in TypeScript: the test is false.",
    pt: 'No avaliador do toolkit em Python um número ausente é 0, e este teste é verdadeiro sem ele. A tradução segue o avaliador em TypeScript: o teste é falso.',
  },
};

/** Fields that are translated, and those that say something to people and decide nothing. */
const OF_DOCUMENT = ['rules', 'default_action', 'agents', 'agent', 'apiVersion', 'version', 'name', 'description'];
const OF_RULE = ['name', 'condition', 'action', 'effect', 'priority', 'enabled', 'limit', 'description'];

/** What becomes of an action. */
const EFFECTS: Readonly<Record<string, Effect>> = {
  allow: 'allow',
  deny: 'refuse',
  block: 'refuse',
  require_approval: 'confirm',
  rate_limit: 'allow',
  warn: 'allow',
  log: 'allow',
  audit: 'allow',
};
const BESIDE: readonly string[] = ['warn', 'log', 'audit'];

class Translation {
  readonly default: Effect;
  readonly rules: readonly OrderedRule[];
  private readonly attributes = new Attributes();
  private readonly tools = new Set<string>();
  private readonly unread = new Unread();
  private readonly others: NotImported[] = [];
  private readonly ids = new RuleIds();

  constructor(
    private readonly source: SourceText,
    document: Tree,
    rules: TreeOf<'list'>,
  ) {
    this.default = textOf(fieldOf(document, 'default_action')) === 'allow' ? 'allow' : 'refuse';
    const priority = (rule: Tree): number => {
      const found = fieldOf(rule, 'priority');
      return found?.kind === 'number' ? Number(found.digits) : 0;
    };
    const enabled = rules.items.filter((rule) => this.isEnabled(rule));
    this.otherFields(document, OF_DOCUMENT);
    for (const rule of enabled) {
      this.names(rule);
      this.otherFields(rule, OF_RULE);
    }
    const ordered = enabled.toSorted((a, b) => priority(b) - priority(a));
    this.rules = [...this.agents(document), ...ordered.flatMap((rule) => this.rule(rule))];
  }

  get entries(): readonly NotImported[] {
    return [...this.unread.entries, ...this.others];
  }

  get declarations(): PolicyDraft['declarations'] {
    return [...this.attributes.declarations([...this.tools, OTHER_TOOL]), ...unreadAttributes(this.unread.attributes)];
  }

  private otherFields(of: Tree, known: readonly string[]): void {
    for (const [name, { span }] of of.kind === 'map' ? of.fields : [])
      if (!known.includes(name))
        this.tell(span, name, {
          en: `The field \`${name}\` is not read: the translation is the same without it.`,
          pt: `O campo \`${name}\` não é lido: a tradução é a mesma sem ele.`,
        });
  }

  private isEnabled(rule: Tree): boolean {
    const enabled = fieldOf(rule, 'enabled');
    if (enabled?.kind !== 'bool' || enabled.value) return true;
    this.tell(rule.span, 'enabled', { en: 'The rule is switched off.', pt: 'A regra está desativada.' });
    return false;
  }

  /** Tools are known before any limit counts all of them. */
  private names(rule: Tree): void {
    const condition = textOf(fieldOf(rule, 'condition'));
    if (condition !== undefined) for (const tool of toolsOf(parseExpression(condition)) ?? []) this.tools.add(tool);
  }

  /** To other agents the policy does not apply, and what no policy applies to is refused. */
  private agents(document: Tree): readonly OrderedRule[] {
    const listed = fieldOf(document, 'agents') ?? fieldOf(document, 'agent');
    const names = [...itemsOf(listed).map(textOf), textOf(listed)].filter((each) => each !== undefined);
    if (!listed || names.length === 0 || names.includes('*')) return [];
    const meant = test(oneOf(path('principal', ['id']), names.map(textLiteral)), true);
    const draft = {
      annotations: [{ name: 'id', value: this.ids.of('agents') }],
      effect: 'refuse',
      target: ANY_TOOL,
      place: listed.span,
    } as const;
    return [{ draft, condition: not(meant), rest: not(meant), tools: null }];
  }

  private rule(rule: Tree): readonly OrderedRule[] {
    const action = textOf(fieldOf(rule, 'action')) ?? textOf(fieldOf(rule, 'effect')) ?? 'deny';
    const effect = EFFECTS[action];
    if (effect === undefined)
      this.tell(rule.span, 'action', {
        en: `There is no action \`${action}\`; it counts as \`deny\`.`,
        pt: `A ação \`${action}\` não existe; conta como \`deny\`.`,
      });
    if (BESIDE.includes(action))
      this.tell(rule.span, 'action', {
        en: `\`${action}\` lets the call through; its other effects are not translated.`,
        pt: `\`${action}\` deixa a chamada passar; os outros efeitos não são traduzidos.`,
      });
    const condition = fieldOf(rule, 'condition');
    const expression = condition?.kind === 'text' ? parseExpression(condition.text) : null;
    const tools = expression && toolsOf(expression);
    const truth = this.condition(rule, condition, expression);
    const own = expression && tools && tools.length > 0 ? withoutTools(expression) : expression;
    const rest = own === expression ? truth : own ? this.truth(rule, own) : settled(true);
    const base = {
      target: tools && tools.length > 0 ? toolsTarget(tools) : ANY_TOOL,
      place: rule.span,
    };
    const id = textOf(fieldOf(rule, 'name'));
    const annotations = (suffix: string) => [{ name: 'id', value: this.ids.of(`${id ?? 'unnamed'}${suffix}`) }];
    const limit = this.limit(rule, tools);
    const main: OrderedRule = {
      draft: { ...base, annotations: annotations(''), effect: effect ?? 'refuse' },
      condition: truth,
      rest,
      tools,
    };
    if (!limit) return [main];
    return [
      {
        draft: { ...base, annotations: annotations(' (limit)'), effect: 'refuse' },
        condition: truth,
        rest,
        tools,
        also: { history: limit },
      },
      main,
    ];
  }

  private condition(rule: Tree, condition: Tree | undefined, expression: Expression | null): Truth {
    if (expression) return this.truth(rule, expression);
    if (condition === undefined || condition.kind === 'null') return settled(true);
    return this.unread.test(JSON.stringify(condition.span), 'condition', this.lineOf(condition.span), {
      en: 'The condition is not a text.',
      pt: 'A condição não é um texto.',
    });
  }

  private truth(rule: Tree, of: Expression): Truth {
    return truthOf(of, {
      attributes: this.attributes,
      tools: this.tools,
      unknown: (text) =>
        this.tell(rule.span, 'condition', {
          en: `The toolkit does not know the test \`${text}\` and silently treats it as false; so does the translation.`,
          pt: `O toolkit não conhece o teste \`${text}\` e trata-o como falso sem aviso; a tradução também.`,
        }),
      otherwise: (reading) => this.tell(rule.span, 'condition', IN_PYTHON[reading]),
      unread: (expression) =>
        this.unread.test(JSON.stringify(expression), 'condition', this.lineOf(rule.span), {
          en: 'Another test reads this argument with another type.',
          pt: 'Outro teste lê este argumento com outro tipo.',
        }),
    });
  }

  /** So many calls in a period for which the rule decides. */
  private limit(rule: Tree, tools: readonly string[] | null): HistoryExpr | null {
    const written = textOf(fieldOf(rule, 'limit'));
    if (written === undefined) return null;
    const [, most, period = ''] = /^(\d+)(?:\/(\w+))?$/u.exec(written) ?? [];
    const window = windowOf(period) ?? windowOf('hour');
    if (most === undefined || !window) {
      this.tell(rule.span, 'limit', {
        en: `The limit \`${written}\` is not read.`,
        pt: `O limite \`${written}\` não é lido.`,
      });
      return null;
    }
    this.tell(rule.span, 'limit', {
      en: 'In the translation the window slides, and every call of these tools that was let through counts. The window of the toolkit begins with the first call, so twice as many may pass around its end.',
      pt: 'Na tradução a janela desliza, e conta todas as chamadas destas ferramentas que passaram. A janela do toolkit começa com a primeira chamada, e assim pode passar o dobro perto do fim dela.',
    });
    const of = tools ?? [...this.tools, OTHER_TOOL];
    return count({ tools: of, state: 'allowed', window, op: '>=', bound: most });
  }

  private lineOf({ start }: Span): number {
    return this.source.position(start).line;
  }

  private tell(span: Span, construct: string, detail: Words): void {
    const entry = { line: this.lineOf(span), construct, detail };
    if (!this.others.some((each) => each.line === entry.line && each.detail.en === detail.en)) this.others.push(entry);
  }
}
