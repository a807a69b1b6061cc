import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Browser,
  faultsOf,
  hasChromium,
  launchChromium,
  NO_FAULTS,
  openReport,
} from '../../../../../tools/testing/report-browser.js';
import { enumerate, type Portrait, portraitOf, readAround, recordFacts, VERSION } from '../../audit/index.js';
import { loansAudit } from '../../testing/loans.js';
import { reportedModel } from '../input.js';
import type { ToldRecord } from '../lines/boxes.js';
import { boxesHtml } from './boxes-page.js';

const RECORDS = `record_id,income,age,debt,children,expected_label,weight
"<img src=x onerror=alert(1)>\u202Ea",40000,45,0.5,0,<b>7,3
b,41000,30,0.45,2,1,
c,900000,30,0.01,0,1,
d,x,30,0.01,0,1,1
`;

const SCHEMA = `name,position,type,min,max,mutable,unit
income,0,float,0,200000,up,EUR
age,1,int,18,80,no,years
debt,2,float,0,1,down,
children,3,int,0,5,yes,
`;

/** What is around each record, by a radius within which two features may change. */
function around(nodes = 100_000): {
  audit: ReturnType<typeof loansAudit>;
  states: ToldRecord[];
  portraits: Portrait[];
} {
  const audit = loansAudit({ table: 'kind,output,expect\nrange,p[1],<=1\n', records: RECORDS, schema: SCHEMA });
  const asked = readAround({ radius: 'income=20%; debt=0.2', vary: '', output: 'label', expect: '' }, audit);
  if (!asked.ok) throw new Error('the question is right');
  const states: ToldRecord[] = [];
  const portraits: Portrait[] = [];
  for (const record of audit.records) {
    const found = enumerate(audit, asked.property, record, { nodes, boxes: 100 }, null);
    const { list: _list, kept: _kept, ...state } = found;
    states.push({ ...state, ...recordFacts(audit, record, state) });
    portraits.push(...[portraitOf(audit, record, found)].filter((each) => each !== null));
  }
  return { audit, states, portraits };
}

function page(language: 'en' | 'pt', nodes?: number): string {
  const { audit, states, portraits } = around(nodes);
  return boxesHtml({
    name: 'loans',
    model: reportedModel(audit.model),
    asked: { radius: 'income=20%; debt=0.2', vary: '', output: 'label', expect: '' },
    records: states,
    portraits,
    version: VERSION,
    language,
  });
}

describe('what a page shows of the boxes around a record', () => {
  const { audit, portraits } = around();

  test('marks each side that the record is not in, and no other', () => {
    const [portrait] = portraits;
    const [income = 0, , debt = 0] = audit.records[0]?.values ?? [];
    const own = new Map([
      ['income', Number(income)],
      ['debt', Number(debt)],
    ]);
    const seen = (portrait?.nearest ?? []).flatMap(({ sides, distance }) => {
      expect(distance > 0).toBe(sides.some((side) => side?.away === true));
      return sides.map((side, at) => {
        const value = own.get(portrait?.features[at]?.name ?? '') ?? Number.NaN;
        expect(side?.away).toBe(!(Number(side?.low) <= value && value <= Number(side?.high)));
        return side?.away;
      });
    });
    expect(new Set(seen)).toEqual(new Set([true, false]));
  });

  test('draws boxes within the picture, and the record where it is', () => {
    const { plane } = portraits[0] ?? {};
    expect(plane?.boxes.length).toBeGreaterThan(1);
    for (const [left, right, low, high] of plane?.boxes ?? []) {
      expect(0 <= left && left <= right && right <= 1).toBe(true);
      expect(0 <= low && low <= high && high <= 1).toBe(true);
    }
    const at = ({ low, high }: { readonly low: string; readonly high: string }, value: number): number =>
      (value - Number(low)) / (Number(high) - Number(low));
    const values = { income: 40_000, debt: 0.5 } as Readonly<Record<string, number>>;
    for (const axis of plane === undefined || plane === null ? [] : [plane.x, plane.y])
      expect(axis.at).toBeCloseTo(at(axis, values[axis.name] ?? Number.NaN), 3);
  });

  test('says where the label is not the expected one, and of how many records', () => {
    const text = page('en');
    expect(text.match(/expected label: [^<]*/g)).toEqual(
      // On the card, and in the list.
      Array.from({ length: 2 }, () => 'expected label: &lt;b&gt;7'),
    );
    expect(text).toContain('records with another label than expected: 1 of 2 (75 % of the weight)');
    expect(text).toContain('Another answer lies around 2 of 4 records (66.6 % of the weight)');
  });

  test('shows units beside the features that have one', () => {
    const text = page('en');
    expect(text).toContain('>income (EUR)<');
    expect(text).toContain('>debt<');
    expect(text).toMatch(/ boxes over (income \(EUR\) and debt|debt and income \(EUR\)); /);
    expect(text).toMatch(/class="axis"[^>]*>\(?(income \(EUR\)|EUR\))</);
    expect(text).not.toContain('debt (');
  });
});

describe.skipIf(!hasChromium)(
  'the HTML report of an enumeration in a browser (skipped where there is no Chromium: OSTIARY_CHROMIUM or /usr/bin/chromium)',
  () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser?.close());

    test.each([
      { width: 1280, colorScheme: 'light', language: 'en' },
      { width: 360, colorScheme: 'dark', language: 'pt' },
    ] as const)(
      'asks for nothing, fits the screen and can be used by everybody: $width $colorScheme $language',
      async ({ language, ...look }) => {
        expect(await faultsOf(browser, page(language), look)).toEqual(NO_FAULTS);
      },
    );

    test('has a card for each record with boxes, its nearest as a table, a picture, and no markup of others', async () => {
      await openReport(browser, page('en', 3), { width: 1280, colorScheme: 'light' }, async (open) => {
        expect(await open.locator('article.finding').count()).toBe(2);
        expect(await open.locator('article img').count()).toBe(0);
        expect(await open.getByRole('img', { name: / boxes over .* the record is at / }).count()).toBeGreaterThan(0);
        expect(await open.locator('article mark').count()).toBeGreaterThan(0);
        await open.locator('summary').first().click();
        expect(await open.getByText('Wrong input').count()).toBeGreaterThan(0);
      });
    });
  },
);
