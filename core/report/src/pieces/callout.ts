import { type Content, type Html, html } from '../html/html.js';

/** A box beside the text: `good` for what should be, `note` for what a reader should know. */
export function callout(kind: 'good' | 'note', title: Content, body: Content): Html {
  return html`<div class="callout ${kind}">
    <h4>${title}</h4>
    <div>${body}</div>
  </div>`;
}
