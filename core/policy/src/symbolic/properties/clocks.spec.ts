import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import type { ReadyPolicy } from '../../evaluate/ready-policy.js';
import { neverDecides } from '../never-decides/analyse.js';
import { analyseProperties } from './analyse.js';

function load(text: string): ReadyPolicy {
  const loaded = loadPolicy(`dialect 2; tool deploy (); ${text}`);
  if (!loaded.ok) throw new Error(`${text}\n${JSON.stringify(loaded.diagnostics)}`);
  return { ...loaded, decider: compilePolicy(loaded.core) };
}

const OFFICE =
  '@id("office") allow (tool == "deploy") when { now("Europe/Berlin").hour >= 9 && now("Europe/Berlin").hour < 17 };';
const SINCE_1980 = 'assume "today": now.date >= "1980-01-01";';

describe('clocks of an open time', () => {
  let solver: OpenedZ3;
  beforeAll(async () => {
    solver = await openZ3();
  });
  afterAll(async () => {
    await solver.close();
  });

  it.each([
    // Berlin is one hour ahead in winter, and two in summer.
    ['answer == "allow" && now.hour < 7', 'holds'],
    ['answer == "allow" && now.hour == 7 && now.date >= "2417-07-01" && now.date < "2417-07-02"', 'broken'],
    ['now("Asia/Kolkata").minute == now.minute', 'holds'],
    ['now("Asia/Kolkata").time != now.time', 'holds'],
    ['now("Pacific/Apia").date == "2011-12-30"', 'holds'],
    ['now("Pacific/Apia").date == "2011-12-31"', 'broken'],
  ])('never %s: %s', async (condition, kind) => {
    const policy = load(`${OFFICE} ${SINCE_1980} never "p": ${condition};`);
    const [result] = await analyseProperties(policy, solver);
    expect(result?.kind).toBe(kind);
    // A breach is a call that both evaluators decide so.
    expect(result?.kind === 'broken' && result.breaches.length === 0).toBe(false);
  });

  it('says nothing without a solver of rules whose clocks hang together', async () => {
    const { core } = load(
      `@id("early") refuse (tool == "deploy") when { now("Asia/Tokyo").hour < 9 };
       @id("late") confirm (tool == "deploy") when { now("America/New_York").hour < 9 };`,
    );
    expect(await neverDecides(core, null)).toEqual([]);
  });
});
