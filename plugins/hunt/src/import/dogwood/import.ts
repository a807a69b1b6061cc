import type { Expr as Est } from '@cedar-policy/cedar-wasm/nodejs';
import type { Words } from '@ostiary/guard';
import { type Expr, SourceText } from '@ostiary/policy';
import { loadCedar } from '../cedar/cedar.js';
import type { Reading } from '../cedar/conditions.js';
import { nodeOf } from '../cedar/est.js';
import { type At, type Beyond, Translation } from '../cedar/import.js';
import { uidText } from '../cedar/names.js';
import { actionsNamed, readStatements, type Statement, typesOf } from '../cedar/read.js';
import type { ImportFault, ImportInput, ImportResult, NotImported } from '../model.js';
import { path } from '../shared/build.js';
import { closedText, openText, type PolicyDraft, type RuleDraft } from '../shared/text.js';
import { type Formula, settled, test, type Truth } from '../shared/truth.js';
import { faultAt } from '../shared/yaml.js';
import { ALWAYS, both, isAlways, MOST_WAYS, type Timed, TooMany, waysOf } from './alternatives.js';
import { typesWithArguments, typesWithout, withArguments } from './context.js';
import { Leaves } from './leaf.js';
import { type Mark, marked, type Marked } from './marks.js';
import { NotTemporal, parseTemporal } from './parse.js';
import { Patterns } from './pattern.js';
import { readsOf } from './seen.js';
import type { Condition } from './syntax.js';

/** Translates policies of Dogwood: of Cedar with conditions on the history. See docs/hunt/importing.md. */
export async function importDogwood({ text, schema, declares }: ImportInput): Promise<ImportResult> {
  const cedar = await loadCedar();
  const source = new SourceText(text);
  const found = marked(text);
  const conditions = conditionsOf(found, source);
  const { statements, templates, faults } = readStatements(cedar, source, found.text);
  const all = [...conditions.faults, ...faults];
  if (all.length > 0) return { ok: false, faults: all };
  const moved = statements.map((each): Statement => ({
    ...each,
    json: withArguments(each.json, (name) => found.marks.has(name)),
  }));
  const seen = [...found.marks.values()].flatMap((mark) => {
    const condition = conditions.parsed.get(mark.name);
    const rule = moved.find(({ place }) => place.start <= mark.bodyAt && mark.bodyAt < place.end);
    return condition && rule ? [readsOf(condition, actionsNamed(rule.json)?.map(uidText) ?? null)] : [];
  });
  const more = { reads: seen.flatMap(({ reads }) => reads), actions: seen.flatMap(({ actions }) => actions) };
  const types = typesOf(cedar, moved, schema, more);
  if ('faults' in types) return { ok: false, faults: types.faults };
  const beyond = new History(source, found, conditions.parsed);
  const ours = schema === undefined ? typesWithout(types, found.marks) : typesWithArguments(types);
  const made = translated(() => new Translation(source, ours, moved, beyond));
  if (!made) return { ok: false, faults: [faultAt(source, 0, 'too_large', MANY)] };
  const draft: PolicyDraft = { ...made.draft, declarations: declares ? made.declarations : [] };
  return {
    ok: true,
    imported: {
      text: openText(draft),
      places: draft.rules.map(({ place }) => place),
      notImported: [...templates, ...macrosTold(found, source), ...made.entries].toSorted((a, b) => a.line - b.line),
      readings: { closed: closedText(draft) },
    },
  };
}

/** Null: its conditions come to too many rules. */
function translated(make: () => Translation): Translation | null {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof TooMany)) throw error;
    return null;
  }
}

/** The conditions between the braces of `temporal`, by the names of their marks. */
function conditionsOf(
  { marks }: Marked,
  source: SourceText,
): { readonly parsed: ReadonlyMap<string, Condition>; readonly faults: readonly ImportFault[] } {
  const parsed = new Map<string, Condition>();
  const faults: ImportFault[] = [];
  for (const { name, kind, body, bodyAt } of marks.values()) {
    if (kind !== 'temporal') continue;
    try {
      parsed.set(name, parseTemporal(body));
    } catch (error) {
      if (!(error instanceof NotTemporal)) throw error;
      const expected = {
        en: `This cannot be read: expected ${error.expected} here.`,
        pt: `Isto não pode ser lido: esperado aqui ${error.expected}.`,
      };
      faults.push(faultAt(source, bodyAt + error.at, 'not_readable', expected));
    }
  }
  return { parsed, faults };
}

