import type { Words } from '@ostiary/guard';
import { type Effect, SourceText, type Span } from '@ostiary/policy';
import type { ImportInput, ImportResult, NotImported } from '../model.js';
import { Attributes } from '../shared/attributes.js';
import { toolsTarget } from '../shared/build.js';
import { inAnyOrder, inOrder, type OrderedRule } from '../shared/first-match.js';
import { RuleIds } from '../shared/ids.js';
import { openText, type PolicyDraft, unreadAttributes } from '../shared/text.js';
import { and, settled, type Truth } from '../shared/truth.js';
import { Unread } from '../shared/unread.js';
import { faultAt, fieldOf, readTree, type Tree, type TreeOf } from '../shared/yaml.js';
import { truthOf } from './restriction.js';

const NO_POLICY: Words = {
  en: 'This is not a policy of Progent: each tool has a list of rules `[priority, effect, conditions, fallback]`, with the effect 0 (allow) or 1 (forbid).',
  pt: 'Isto não é uma política do Progent: cada ferramenta tem uma lista de regras `[priority, effect, conditions, fallback]`, com o efeito 0 (permitir) ou 1 (proibir).',
};

/** Translates policies of Progent. See docs/hunt/importing.md. */
export function importProgent({ text, declares }: ImportInput): ImportResult {
  const read = readTree(text);
  if (!read.ok) return read;
  const source = new SourceText(text);
  const rules = read.tree.kind === 'map' ? rulesOf(read.tree) : null;
  if (!rules) return { ok: false, faults: [faultAt(source, read.tree.span.start, 'not_supported', NO_POLICY)] };
  const made = new Translation(source, rules, 'as_there');
  // The same, of rules that allow no call without the arguments they restrict.
  const strict = new Translation(source, rules, 'required');
  const draft = (of: PolicyDraft['rules']): PolicyDraft => ({
    default: 'refuse',
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
      readings: {
        closed: openText(draft(inOrder(strict.rules))),
        strictest: openText(draft(inAnyOrder(made.rules))),
      },
    },
  };
}

interface Rule {
  readonly priority: number;
  readonly allows: boolean;
  readonly conditions: TreeOf<'map'>;
  /** 0 tells the agent, 1 ends the program, 2 asks a person. */
  readonly fallback: number;
  readonly place: Span;
}

type Rules = ReadonlyMap<string, readonly Rule[]>;

/** Null: it is no policy of Progent. */
function rulesOf({ fields }: TreeOf<'map'>): Rules | null {
  const found = new Map<string, readonly Rule[]>();
  for (const [tool, listed] of fields) {
    if (listed.kind !== 'list') return null;
    const rules = listed.items.map(ruleOf);
    if (rules.some((rule) => rule === null)) return null;
    found.set(tool, rules.filter((rule) => rule !== null).toSorted(inOrderOfProgent));
  }
  return found;
}

/** A rule that forbids comes before one that allows. */
const inOrderOfProgent = (a: Rule, b: Rule): number => a.priority - b.priority || Number(a.allows) - Number(b.allows);

function ruleOf(tree: Tree): Rule | null {
  const [priority, effect, conditions, fallback] =
    tree.kind === 'list'
      ? tree.items
      : ['priority', 'effect', 'conditions', 'fallback'].map((name) => fieldOf(tree, name));
  const numberOf = (of: Tree | undefined): number | null =>
    of === undefined ? 0 : of.kind === 'number' ? Number(of.digits) : null;
  const [first, second, last] = [priority, effect, fallback].map(numberOf);
  if (priority === undefined || typeof first !== 'number' || typeof last !== 'number' || (second !== 0 && second !== 1))
    return null;
  if (conditions?.kind !== 'map') return null;
  return { priority: first, allows: second === 0, conditions, fallback: last, place: tree.span };
}

const ASKS = 2;
/** Rules that a model made: where one does not hold, no other is asked. */
const GENERATED = 100;

class Translation {
  readonly rules: readonly OrderedRule[];
  private readonly attributes = new Map<string, Attributes>();
  private readonly unread = new Unread();
  private readonly others: NotImported[] = [];
  private readonly ids = new RuleIds();

  constructor(
    private readonly source: SourceText,
    private readonly listed: Rules,
    private readonly absent: 'as_there' | 'required',
  ) {
    this.rules = [...listed].flatMap(([tool, rules]) => this.ofTool(tool, rules));
  }

  get entries(): readonly NotImported[] {
    return [...this.unread.entries, ...this.others];
  }

  get declarations(): PolicyDraft['declarations'] {
    return [
      ...[...this.listed.keys()].flatMap((tool) => this.attributesOf(tool).declarations([tool])),
      ...unreadAttributes(this.unread.attributes),
    ];
  }

  private attributesOf(tool: string): Attributes {
    const found = this.attributes.get(tool) ?? new Attributes();
    this.attributes.set(tool, found);
    return found;
  }

  private ofTool(tool: string, all: readonly Rule[]): readonly OrderedRule[] {
    const end = all.findIndex(({ priority, allows, fallback }) => priority === GENERATED && allows && fallback === 0);
    const rules = end < 0 ? all : all.slice(0, end + 1);
    for (const { place } of all.slice(rules.length))
      this.others.push({
        line: this.source.position(place.start).line,
        construct: 'rule',
        detail: {
          en: 'This rule is never used: if an earlier rule of priority 100 does not apply, Progent refuses at once.',
          pt: 'Esta regra nunca é usada: se uma regra anterior de prioridade 100 não se aplica, o Progent recusa imediatamente.',
        },
      });
    const last = rules.at(-1);
    return [
      ...rules.map((rule) => this.rule(tool, rule)),
      // What no rule decides has the fallback of the last.
      ...(last && end < 0 && last.fallback === ASKS
        ? [this.made(tool, 'fallback', 'confirm', settled(true), last.place)]
        : []),
    ];
  }

  private rule(tool: string, { allows, conditions, fallback, place }: Rule): OrderedRule {
    const { line } = this.source.position(place.start);
    const told = {
      attributes: this.attributesOf(tool),
      unread: (keyword: string, value: Tree) =>
        this.unread.test(
          JSON.stringify([tool, keyword, this.source.text.slice(value.span.start, value.span.end)]),
          keyword,
          line,
          {
            en: `Ostiary has no counterpart of \`${keyword}\`, or another rule reads the argument with another type.`,
            pt: `O Ostiary não tem equivalente para \`${keyword}\`, ou outra regra lê o argumento com outro tipo.`,
          },
        ),
    };
    const truth = [...conditions.fields]
      .map(([argument, restriction]) => truthOf(argument, restriction, told, allows && this.absent === 'required'))
      .reduce(and, settled(true));
    const effect = allows ? 'allow' : fallback === ASKS ? 'confirm' : 'refuse';
    return this.made(tool, effect, effect, truth, place);
  }

  private made(tool: string, word: string, effect: Effect, truth: Truth, place: Span): OrderedRule {
    const annotations = [{ name: 'id', value: this.ids.of(`${tool} ${word}`) }];
    return {
      draft: { annotations, effect, target: toolsTarget([tool]), place },
      condition: truth,
      rest: truth,
      tools: [tool],
    };
  }
}
