import { type Language, say, visible } from '@ostiary/report';
import { insertText } from '../show/advice.js';
import { labelsOf } from '../show/guard.js';
import { short } from '../show/names.js';
import type { SceneEdge, SceneNode } from '../show/scene.js';
import { several } from '../show/sentences.js';
import { KIND_NAMES, TEXTS } from '../text/words.js';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A line of text as it is drawn: what cannot be seen is named, what is long is cut. */
export interface Line {
  readonly text: string;
  /** What a fix inserts, where the line says that. */
  readonly cut: boolean;
}

/** Code points of a line, and of a line in which code points are named. */
const [TITLE, LABEL, SHOWN] = [24, 26, 34];
/** Width of a letter in a title, in small print, and beyond the alphabets. Fonts differ; these are those of wide ones. */
const [BOLD, SMALL, WIDE] = [7.7, 6.5, 13];
/** The height of a line, and of the head of a body. */
export const [LINE, HEAD] = [14, 30];

const drawn = (text: string, most: number): string => short(visible(short(text, most)).replaceAll(/\s+/g, ' '), SHOWN);

function widthOf(text: string, letter: number): number {
  let width = 0;
  for (const char of text) width += (char.codePointAt(0) ?? 0) >= 0x1100 ? WIDE : letter;
  return width;
}

/** What stands in a node: its title, and what it is. */
export function nodeLines(
  { node, folded, insert }: SceneNode,
  language: Language,
): { readonly name: string; readonly kind: string } {
  const own = node.title ?? node.id;
  const tools = (node.tools ?? []).map(({ name }) => name);
  const kind = say(KIND_NAMES[node.kind], language);
  const more = [
    ...(insert === null ? [] : [`+ ${insertText(insert, language)}`]),
    ...(folded === null ? [] : [several(folded, TEXTS.folded, language)]),
    ...(node.disabled === true ? [say(TEXTS.disabled, language)] : []),
    ...(tools.length === 0 || (tools.length === 1 && tools[0] === own)
      ? []
      : [tools.length === 1 ? (tools[0] ?? '') : `${tools[0]} +${tools.length - 1}`]),
  ];
  return { name: drawn(own, TITLE), kind: drawn([kind, ...more].join(' · '), SHOWN) };
}

export function nodeSize(node: SceneNode, language: Language): Size {
  const { name, kind } = nodeLines(node, language);
  const width = Math.max(widthOf(name, BOLD), widthOf(kind, SMALL)) + 30;
  return { width: Math.max(76, Math.ceil(width)), height: 44 };
}

/** What stands at an edge, a line for each thing it says. */
export function edgeLines({ edge, insert }: SceneEdge, language: Language): Line[] {
  return [
    ...labelsOf(edge, language)
      .slice(0, 3)
      .map((text) => ({ text: drawn(text, LABEL), cut: false })),
    ...(insert === null ? [] : [{ text: `+ ${drawn(insertText(insert, language), LABEL)}`, cut: true }]),
  ];
}

export function linesSize(lines: readonly Line[]): Size {
  if (lines.length === 0) return { width: 0, height: 0 };
  return {
    width: Math.ceil(Math.max(...lines.map(({ text }) => widthOf(text, SMALL)))) + 14,
    height: lines.length * LINE + 6,
  };
}
