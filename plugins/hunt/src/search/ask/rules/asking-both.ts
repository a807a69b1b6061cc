import type { Mending } from '../hunt/answered.js';
import type { Step } from '../../model/finding.js';
import { repairOf } from '../written/edits.js';
import type { Hunt } from '../hunt/hunt.js';
import { conjunctsOf, slotsOf } from '../guards/tests.js';
import { words } from '../hunt/text.js';
import { WrittenRule } from '../written/written-rule.js';
import type { FieldPlace } from '../calls/field-places.js';

/** What the rules that let the call pass ask of the one argument, asked of the other as well. It concerns calls that give the other. */
export function askingBoth(hunt: Hunt, tool: string, main: FieldPlace, other: FieldPlace, passing: Step): Mending {
  const [[from = ''], [to = '', ...inside]] = [main.path, other.path];
  const [one, field] = [from, to].map((name) => hunt.entry(tool)?.args.fields[name]);
  if (!one || !field || inside.length > 0 || ![from, to].every((name) => /^[A-Za-z_]\w*$/u.test(name))) return {};
  const letting = hunt.rulesOf(tool).filter(({ id }) => passing.deciding.includes(id));
  const { core } = hunt.policy;
  const [areLists, isOptional] = [[one, field].map(({ type }) => type.kind === 'list'), !field.required];
  const ofOther = (source: string): string | null => {
    const written = (name: string): string =>
      source.replaceAll(new RegExp(`(args has )?(?<![\\w.])(?:args\\.)?${from}\\b(?![("])`, 'gu'), (_, has?: string) =>
        has === undefined ? name : `${has}${to}`,
      );
    if (areLists[0] === areLists[1]) return written(`args.${to}`);
    return areLists[0] || core.dialect === 1 ? null : `args.${to}.all(each, ${written('each')})`;
  };
  const edits = letting.map((rule) => {
    const guard = hunt.guardOf(rule, tool);
    const test = (guard ? conjunctsOf(guard) : []).find(
      (each) => each.op !== 'not' && slotsOf(core, each).some(({ root, path }) => root === 'args' && path[0] === from),
    );
    return (
      test &&
      WrittenRule.of(hunt, rule)?.replacedWhereSaid(test, (source) => {
        const also = ofOther(source);
        if (also === null || (isOptional && core.dialect === 1)) return null;
        if (core.dialect === 1) return `${source} and ${also}`;
        const joined = (each: string): string => (source.includes('||') ? `(${each})` : each);
        const isGuarded = also.includes(`args has ${to}`);
        return `${joined(source)} && ${isOptional && !isGuarded ? `(!(has args.${to}) || ${also})` : joined(also)}`;
      })
    );
  });
  const place = { index: -1, root: 'args', path: [to], type: field.type, required: field.required } as const;
  return {
    repairs: repairOf(hunt, words(`Test \`${to}\` in the same way`, `Testar \`${to}\` da mesma forma`), edits),
    concerns: {
      tools: [tool],
      where: ({ questions: { factory, x } }) => factory.not(x.inputs.absent(place)),
      milder: false,
    },
  };
}
