import { describe, expect, it } from 'vitest';
import type { Rule, ToolEffect, ToolEffects } from '../model/index.js';
import { readDocument } from '../read/index.js';
import { ok } from '../read/testing/drawn.js';
import { verifyProof } from '../check/index.js';
import { lineOf, readCertificate } from './certificates.js';
import { statedRules, verifyGraph } from './index.js';

const flow = (source: string, target: string): string =>
  `<sequenceFlow id="${source}_${target}" sourceRef="${source}" targetRef="${target}"/>`;
const undone = (id: string, handler: string): string =>
  `<serviceTask id="${id}" name="${id}"/><boundaryEvent id="${id}_c" attachedToRef="${id}"><compensateEventDefinition/></boundaryEvent><serviceTask id="${id}_by" name="${handler}" isForCompensation="true"/><association id="${id}_a" sourceRef="${id}_c" targetRef="${id}_by"/>`;

/** Books, then pays; when that fails what was booked is undone, and the run fails. `second`: what undoes another booking, made before. */
const booking = (handler = 'cancel', second?: string): string => `<?xml version="1.0"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p"><startEvent id="s"/>
${second === undefined ? '' : undone('rent', second)}${undone('book', handler)}<serviceTask id="pay" name="pay"/>
<boundaryEvent id="wrong" attachedToRef="pay"><errorEventDefinition/></boundaryEvent>
<intermediateThrowEvent id="undo"><compensateEventDefinition/></intermediateThrowEvent>
<endEvent id="x"><errorEventDefinition/></endEvent>
${second === undefined ? flow('s', 'book') : flow('s', 'rent') + flow('rent', 'book')}${flow('book', 'pay')}${flow('wrong', 'undo')}${flow('undo', 'x')}
</process></definitions>`;

const tools = (...effects: readonly ToolEffect[]): ToolEffects =>
  new Map(effects.map((effect) => [effect.name, effect]));
const write = (name: string, more: Partial<ToolEffect> = {}): ToolEffect => ({ name, classes: ['write'], ...more });
const sure = (name: string, more: Partial<ToolEffect> = {}): ToolEffect =>
  write(name, { classes: ['write', 'infallible'], ...more });
const SAGA: Rule = { id: 'trip', kind: 'saga', steps: [{ tool: 'book' }] };

const verified = (text: string, effects: ToolEffects, rules?: readonly Rule[]) =>
  verifyGraph(ok(readDocument(text)), effects, { ...(rules && { rules }), properties: ['P5'], fixes: false });
const words = ({ verdicts }: ReturnType<typeof verified>): Record<string, string> =>
  Object.fromEntries(verdicts.map(({ kind, target, verdict }) => [`${kind} ${target}`, verdict]));
const codes = ({ roles }: ReturnType<typeof verified>): readonly string[] =>
  roles.map(({ tool, of, code }) => `${tool} of ${of}: ${code}`);

