import { type Html, html } from '../html/html.js';

/** Icons stand beside words and say nothing of their own. */
export const ICONS = {
  allow: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="6.5" />
    <path d="M5 8.2l2.1 2.1L11 6" />
  </svg>`,
  confirm: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="6.5" />
    <path d="M8 4.7v4M8 11.2v.1" />
  </svg>`,
  refuse: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="6.5" />
    <path d="M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4" />
  </svg>`,
  brand: html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 21V11a8 8 0 0 1 16 0v10" />
    <path d="M9 21v-9a3 3 0 0 1 6 0v9" />
    <path d="M12.9 16.4v.1" />
  </svg>`,
} as const satisfies Readonly<Record<string, Html>>;
