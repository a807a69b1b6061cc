import { type CoreExpr, type CoreRule, placeText } from '@ostiary/policy';
import { type Answered, CLEAR, EXACT } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { withoutTest } from '../ask/written/rule-edits.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import type { AboutTool, ConjunctTerms, TestTerms } from '../ask/hunt/about-tool.js';
import { slotsOf, spanOf } from '../ask/guards/tests.js';
import { named, quoted, words } from '../ask/hunt/text.js';

/** A test without which its rule would fire for the same calls: unsat rest and not c; of a test within `or`, unsat c and none of the others. */
export const redundantTest: BugClass = {
  id: 'G04',
  each: 'rules',
  async *ask(hunt, { rules }) {
    for (const rule of rules) {
      // The rule as a whole is another class's finding.
      if ((await hunt.canBeTrue(rule)).kind === 'never' || (await hunt.canBeSilent(rule)).kind === 'never') continue;
      for (const test of testsOf(hunt, rule)) yield await askOf(hunt, rule, test);
    }
  },
};

/** The tests that stand in the rule itself: those of a definition serve other rules as well. */
function testsOf(hunt: Hunt, rule: CoreRule): readonly CoreExpr[] {
  const [tool] = hunt.toolsOf(rule);
  const all = tool === undefined ? [] : hunt.about(tool).testsOf(rule);
  const tests = all.flatMap(({ test, parts }) => (parts.length > 1 ? parts.map((part) => part.test) : [test]));
  const isAsked = (test: CoreExpr): boolean => {
    const span = spanOf(test);
    return span !== null && span.start > rule.span.start && span.end < rule.span.end;
  };
  return tests.length < 2 ? [] : tests.filter(isAsked);
}

async function askOf(hunt: Hunt, rule: CoreRule, test: CoreExpr): Promise<Answered> {
  const place = placeOf(test);
  let because: readonly TestTerms[] = [];
  for (const tool of hunt.toolsOf(rule)) {
    const about = hunt.about(tool);
    const conjunct = about.testsOf(rule).find(({ parts }) => parts.some((part) => placeOf(part.test) === place));
    if (!conjunct) return CLEAR;
    const found = await sayingAsMuch(about, rule, conjunct, place);
    if (found === 'possible') return CLEAR;
    if (found === null) return { kind: 'undecided', reason: 'resource_limit', rules: [rule], tool, severity: 'low' };
    because = found;
  }
  return told(hunt, rule, test, because);
}

const placeOf = (test: CoreExpr): string => `${test.op} ${JSON.stringify(spanOf(test))}`;

/** The other tests because of which this one is redundant for one tool. */
async function sayingAsMuch(
  about: AboutTool,
  rule: CoreRule,
  conjunct: ConjunctTerms,
  place: string,
): Promise<readonly TestTerms[] | 'possible' | null> {
  const { factory } = about.questions;
  const others = about.testsOf(rule).filter((each) => each !== conjunct);
  const [own, rest] = [true, false].map((isOwn) =>
    conjunct.parts.filter(({ test }) => (placeOf(test) === place) === isOwn),
  );
  const fires = factory.or(...(own ?? []).map((each) => each.fires));
  // Of a conjunction the rest would have to hold without it; of a disjunction it would have to hold without the rest.
  const goal = rest?.length ? [fires, ...rest.map((each) => factory.not(each.fires))] : [factory.not(fires)];
  const core = await about.questions.conflict([...goal, ...others.map((each) => each.fires)]);
  if (core === null || core === 'possible') return core;
  return [
    ...(rest ?? []).filter((each) => core.includes(factory.not(each.fires))),
    ...others.filter((each) => core.includes(each.fires)),
  ];
}

function told(hunt: Hunt, rule: CoreRule, test: CoreExpr, because: readonly TestTerms[]): Answered {
  const { policy } = hunt;
  const [source, others] = [quoted(policy, [{ test }]), quoted(policy, because)];
  const [slot] = slotsOf(policy.core, test);
  const [en, pt] = [named([rule], 'en'), named([rule], 'pt')];
  const at = testsOf(hunt, rule)
    .filter((each) => slotsOf(policy.core, each)[0] === slot)
    .indexOf(test);
  const text = withoutTest(hunt, rule, test);
  const why =
    because.length === 0
      ? { en: 'every call meets it', pt: 'todas as chamadas o cumprem' }
      : { en: `${others.en} already implies it`, pt: `${others.pt} já o implica` };
  return {
    kind: 'found',
    bug: {
      // Of several tests of one attribute each is a bug of its own.
      ...(at > 0 && { subkind: `test ${String(at + 1)}` }),
      severity: 'low',
      rules: [rule],
      ...(slot && { attribute: placeText(slot) }),
      title: words(`${source.en} in ${en} changes nothing`, `${source.pt} em ${pt} não muda nada`),
      detail: words(
        `Without ${source.en} the rule ${en} would apply to the same calls: ${why.en}. Remove the test, or write the bound that was meant.`,
        `Sem ${source.pt} a regra ${pt} aplicar-se-ia às mesmas chamadas: ${why.pt}. Remova o teste, ou escreva o limite pretendido.`,
      ),
      bound: EXACT,
      ...(text !== null && { repairs: [{ title: words('Remove the test', 'Remover o teste'), text }] }),
    },
  };
}
