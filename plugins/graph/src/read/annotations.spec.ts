import { describe, expect, it } from 'vitest';
import { annotationsIn } from './annotations.js';

const hints = { readOnlyHint: true };
const nested = { flow: { steps: [{ tool: { name: 'look', annotations: hints } }, { name: 'bare', annotations: {} }] } };

describe('annotationsIn', () => {
  it('are those of tools anywhere in an export, of a tree and of its text', () => {
    const found = [['look', hints]];
    expect([...annotationsIn(nested)]).toEqual(found);
    expect([...annotationsIn(JSON.stringify(nested))]).toEqual(found);
    expect([...annotationsIn(new TextEncoder().encode(JSON.stringify(nested)))]).toEqual(found);
    expect([...annotationsIn('flow: { name: look, annotations: { readOnlyHint: true } }')]).toEqual(found);
  });

  it('are of the first of two with one name, and of nothing that states no hint', () => {
    const other = { name: 'look', annotations: { readOnlyHint: false } };
    expect([...annotationsIn([nested, other])]).toEqual([['look', hints]]);
    expect([
      ...annotationsIn([
        { name: 'a', annotations: { readOnlyHint: 'yes' } },
        { name: 1, annotations: hints },
      ]),
    ]).toEqual([]);
  });

  it('are none of what does not read, and of XML', () => {
    expect(annotationsIn('{ "readOnlyHint"').size).toBe(0);
    expect(annotationsIn('<a name="readOnlyHint"/>').size).toBe(0);
    expect(annotationsIn(null).size).toBe(0);
  });
});
