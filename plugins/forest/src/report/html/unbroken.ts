import { html, type Html, value } from '@ostiary/report';

/** A value in a table. A number is not broken; a text may be. */
export const whole = (text: string): Html =>
  text.length > 24 ? value(text) : html`<code class="value whole">${text}</code>`;

/** Numbers beside each other: a line may end between them. */
export const wholes = (texts: readonly string[]): Html => html`${texts.map((text) => html`${whole(text)} `)}`;

/** Bits, none of which stands in two lines. */
export const bits = (texts: readonly string[]): Html =>
  html`${texts.map((text) => html`<code class="muted whole">${text}</code> `)}`;
