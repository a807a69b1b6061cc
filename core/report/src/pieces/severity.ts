import { type Html, html } from '../html/html.js';
import { type Language, say, type Words } from '../text/words.js';

/** From what lets an attacker act, to what only reads badly. */
export type SeverityName = 'critical' | 'high' | 'medium' | 'low' | 'info';

const NAMES: Readonly<Record<SeverityName, Words>> = {
  critical: { en: 'Critical', pt: 'Crítica' },
  high: { en: 'High', pt: 'Alta' },
  medium: { en: 'Medium', pt: 'Média' },
  low: { en: 'Low', pt: 'Baixa' },
  info: { en: 'Note', pt: 'Nota' },
};

const BARS: Readonly<Record<SeverityName, number>> = { critical: 4, high: 3, medium: 2, low: 1, info: 0 };

export function severityName(severity: SeverityName, language: Language): string {
  return say(NAMES[severity], language);
}

/** A severity by word, bars and colour. */
export function severityBadge(severity: SeverityName, language: Language): Html {
  const bars = [0, 1, 2, 3].map(
    (at) =>
      html`<rect
        class="${at < BARS[severity] ? 'on' : 'off'}"
        x="${at * 4}"
        y="${10 - at * 3}"
        width="3"
        height="${4 + at * 3}"
      />`,
  );
  return html`<span class="severity ${severity}"
    ><svg viewBox="0 0 15 14" aria-hidden="true">${bars}</svg>${severityName(severity, language)}</span
  >`;
}
