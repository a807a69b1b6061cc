import { describe, expect, it } from 'vitest';
import { answers, findings } from '../testing/findings.js';

const MAIL = 'tool send @sink (to: email); tool wipe @write (id: text, force?: bool);';
const INSIDE = '@id("in") allow (tool == "send") when { args.to.domain == "corp.example" };';

describe('S12, a rule that is meant to be stricter and opens the door', () => {
  it('is found for a label', async () => {
    const text = `dialect 2; ${MAIL} ${INSIDE} @id("x") confirm (tool == "wipe") when { session.label("untrusted") };`;
    const [finding, ...others] = await findings('S12', text);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', rules: ['x'], tool: 'wipe', subkind: 'label' });
    expect(answers(finding)).toEqual(['confirm']);
    expect(finding?.witness?.steps[0]?.context.labels).toEqual({ session: ['untrusted'] });
  });

  it('is found where another rule only speaks of the label', async () => {
    const halves =
      '@id("a") allow (tool == "send") when { args.to.domain == "corp.example" && !session.label("untrusted") }; @id("x") confirm (tool == "send") when { session.label("untrusted") };';
    expect(await findings('S12', `dialect 2; ${MAIL} ${halves}`)).toMatchObject([{ rules: ['x'], subkind: 'label' }]);
  });

  it('is found for an hour where the rule also stands above an allowance', async () => {
    const night = '@id("x") confirm (tool == "send") when { now.hour < 6 || now.hour > 20 };';
    expect(await findings('S12', `dialect 2; ${MAIL} ${INSIDE} ${night}`)).toMatchObject([
      { severity: 'high', rules: ['x'], tool: 'send', subkind: 'clock' },
    ]);
  });

  it('is found for an hour where the rule stands above an allowance of another of its tools', async () => {
    const night = '@id("x") confirm (tool in ["send", "wipe"]) when { now.hour > 20 };';
    expect(await findings('S12', `dialect 2; ${MAIL} @id("in") allow (tool == "send"); ${night}`)).toMatchObject([
      { rules: ['x'], tool: 'wipe', subkind: 'clock' },
    ]);
  });

  it('is found for an hour at which another rule of the clock leaves the call to the default', async () => {
    const text = `dialect 2; ${MAIL} allow (tool == "wipe") when { now.hour < 6 }; allow (tool == "wipe") when { args.id like "tmp*" }; @id("x") confirm (tool == "wipe") when { now.hour >= 18 };`;
    expect(await findings('S12', text)).toMatchObject([{ rules: ['x'], tool: 'wipe', subkind: 'clock' }]);
  });

  it('is found for an age of a time as for an hour', async () => {
    const text = `dialect 2; tool wipe @write (id: text, made: time); allow (tool == "wipe") when { args.id like "tmp*" }; @id("x") confirm (tool == "wipe") when { now.time - args.made > 30d };`;
    expect(await findings('S12', text)).toMatchObject([{ rules: ['x'], tool: 'wipe', subkind: 'clock' }]);
  });

  it.each(['args.force', 'args.force == true', '(args.force or else true)'])(
    'is found for the flag %s where the rule also stands above an allowance',
    async (flag) => {
      const text = `dialect 2; ${MAIL} allow (tool == "wipe") when { args.id like "tmp*" }; @id("x") confirm (tool == "wipe") when { ${flag} };`;
      expect(await findings('S12', text)).toMatchObject([{ rules: ['x'], tool: 'wipe', subkind: 'flag' }]);
    },
  );

  it.each([
    // An hour may be why a call is fit to be confirmed.
    `dialect 2; ${MAIL} ${INSIDE} confirm (tool == "wipe") when { now.hour >= 9 && now.hour < 17 };`,
    `dialect 2; ${MAIL} ${INSIDE} confirm (tool == "wipe") when { args.force };`,
    `dialect 2; ${MAIL} ${INSIDE} refuse (tool) when { session.label("untrusted") };`,
    `dialect 2; ${MAIL} allow (tool == "send"); confirm (tool == "send") when { session.label("untrusted") };`,
    // By day it is allowed, and by night somebody is asked.
    `dialect 2; ${MAIL} allow (tool == "wipe") when { now.hour < 18 }; allow (tool == "wipe") when { args.id like "tmp*" }; confirm (tool == "wipe") when { now.hour >= 18 };`,
    // Allowed early, confirmed late, and between these at no hour refused.
    `dialect 2; ${MAIL} allow (tool == "wipe") when { now.hour < 18 }; allow (tool == "wipe") when { args.id like "tmp*" }; confirm (tool == "wipe") when { now.hour >= 6 };`,
    `dialect 2; ${MAIL} allow (tool == "wipe") when { now.hour < 18 || now.weekday > 5 }; allow (tool == "wipe") when { args.id like "tmp*" }; confirm (tool == "wipe") when { now.hour >= 6 && now.weekday < 6 };`,
    // What is not forced is refused.
    `dialect 2; ${MAIL} allow (tool == "wipe") when { args.id like "tmp*" }; confirm (tool == "wipe") when { args.force }; refuse (tool == "wipe") when { !args.force };`,
    // A label shuts this door.
    `dialect 2; ${MAIL} confirm (tool == "wipe") when { !session.label("untrusted") };`,
    // The other half of an allowance.
    `dialect 2; ${MAIL} allow (tool == "send") when { args.to.domain == "corp.example" && !session.label("untrusted") }; confirm (tool == "send") when { args.to.domain == "corp.example" && session.label("untrusted") };`,
    `dialect 2; default allow; ${MAIL} confirm (tool) when { session.label("untrusted") };`,
    `dialect 2; ${MAIL} confirm (tool == "wipe") when { args.id like "tmp*" };`,
  ])('is not in %s', async (text) => {
    expect(await findings('S12', text)).toEqual([]);
  });
});