describe('a compensation that an export states', () => {
  it('is the role of the tools that the two nodes call, bound or not, with its place', () => {
    const roles = ok(readDocument(booking())).roles ?? [];
    expect(roles).toMatchObject([{ role: 'compensates', tool: 'cancel', of: 'book', place: { line: 3 } }]);
    const bind = (node: string, ...names: readonly string[]) => ({
      bindings: { nodes: new Map([[node, { tools: names }]]) },
    });
    const bound = (node: string, ...names: readonly string[]) =>
      (ok(readDocument(booking(), bind(node, ...names))).roles ?? []).map(({ tool, of }) => `${tool} of ${of}`);
    expect(bound('book', 'reserve')).toEqual(['cancel of reserve']);
    expect(bound('undo [book_by]', 'release')).toEqual(['release of book']);
    expect(bound('book', 'reserve', 'hold')).toEqual([]);
  });

  it('is asked about where nothing else says what undoes the step, and the answers rest on it', () => {
    const effects = tools(write('book'), sure('cancel'), write('pay'));
    const made = verified(booking(), effects);
    expect(codes(made)).toEqual(['cancel of book: taken']);
    expect(words(made)).toMatchObject({ 'SG1 book': 'proved', 'SG2 book': 'proved', 'SG5 book': 'proved' });
    expect(made.verdicts.map(({ assumptions = [] }) => assumptions.includes('compensation_stated'))).not.toContain(
      false,
    );
    expect(made.assumptions).toMatchObject([{ code: 'compensation_stated', rules: ['saga'], place: { line: 3 } }]);
    // The same as when the catalogue says it, but for that.
    const said = verified(booking(), tools(write('book'), sure('cancel', { compensates: 'book' }), write('pay')));
    expect(words(said)).toEqual(words(made));
    expect(codes(said)).toEqual([]);
    expect(said.verdicts.flatMap(({ assumptions = [] }) => assumptions)).not.toContain('compensation_stated');
    // A project knows them again when the catalogue says it.
    const prints = (some: ToolEffects) =>
      verified(booking(), some, [SAGA])
        .verdicts.map(({ fingerprint }) => fingerprint)
        .toSorted();
    expect(prints(effects)).toEqual(
      prints(tools(write('book'), sure('cancel', { compensates: 'book' }), write('pay'))),
    );
  });

  it('makes no answer better: what is better with it is possible until the catalogue says it', () => {
    const effects = tools(write('book'), sure('cancel'), write('pay'));
    const made = verified(booking(), effects, [SAGA]);
    const sg1 = made.verdicts.find(({ kind }) => kind === 'SG1');
    expect(sg1).toMatchObject({ verdict: 'possible', target: 'book' });
    expect(sg1?.path?.length).toBeGreaterThan(1);
    expect(sg1?.deciders).toEqual([
      { code: 'compensation_stated', at: 'cancel', params: { tool: 'cancel', step: 'book' } },
    ]);
    // Nothing that is possible has a proof.
    const proved = new Set(made.verdicts.flatMap(({ certificate_id: id }) => id ?? []));
    expect(made.certificates.map(({ id }) => id).filter((id) => !proved.has(id))).toEqual([]);
    const own: Rule = { ...SAGA, steps: [{ tool: 'book', compensation: 'cancel' }] };
    expect(words(verified(booking(), effects, [own]))['SG1 book']).toBe('proved');
  });

  it('makes answers worse: what gives up undoing is broken', () => {
    const made = verified(booking(), tools(write('book'), write('cancel'), write('pay')), [SAGA]);
    expect(words(made)).toMatchObject({ 'SG7 book': 'broken', 'SG1 book': 'broken' });
    expect(made.verdicts.find(({ kind }) => kind === 'SG7')?.assumptions).toContain('compensation_stated');
  });

  it('does not matter to a rule that names what undoes the step, or to one of another property', () => {
    const effects = tools(write('book'), sure('cancel'), write('pay'));
    const own: Rule = { ...SAGA, steps: [{ tool: 'book', compensation: 'pay' }] };
    const order: Rule = { id: 'o', kind: 'order', pattern: 'absence', first: 'sell' };
    const made = verifyGraph(ok(readDocument(booking())), effects, { rules: [own, order], fixes: false });
    expect(made.verdicts.filter(({ assumptions = [] }) => assumptions.includes('compensation_stated'))).toEqual([]);
    expect(made.assumptions).toEqual([]);
  });

  it.each<[string, string, string, ...ToolEffect[]]>([
    [
      'cancel',
      'said_otherwise',
      'the catalogue names another tool',
      write('book'),
      write('wipe', { compensates: 'book' }),
    ],
    [
      'cancel',
      'said_otherwise',
      'the tool undoes another step',
      write('book'),
      write('cancel', { compensates: 'pay' }),
    ],
    ['cancel', 'step_unknown', 'the catalogue does not have the step', write('cancel')],
    ['cancel', 'cannot_be', 'the step only reads', { name: 'book', classes: ['read'] }, write('cancel')],
    ['cancel', 'cannot_be', 'the tool only reads', write('book'), { name: 'cancel', classes: ['read'] }],
    ['cancel', 'cannot_be', 'the tool is a pivot', write('book'), write('cancel', { classes: ['write', 'pivot'] })],
    ['book', 'cannot_be', 'it undoes itself', write('book')],
  ])('is left out: %s is %s, for %s', (handler, code, _why, ...effects) => {
    const made = verified(booking(handler), tools(...effects, write('pay')), [SAGA]);
    expect(codes(made)).toEqual([`${handler} of book: ${code}`]);
    expect(made.assumptions).toEqual([]);
  });

  it('is left out where the export names two tools for one step, and taken for each of two steps of one tool', () => {
    const text = booking('cancel', 'cancel')
      .replace('name="rent"', 'name="book"')
      .replace('name="cancel"', 'name="wipe"');
    const effects = tools(write('book'), sure('cancel'), sure('wipe'), write('pay'));
    expect(codes(verified(text, effects, [SAGA]))).toEqual(['wipe of book: several', 'cancel of book: several']);
    const both = verified(
      booking('cancel', 'cancel'),
      tools(write('rent'), write('book'), sure('cancel'), write('pay')),
    );
    expect(codes(both)).toEqual(['cancel of rent: taken', 'cancel of book: taken']);
    expect(both.rules).toMatchObject([
      {
        steps: [
          { tool: 'book', compensation: 'cancel' },
          { tool: 'rent', compensation: 'cancel' },
        ],
      },
    ]);
  });

  it('is in what its certificates prove', () => {
    const effects = tools(write('book'), sure('cancel'), write('pay'));
    const read = ok(readDocument(booking()));
    const { certificates } = verifyGraph(read, effects, { properties: ['P5'], fixes: false });
    const [rule] = statedRules(read, effects, undefined).rules;
    const sg1 = certificates
      .filter(({ part }) => part && 'code' in part && part.code === 'SG1')
      .map((certificate) => readCertificate(JSON.parse(lineOf(certificate))));
    expect(sg1).toHaveLength(1);
    const proves = (asked: Rule) =>
      verifyProof(
        read.graph,
        effects,
        asked,
        sg1.flatMap((each) => each ?? []),
        sg1[0]?.part,
      );
    expect(rule && proves(rule)).toBe(true);
    expect(proves({ ...SAGA, id: 'saga' })).toBe(false);
  });
});