const macrosTold = ({ macros }: Marked, source: SourceText): readonly NotImported[] =>
  macros.map(({ start }) => ({
    line: source.position(start).line,
    construct: 'def',
    detail: {
      en: 'Macros are not expanded: a condition that calls one may be true or not.',
      pt: 'As macros não são expandidas: uma condição que chama uma pode ser verdadeira ou não.',
    },
  }));

/** The root of the paths that stand for conditions on the history until rules are made of them; no name of a policy has a space. */
const MARKED = 'on the history ';

class History implements Beyond {
  private readonly timed: Timed[] = [];
  /** Of each policy, in how many ways its conditions can hold. */
  private readonly ways = new Map<Reading, number>();

  constructor(
    private readonly source: SourceText,
    private readonly found: Marked,
    private readonly parsed: ReadonlyMap<string, Condition>,
  ) {}

  truth(expr: Est, at: At): Truth | null {
    const { op, of } = nodeOf(expr);
    if (op !== '.') return null;
    const { left, attr } = of as { left: Est; attr: string };
    const mark = this.found.marks.get(attr);
    if (!mark || nodeOf(left).op !== 'Var') return null;
    const condition = this.parsed.get(attr);
    if (!condition) return this.unread(mark, at, mark.kind, JSON.stringify(mark.body), OUTSIDE);
    const unreadable = (construct: string, key: string, what: Words): Truth =>
      this.unread(mark, at, construct, key, what);
    const tell = (construct: string, detail: Words): void => at.tell(this.lineOf(mark), construct, detail);
    const timed = new Leaves(new Patterns(at.reading, unreadable, tell), unreadable).of(condition);
    const ways = this.waysIn(timed, at);
    if (!ways) return unreadable('temporal', JSON.stringify(condition), MANY);
    if (ways.holds === 0 || isAlways(timed.holds())) return settled(ways.holds > 0);
    return test(path('session', [`${MARKED}${String(this.timed.push(timed) - 1)}`]), false);
  }

  /** How many ways there are; null: with the others of its policy too many. */
  private waysIn({ holds, fails }: Timed, { reading }: At): { readonly holds: number } | null {
    try {
      const [yes, no] = [holds().length, fails().length];
      const all = (this.ways.get(reading) ?? 1) * Math.max(1, yes, no);
      if (all > MOST_WAYS) return null;
      this.ways.set(reading, all);
      return { holds: yes };
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
      return null;
    }
  }

  rules(conditions: readonly Formula[]): readonly Pick<RuleDraft, 'conditions' | 'history'>[] {
    const ways = conditions
      .map((condition) => waysOf(condition, (expr) => this.timedOf(expr)))
      .reduce(both, ALWAYS)
      .map(({ conditions: of, history }) => ({ conditions: of, ...(history && { history }) }));
    return ways.length > 0 ? ways : [{ conditions: [false] }];
  }

  private timedOf(expr: Expr): Timed | null {
    const name = expr.kind === 'path' && expr.root === 'session' ? expr.segments[0]?.text : undefined;
    return name?.startsWith(MARKED) === true ? (this.timed[Number(name.slice(MARKED.length))] ?? null) : null;
  }

  private unread(mark: Mark, at: At, construct: string, key: string, what: Words): Truth {
    return { ...at.unread.test(key, construct, this.lineOf(mark), what), mayFail: false };
  }

  private lineOf({ bodyAt }: Mark): number {
    return this.source.position(bodyAt).line;
  }
}

const OUTSIDE: Words = {
  en: 'What an information provider says is not part of the policy.',
  pt: 'O que um provedor de informação diz não faz parte da política.',
};
const MANY: Words = {
  en: 'There are too many ways in which this condition can be true.',
  pt: 'Há demasiadas maneiras de esta condição ser verdadeira.',
};
