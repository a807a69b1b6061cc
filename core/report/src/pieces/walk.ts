import { type Content, type Html, html } from '../html/html.js';
import { LIT_STEPS } from '../style/graph.js';

export interface WalkStep {
  /** What happens. */
  readonly title: Content;
  /** What follows from it, a line each. */
  readonly notes: readonly Content[];
}

export interface Walk {
  /** Of the choice among its steps: unique in the document, as `f-1`. */
  readonly name: string;
  /** What the steps are, for those who do not see the picture. */
  readonly legend: string;
  /** Chosen from the start: all of it is shown. */
  readonly whole: string;
  /** What is at step n has the class `lit`, and `on-n`. */
  readonly picture: Content;
  readonly steps: readonly WalkStep[];
  /** Whether the picture is narrow enough for the steps to stand beside it. */
  readonly beside: boolean;
}

/** A picture and the steps through it. Choosing a step shows where it is, by the arrow keys as well, and without a script. See docs/adr/0150. */
export function walk({ name, legend, whole, picture, steps, beside }: Walk): Html {
  const items = steps.map(({ title, notes }, at) => {
    const more = notes.map((note) => html`<div class="note">${note}</div>`);
    const turn = html`<span class="turn">${at + 1}</span>`;
    const head =
      at < LIT_STEPS
        ? html`<label><input type="radio" class="at at-${at + 1}" name="${name}" />${turn}<span>${title}</span></label>`
        : html`<div class="plain">${turn}<span>${title}</span></div>`;
    return html`<li>${head}${more}</li>`;
  });
  return html`<div class="walk ${beside ? 'paired' : 'stacked'}">
    ${picture}
    <fieldset>
      <legend class="hidden">${legend}</legend>
      <label class="whole"><input type="radio" name="${name}" checked />${whole}</label>
      <ol class="stops">
        ${items}
      </ol>
    </fieldset>
  </div>`;
}
