import { type Content, type Html, html } from '../html/html.js';

/** A card that opens when it is asked for, and on paper. `id` is that of its title. */
export function folded(id: string, title: Content, note: Content, body: Content): Html {
  return html`<details class="card fold">
    <summary>
      <h2 id="${id}">${title}</h2>
      <p class="muted">${note}</p>
    </summary>
    <div class="part">${body}</div>
  </details>`;
}
