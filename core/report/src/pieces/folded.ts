import { type Content, type Html, html } from '../html/html.js';

export interface Folded {
  /** Of its title. */
  readonly id: string;
  readonly title: Content;
  readonly note: Content;
  readonly body: Content;
  /** Whether it is open from the start. */
  readonly open: boolean;
}

/** A card that opens when it is asked for, and on paper. */
export function folded({ id, title, note, body, open }: Folded): Html {
  const inner = html`<summary>
      <h2 id="${id}">${title}</h2>
      <p class="muted">${note}</p>
    </summary>
    <div class="part">${body}</div>`;
  return open
    ? html`<details class="card fold" open>${inner}</details>`
    : html`<details class="card fold">${inner}</details>`;
}
