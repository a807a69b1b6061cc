import type { RegexNode } from '../../text/regex.js';

/** `read` goes on to the next step when the character lies in `ranges`; `fork` goes on at each of `to` without reading. */
export type Step =
  | { readonly op: 'read'; readonly ranges: readonly (readonly [number, number])[] }
  | { readonly op: 'fork'; readonly to: readonly number[] }
  | { readonly op: 'accept' };

/** Writes a pattern out as steps (K. Thompson, 1968); bounded repeats are written as often as they may be read. */
export function assemble(node: RegexNode): readonly Step[] {
  const steps: Step[] = [];
  emit(node, steps);
  steps.push({ op: 'accept' });
  return steps;
}

function emit(node: RegexNode, steps: Step[]): void {
  switch (node.kind) {
    case 'empty':
      return;
    case 'chars':
      steps.push({ op: 'read', ranges: node.ranges });
      return;
    case 'concat':
      for (const part of node.parts) emit(part, steps);
      return;
    case 'alt':
      choose(node.options, steps);
      return;
    case 'repeat':
      repeat(node.node, node.min, node.max, steps);
  }
}

function choose(options: readonly RegexNode[], steps: Step[]): void {
  const fork = steps.length;
  steps.push({ op: 'fork', to: [] });
  const starts: number[] = [];
  const ends: number[] = [];
  for (const option of options) {
    starts.push(steps.length);
    emit(option, steps);
    ends.push(steps.length);
    steps.push({ op: 'fork', to: [] });
  }
  steps[fork] = { op: 'fork', to: starts };
  for (const end of ends) steps[end] = { op: 'fork', to: [steps.length] };
}

function repeat(node: RegexNode, min: number, max: number | null, steps: Step[]): void {
  for (let i = 0; i < min; i++) emit(node, steps);
  if (max === null) {
    const start = steps.length;
    steps.push({ op: 'fork', to: [] });
    emit(node, steps);
    steps.push({ op: 'fork', to: [start] });
    steps[start] = { op: 'fork', to: [start + 1, steps.length] };
    return;
  }
  const exits: number[] = [];
  for (let i = min; i < max; i++) {
    exits.push(steps.length);
    steps.push({ op: 'fork', to: [] });
    emit(node, steps);
  }
  for (const exit of exits) steps[exit] = { op: 'fork', to: [exit + 1, steps.length] };
}
