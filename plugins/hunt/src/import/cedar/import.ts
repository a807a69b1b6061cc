import type { Expr } from '@cedar-policy/cedar-wasm/nodejs';
import type { Words } from '@ostiary/guard';
import { SourceText } from '@ostiary/policy';
import type { ImportInput, ImportResult, NotImported } from '../model.js';
import { ANY_TOOL, toolsTarget } from '../shared/build.js';
import { RuleIds } from '../shared/ids.js';
import { closedText, openText, type PolicyDraft, type RuleDraft, unreadAttributes } from '../shared/text.js';
import { type Formula, not, type Truth } from '../shared/truth.js';
import { Unread } from '../shared/unread.js';
import { loadCedar } from './cedar.js';
import { Conditions, type Reading } from './conditions.js';
import { declarations } from './declare.js';
import { nodeOf } from './est.js';
import { type Uid, uidText } from './names.js';
import { Places } from './places.js';
import { actionsNamed, conditionsOf, knownBy, readStatements, type Statement, typesOf } from './read.js';
import type { ActionType, CedarTypes } from './types.js';

/** Translates policies of Cedar. See docs/hunt/importing.md. */
export async function importCedar({ text, schema, declares }: ImportInput): Promise<ImportResult> {
  const cedar = await loadCedar();
  const source = new SourceText(text);
  const { statements, templates, faults } = readStatements(cedar, source);
  if (faults.length > 0) return { ok: false, faults };
  const types = typesOf(cedar, statements, schema);
  if ('faults' in types) return { ok: false, faults: types.faults };
  const made = new Translation(source, types, statements);
  const draft: PolicyDraft = { ...made.draft, declarations: declares ? made.declarations : [] };
  return {
    ok: true,
    imported: {
      text: openText(draft),
      places: draft.rules.map(({ place }) => place),
      notImported: [...templates, ...made.entries].toSorted((a, b) => a.line - b.line),
      readings: { closed: closedText(draft) },
    },
  };
}

/** What a language has beyond Cedar. */
export interface Beyond {
  /** What an expression says; null: it is one of Cedar. */
  readonly truth: (expr: Expr, at: At) => Truth | null;
  /** The rules that a policy with these conditions becomes. */
  readonly rules: (conditions: readonly Formula[]) => readonly Pick<RuleDraft, 'conditions' | 'history'>[];
}

/** Where an expression stands, and how to say what cannot be read. */
export interface At {
  readonly reading: Reading;
  readonly effect: 'permit' | 'forbid';
  readonly unread: Unread;
  readonly tell: (line: number, construct: string, detail: Words) => void;
}

const CEDAR_ALONE: Beyond = { truth: () => null, rules: (conditions) => [{ conditions }] };

export class Translation {
  readonly draft: Pick<PolicyDraft, 'default' | 'rules'>;
  private readonly places: Places;
  private readonly unread = new Unread();
  private readonly others = new Map<string, NotImported>();
  private readonly ids = new RuleIds();

  constructor(
    private readonly source: SourceText,
    private readonly types: CedarTypes,
    statements: readonly Statement[],
    private readonly beyond: Beyond = CEDAR_ALONE,
  ) {
    this.places = new Places(types);
    this.draft = { default: 'refuse', rules: statements.flatMap((statement) => this.rules(statement)) };
  }

  get entries(): readonly NotImported[] {
    return [...this.unread.entries, ...this.others.values()];
  }

  get declarations(): PolicyDraft['declarations'] {
    return [...declarations(this.types, this.places.read), ...unreadAttributes(this.unread.attributes)];
  }

  private rules({ json, place }: Statement): readonly RuleDraft[] {
    const { line } = this.source.position(place.start);
    const named = actionsNamed(json);
    const actions = this.actionsOf(named);
    if (actions.length === 0) {
      this.tell(line, 'action', {
        en: 'The schema has no action of this policy that a request can have: it never applies.',
        pt: 'O esquema não tem nenhuma ação desta política que um pedido possa ter: ela nunca se aplica.',
      });
      return [];
    }
    const reading: Reading = {
      types: this.types,
      places: this.places,
      actions,
      unread: (expr) => this.unknown(expr, line),
      missing: (expr) => this.missing(expr, line),
      beyond: (expr) =>
        this.beyond.truth(expr, { reading, effect: json.effect, unread: this.unread, tell: this.tell.bind(this) }),
    };
    const head = new Conditions(reading);
    const beneath = new Conditions({ ...reading, places: this.places.where(knownBy(json)) });
    const sure = new Set<Formula>();
    const formulas = conditionsOf(json).map(({ body, isNegated, isHead }) => {
      const truth = (isHead ? head : beneath).of(body);
      const formula = (isNegated ? not(truth) : truth).holds();
      if (!truth.mayFail) sure.add(formula);
      return formula;
    });
    return this.beyond.rules(formulas).map((each) => ({
      annotations: Object.entries(json.annotations ?? {}).map(([name, value]) => ({
        name,
        value: name === 'id' ? this.ids.of(value) : value,
      })),
      effect: json.effect === 'permit' ? 'allow' : 'refuse',
      target: named === null ? ANY_TOOL : toolsTarget(actions.map(({ tool }) => tool)),
      ...each,
      sure,
      place,
    }));
  }

  private actionsOf(named: readonly Uid[] | null): readonly ActionType[] {
    const all = [...this.types.actions];
    if (named === null) return all.map(([, action]) => action);
    const within = new Set(named.flatMap((uid) => this.types.actionsIn(uidText(uid)) ?? []));
    return all.flatMap(([uid, action]) => (within.has(uid) ? [action] : []));
  }

  private unknown(expr: Expr, line: number): ReturnType<Unread['test']> {
    const { op } = nodeOf(expr);
    return this.unread.test(JSON.stringify(expr), op, line, {
      en: this.types.closed
        ? 'Ostiary has no counterpart of this condition.'
        : 'Ostiary has no counterpart of this condition, or only a schema can say what it means.',
      pt: this.types.closed
        ? 'O Ostiary não tem equivalente para esta condição.'
        : 'O Ostiary não tem equivalente para esta condição, ou só um esquema pode dizer o que ela significa.',
    });
  }

  private missing(expr: Expr, line: number): void {
    const { op, of } = nodeOf(expr);
    const name = op === '.' ? (of as { attr: string }).attr : op;
    this.tell(line, 'attribute', {
      en: `The schema has no \`${name}\` here: Cedar fails where it reads it, and skips the policy.`,
      pt: `O esquema não tem \`${name}\` aqui: o Cedar falha ao lê-lo e salta a política.`,
    });
  }

  private tell(line: number, construct: string, detail: Words): void {
    this.others.set(JSON.stringify([line, construct, detail.en]), { line, construct, detail });
  }
}
