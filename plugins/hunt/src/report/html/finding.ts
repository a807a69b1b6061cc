import {
  type Content,
  diff,
  html,
  type Html,
  prose,
  region,
  say,
  severityBadge,
  source,
  type Token,
  value,
} from '@ostiary/report';
import type { Finding } from '../../search/index.js';
import type { ReportInput } from '../input.js';
import { askedClass, factsOf, kindText } from '../show/facts.js';
import { excerptOf } from '../show/policy-text.js';
import { hunksOf } from '../show/repair.js';
import { adviceOf, isUndecided, moreRules, sameOf } from '../show/summary.js';
import { CLASS_TEXTS } from '../text/class-texts.js';
import { TEXTS } from '../text/words.js';
import { part, witnessPart } from './witness.js';

/** What ids of the policy's lines begin with. */
export const LINE = 'l-';

/** A finding as one would tell it: what is wrong, the call, the rules, what to do. `id` is its place in the document. */
export function findingCard(
  finding: Finding,
  id: string,
  { policy, language }: ReportInput,
  tokens: readonly Token[],
  others: readonly { readonly finding: Finding; readonly id: string }[] = [],
): Html {
  const { class: classId, severity, title, detail } = finding;
  const asked = askedClass(finding);
  return html`<article class="card finding" id="${id}" aria-labelledby="${id}-title">
    <div class="part">
      <div class="row">
        ${severityBadge(severity, language)}
        <span><code>${classId}</code> ${kindText(finding, language)}</span>
      </div>
      <h3 id="${id}-title">${prose(say(title, language))}</h3>
      <p class="lead">${prose(say(detail, language))}</p>
      <details class="aside">
        <summary>${say(TEXTS.aboutClass, language, { class: asked })}</summary>
        <p>${prose(say(CLASS_TEXTS[asked].meaning, language))}</p>
      </details>
    </div>
    ${isUndecided(finding) ? null : witnessPart(finding, language)} ${regionPart(finding, language)}
    ${whyPart(finding, { policy, language }, tokens)} ${toDoPart(finding, policy.text, language)}
    ${othersPart(finding, others, { policy, language })}
  </article>`;
}

/** The same mistake of other tools: what shows it there, and what to do where that is something else. */
function othersPart(
  { repair }: Finding,
  others: readonly { readonly finding: Finding; readonly id: string }[],
  { policy, language }: Pick<ReportInput, 'policy' | 'language'>,
): Html | null {
  if (others.length === 0) return null;
  return part(
    sameOf(others.length, language),
    say(TEXTS.sameNote, language),
    html`${others.map(
      ({ finding, id }) =>
        html`<details class="aside" id="${id}">
          <summary><code>${finding.tool}</code></summary>
          <p>${say(TEXTS.fingerprint, language)} ${value(finding.fingerprint)}</p>
          ${isUndecided(finding) ? null : witnessPart(finding, language)}
          ${finding.repair?.text === repair?.text ? null : toDoPart(finding, policy.text, language)}
        </details>`,
    )}`,
  );
}

function regionPart({ evidence }: Finding, language: ReportInput['language']): Html | null {
  if (evidence.region === null) return null;
  const { x, y, answers, marks } = evidence.region;
  const axis = ({ attribute, values }: typeof x) => ({ title: attribute.replace(/^args\./, ''), values });
  const picture = region(
    { x: axis(x), y: axis(y), answers, marks: marks.map((mark) => ({ ...mark, label: String(mark.step + 1) })) },
    language,
  );
  return picture === null ? null : part(say(TEXTS.region, language), say(TEXTS.regionNote, language), picture);
}

function whyPart(
  finding: Finding,
  { policy, language }: Pick<ReportInput, 'policy' | 'language'>,
  tokens: readonly Token[],
): Html {
  const { marked, shown, left } = excerptOf(finding.evidence.rules);
  const text = shown.length === 0 ? null : source({ text: policy.text, tokens, marked, shown }, language);
  return part(
    say(TEXTS.why, language),
    html`<code>${policy.path}</code
      >${marked.map(({ from }) => html` · <a href="${`#${LINE}${from}`}">${say(TEXTS.line, language, { n: from })}</a>`)}`,
    html`<div class="stack">
      ${text} ${left === 0 ? null : html`<p class="muted">${moreRules(left, language)}</p>`}
      <dl class="facts">
        ${factsOf(finding, language).map(
          ({ title, content }) =>
            html`<dt>${title}</dt>
              <dd>${typeof content === 'string' ? content : commas(content)}</dd>`,
        )}
      </dl>
    </div>`,
  );
}

function toDoPart(finding: Finding, text: string, language: ReportInput['language']): Html {
  const { repair } = finding;
  const advice = html`<p>${prose(say(adviceOf(finding), language))}</p>`;
  if (repair === null) return part(say(TEXTS.toDo, language), null, advice);
  const hunks = hunksOf(text, repair.text);
  const change = hunks === null ? html`<p class="muted">${say(TEXTS.repairLong, language)}</p>` : diff(hunks, language);
  return part(
    say(TEXTS.toDo, language),
    null,
    html`<div class="stack">
      ${advice} ${change}
      <p class="good-words">✓ ${say(TEXTS.repaired, language)}</p>
    </div>`,
  );
}

function commas(names: readonly string[]): Content {
  return names.map((name, at) => [at === 0 ? null : ', ', value(name)]);
}
