import { type Content, type Html, html } from '../html/html.js';

export interface Column {
  readonly title: string;
  /** Figures stand at the right. */
  readonly numeric?: boolean;
}

export interface TableData {
  /** What the table is about, for those who do not see what stands around it. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** A cell for each column; the first names its row. */
  readonly rows: readonly (readonly Content[])[];
}

/** A table of data. It scrolls by itself where the page is too narrow for it. */
export function table({ label, columns, rows }: TableData): Html {
  const kind = (at: number): string => (columns[at]?.numeric ? 'number' : 'words');
  const head = columns.map(({ title }, at) => html`<th scope="col" class="${kind(at)}">${title}</th>`);
  const body = rows.map(
    (cells) =>
      html`<tr>
        ${cells.map((cell, at) =>
          at === 0
            ? html`<th scope="row" class="${kind(at)}">${cell}</th>`
            : html`<td class="${kind(at)}">${cell}</td>`,
        )}
      </tr>`,
  );
  return html`<div class="scroll" role="group" aria-label="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}
