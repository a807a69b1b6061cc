import { FakeClock, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HuntHost, ScannedProject, startHunt } from '../../testing/hunt-host.js';
import { fingerprint, reportOf, told } from '../../testing/reports.js';
import { Gating } from '../store/gating.js';

const NOBODYS = `/v1/projects/prj_01ARZ3NDEKTSV4RRFFQ69G5FAV`;
const DAY = 86_400_000;

describe('findings', () => {
  const clock = new FakeClock(new Date().toISOString());
  let hunt: HuntHost;
  let theirs: TestKey;
  let plain: TestKey;
  let details: TestKey;
  let projects = 0;

  beforeAll(async () => {
    hunt = await startHunt({ clock, config: { projects_per_account: 1_000 } });
    theirs = await hunt.host.createKey();
    const { accountId } = hunt.key;
    plain = await hunt.host.createKey({ accountId, grants: ['hunt'] });
    details = await hunt.host.createKey({ accountId, grants: ['hunt_details'] });
  });
  afterAll(() => hunt.close());

  const project = (key?: TestKey): Promise<ScannedProject> =>
    ScannedProject.create(hunt, `project ${(projects += 1)}`, key);
  const day = (days: number): string => new Date(clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
  const at = (path: string, name: string): string => `${path}/findings/${fingerprint(name)}`;
  const triage = (path: string, name: string, body: object, key?: TestKey) =>
    hunt.ask('patch', at(path, name), { body: { revision: 1, ...body }, ...(key && { key }) });
  const names = async (path: string, query: string): Promise<string[]> => {
    const { status, body } = await hunt.ask('get', `${path}/findings?${query}`);
    expect([query, status]).toEqual([query, 200]);
    return (body['data'] as { title: string }[]).map(({ title }) => title.replace('Finding ', ''));
  };

  it('GET /v1/projects/{id}/findings 200 the worst first, by state, severity, class, tool and decision', async () => {
    const one = await project();
    await one.scan(reportOf([told('gone', { severity: 'low' }), told('b', { severity: 'low' })]));
    await one.scan(
      reportOf([
        told('b', { severity: 'low' }),
        told('c', { severity: 'critical', class: 'B01' }),
        told('d', { severity: 'medium', tool: 'send_email' }),
        told('e', { severity: 'medium', tool: null }),
      ]),
    );
    await triage(one.path, 'd', { decision: 'false_positive', reason: 'Not so.' });
    expect((await names(one.path, '')).at(0)).toBe('c');
    expect((await names(one.path, 'state=new')).toSorted()).toEqual(['c', 'd', 'e']);
    expect(await names(one.path, 'state=fixed')).toEqual(['gone']);
    expect((await names(one.path, 'state=new,persisting&severity=low,critical')).toSorted()).toEqual(['b', 'c']);
    expect(await names(one.path, 'class=B01,B02')).toEqual(['c']);
    expect(await names(one.path, 'tool=send_email')).toEqual(['d']);
    expect(await names(one.path, 'triage=false_positive')).toEqual(['d']);
    expect((await names(one.path, 'triage=open,confirmed&state=new')).toSorted()).toEqual(['c', 'e']);
    expect(await names(one.path, 'branch=none')).toEqual([]);
    expect((await names(one.path, 'sort=last_seen')).at(-1)).toBe('gone');
    expect((await names(one.path, 'sort=first_seen')).slice(-2).toSorted()).toEqual(['b', 'gone']);
  });

  it.each(['severity', 'first_seen', 'last_seen'])(
    'GET /v1/projects/{id}/findings 200 in pages that leave out nothing, by %s',
    async (sort) => {
      const one = await project();
      const severities = ['high', 'low', 'high', 'medium', 'high', 'low', 'info'] as const;
      await one.scan(reportOf(severities.slice(0, 4).map((severity, n) => told(`p${n}`, { severity }))));
      await one.scan(reportOf(severities.map((severity, n) => told(`p${n}`, { severity }))));
      const whole = await names(one.path, `sort=${sort}`);
      expect(new Set(whole).size).toBe(7);
      const paged: unknown[] = [];
      let cursor = '';
      do {
        const { body } = await hunt.ask('get', `${one.path}/findings?sort=${sort}&limit=2${cursor}`);
        paged.push(...(body['data'] as { title: string }[]).map(({ title }) => title.replace('Finding ', '')));
        cursor = body['next_cursor'] === null ? '' : `&cursor=${body['next_cursor'] as string}`;
      } while (cursor !== '');
      expect(paged).toEqual(whole);
    },
  );

  it('GET /v1/projects/{id}/findings 200 without the calls for a key that may not see details', async () => {
    const one = await project();
    await one.scan(reportOf([told('a')]));
    const rowFor = async (key: TestKey): Promise<Record<string, unknown>> => {
      const { body } = await hunt.ask('get', `${one.path}/findings`, { key });
      return (body['data'] as Record<string, unknown>[])[0] ?? {};
    };
    const [seen, cut] = [await rowFor(hunt.key), await rowFor(plain)];
    const { witness, evidence, ...rest } = seen;
    expect(witness).toMatchObject({ kind: 'call', steps: [{ answer: 'allow' }] });
    expect(evidence).toMatchObject({ core: ['small'] });
    expect(cut).toEqual(rest);
    expect(JSON.stringify(cut)).not.toContain('100.00 EUR');
  });

  it.each([
    ['state=open', 'state'],
    ['severity=high,', 'severity'],
    ['class=S99', 'class'],
    ['triage=wontfix', 'triage'],
    ['sort=name', 'sort'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['stat=new', 'stat'],
    ['tool=%00', 'tool'],
  ])('GET /v1/projects/{id}/findings 400 invalid_request for %s', async (query, parameter) => {
    const one = await project();
    expect(await hunt.ask('get', `${one.path}/findings?${query}`)).toMatchObject({
      status: 400,
      body: { slug: 'invalid_request', errors: [{ parameter, in: 'query' }] },
    });
  });

  it('GET /v1/projects/{id}/findings 400 invalid_cursor for one of another list, filter or order', async () => {
    const [one, other] = [await project(), await project()];
    await one.scan(reportOf([told('a'), told('b')]));
    const { body } = await hunt.ask('get', `${one.path}/findings?limit=1&state=new`);
    const cursor = `cursor=${body['next_cursor'] as string}`;
    expect((await hunt.ask('get', `${one.path}/findings?limit=1&state=new&${cursor}`)).status).toBe(200);
    for (const path of [
      `${one.path}/findings?${cursor}`,
      `${one.path}/findings?state=new&sort=last_seen&${cursor}`,
      `${other.path}/findings?state=new&${cursor}`,
      `${one.path}/findings?cursor=made-up`,
      `${one.path}/findings?cursor=`,
    ]) {
      const answer = await hunt.ask('get', path);
      expect([path, answer.status, answer.body['slug']]).toEqual([path, 400, 'invalid_cursor']);
    }
  });

  it('GET /v1/projects/{id}/findings 401 without a key', async () => {
    expect((await hunt.ask('get', `${NOBODYS}/findings`, { key: null })).status).toBe(401);
  });

  it('GET /v1/projects/{id}/findings 403 for a key without the grant', async () => {
    expect((await hunt.ask('get', `${NOBODYS}/findings`, { key: details })).status).toBe(403);
  });

  it("GET /v1/projects/{id}/findings 404 for a project that nobody has, and another account's", async () => {
    const one = await project(theirs);
    for (const path of [NOBODYS, one.path]) expect((await hunt.ask('get', `${path}/findings`)).status).toBe(404);
  });

  it('GET /v1/projects/{id}/findings/{fingerprint} 200 with calls, history, decision and branches', async () => {
    const one = await project();
    const first = await one.scan(reportOf([told('a')]));
    await one.scan(reportOf([]));
    const third = await one.scan(reportOf([told('a', { evidence_hash: 'other values' })]));
    await one.scan(reportOf([told('a')]), { branch: 'next' });
    await triage(one.path, 'a', { decision: 'confirmed' });
    const { status, body } = await hunt.ask('get', at(one.path, 'a'), { key: details });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'finding',
      branch: 'main',
      fingerprint: fingerprint('a'),
      class: 'S01',
      state: 'reopened',
      revision: 2,
      scans: 2,
      last_scan: third.body['id'],
      evidence_hash: 'other values',
      witness: { kind: 'call' },
      repair: null,
      triage: { decision: 'confirmed', reason: null, until: null, expired: false, by: hunt.key.id },
      branches: [
        { branch: 'main', state: 'reopened' },
        { branch: 'next', state: 'new' },
      ],
      attempts: [],
    });
    const history = (body['history'] as Record<string, unknown>[]).map(({ kind, branch, from, to, decision, scan }) => [
      kind,
      branch,
      decision ?? from,
      to,
      scan === first.body['id'],
    ]);
    expect(history).toHaveLength(6);
    expect(history).toEqual(
      expect.arrayContaining([
        ['state', 'main', null, 'new', true],
        ['state', 'main', 'new', 'fixed', false],
        ['state', 'main', 'fixed', 'reopened', false],
        ['changed', 'main', null, null, false],
        ['state', 'next', null, 'new', false],
        ['triage', null, 'confirmed', null, false],
      ]),
    );
    const branch = await hunt.ask('get', `${at(one.path, 'a')}?branch=next`);
    expect(branch.body).toMatchObject({ branch: 'next', state: 'new', triage: { decision: 'confirmed' } });
  });

  it('GET /v1/projects/{id}/findings/{fingerprint} 200 under the fingerprint it had before a rule was renamed', async () => {
    const one = await project();
    const same = { structure: 'one', evidence_hash: 'one' };
    await one.scan(reportOf([told('old', same)]));
    await triage(one.path, 'old', { decision: 'accepted_risk', reason: 'Known.' });
    const { body } = await one.scan(reportOf([told('new', same)]));
    expect(body['counts']).toMatchObject({ new: 0, persisting: 1, moved: 1, fixed: 0 });
    await one.scan(reportOf([told('newest', same)]));
    const seen = await hunt.ask('get', at(one.path, 'new'));
    expect(seen).toMatchObject({
      status: 200,
      body: {
        fingerprint: fingerprint('newest'),
        state: 'persisting',
        moved_from: fingerprint('new'),
        scans: 3,
        triage: { decision: 'accepted_risk', reason: 'Known.' },
      },
    });
    const kinds = (seen.body['history'] as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['moved', 'moved', 'state', 'triage']);
    expect(Object.keys(await one.findings())).toEqual([fingerprint('newest')]);
  });

  it('GET /v1/projects/{id}/findings/{fingerprint} 401 without a key', async () => {
    expect((await hunt.ask('get', at(NOBODYS, 'a'), { key: null })).status).toBe(401);
  });

  it('GET /v1/projects/{id}/findings/{fingerprint} 403 for a key that may hunt and not see details', async () => {
    const { status, body } = await hunt.ask('get', at(NOBODYS, 'a'), { key: plain });
    expect([status, body['slug']]).toEqual([403, 'missing_grant']);
  });

  it("GET /v1/projects/{id}/findings/{fingerprint} 404 for one that is not there, malformed, and another account's", async () => {
    const [one, foreign] = [await project(), await project(theirs)];
    await one.scan(reportOf([told('a')]));
    await foreign.scan(reportOf([told('b')]));
    for (const path of [
      at(one.path, 'b'),
      at(foreign.path, 'b'),
      at(NOBODYS, 'a'),
      `${one.path}/findings/none`,
      `${at(one.path, 'a')}?branch=none`,
    ])
      expect([path, (await hunt.ask('get', path)).status]).toEqual([path, 404]);
  });

  it('PATCH /v1/projects/{id}/findings/{fingerprint} 200 with the decision, for all branches; the same again changes nothing', async () => {
    const one = await project();
    for (const branch of ['main', 'next']) await one.scan(reportOf([told('a')]), { branch });
    const accepted = { decision: 'accepted_risk', reason: 'Watched by hand.', until: day(2) };
    const { status, body } = await triage(one.path, 'a', accepted);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { revision: 2, triage: { ...accepted, expired: false, by: hunt.key.id } },
    });
    expect((await one.findings('&branch=next'))[fingerprint('a')]).toMatchObject({ triage: accepted, revision: 2 });
    const again = await triage(one.path, 'a', accepted);
    expect([again.status, again.body['revision']]).toEqual([200, 2]);
    const later = await triage(one.path, 'a', { ...accepted, until: day(3), revision: 2 });
    expect([later.status, later.body['revision']]).toEqual([200, 3]);
    const rows = await hunt.host.database
      .asHost()
      .execute<{ action: string }[]>('select action from core.audit where subject = ? order by seq', [
        `${one.id}/${fingerprint('a')}`,
      ]);
    expect(rows.map(({ action }) => action)).toEqual(['hunt.finding.triaged', 'hunt.finding.triaged']);
  });

  it('PATCH /v1/projects/{id}/findings/{fingerprint} 200 takes an accepted risk out of counts and gate until its day', async () => {
    const one = await project();
    const scanned = await one.scan(reportOf([told('a')]));
    expect(scanned.body['gate']).toMatchObject({ status: 'failed' });
    const counted = async (): Promise<unknown> => {
      const { body } = await hunt.ask('get', one.path);
      return [(body['open'] as { high: number }).high, (body['gate'] as { status: string }).status];
    };
    await triage(one.path, 'a', { decision: 'accepted_risk', reason: 'For now.', until: day(1) });
    expect(await counted()).toEqual([0, 'passed']);
    expect(await names(one.path, 'triage=accepted_risk')).toEqual(['a']);
    clock.advance(DAY);
    const steps = hunt.host.get(Gating).acceptancesEnded();
    while ((await steps.next()).done !== true) continue;
    expect(await counted()).toEqual([1, 'failed']);
    expect(await names(one.path, 'triage=open')).toEqual(['a']);
    expect(await names(one.path, 'triage=accepted_risk')).toEqual([]);
    expect((await one.findings())[fingerprint('a')]).toMatchObject({ triage: { expired: true } });
    const again = await one.scan(reportOf([told('a')]));
    expect(again.body['counts']).toMatchObject({ persisting: 1 });
    clock.advance(-DAY);
  });

  it.each([
    ['an unknown decision', { decision: 'wontfix' }, '/decision'],
    ['an accepted risk without a reason', { decision: 'accepted_risk' }, '/reason'],
    ['a false positive without a reason', { decision: 'false_positive' }, '/reason'],
    ['a day that has passed', { decision: 'accepted_risk', reason: 'x', until: '2020-01-31' }, '/until'],
    ['today', { decision: 'accepted_risk', reason: 'x', until: day(0) }, '/until'],
    ['no day', { decision: 'accepted_risk', reason: 'x', until: '2030-02-31' }, '/until'],
    ['a day of what is not accepted', { decision: 'false_positive', reason: 'x', until: '2090-01-01' }, '/until'],
    ['no revision', { decision: 'open', revision: undefined }, '/revision'],
    ['another field', { decision: 'open', state: 'fixed' }, '/state'],
  ])('PATCH /v1/projects/{id}/findings/{fingerprint} 400 for %s', async (_, body, pointer) => {
    expect(await triage(NOBODYS, 'a', body)).toMatchObject({
      status: 400,
      body: { slug: 'invalid_request', errors: [{ pointer }] },
    });
  });

  it('PATCH /v1/projects/{id}/findings/{fingerprint} 401 without a key', async () => {
    const { status } = await hunt.ask('patch', at(NOBODYS, 'a'), {
      key: null,
      body: { revision: 1, decision: 'open' },
    });
    expect(status).toBe(401);
  });

  it('PATCH /v1/projects/{id}/findings/{fingerprint} 403 for a key that may hunt and not see details', async () => {
    expect((await triage(NOBODYS, 'a', { decision: 'open' }, plain)).status).toBe(403);
  });

  it("PATCH /v1/projects/{id}/findings/{fingerprint} 404 for one that is not there, and another account's", async () => {
    const [one, foreign] = [await project(), await project(theirs)];
    await foreign.scan(reportOf([told('a')]));
    for (const path of [one.path, foreign.path, NOBODYS])
      expect((await triage(path, 'a', { decision: 'confirmed' })).status).toBe(404);
    const seen = await hunt.ask('get', at(foreign.path, 'a'), { key: theirs });
    expect(seen.body).toMatchObject({ triage: { decision: 'open' } });
  });

  it('PATCH /v1/projects/{id}/findings/{fingerprint} 409 revision_conflict when it was decided meanwhile', async () => {
    const one = await project();
    await one.scan(reportOf([told('a')]));
    await triage(one.path, 'a', { decision: 'confirmed' });
    expect(await triage(one.path, 'a', { decision: 'open' })).toMatchObject({
      status: 409,
      body: { slug: 'revision_conflict', current: 2 },
    });
  });

  it('PATCH /v1/projects/{id}/findings/{fingerprint} 409 transition_not_allowed with what is', async () => {
    const one = await project();
    await one.scan(reportOf([told('a'), told('b')]));
    await triage(one.path, 'a', { decision: 'confirmed' });
    expect(await triage(one.path, 'a', { decision: 'false_positive', reason: 'x', revision: 2 })).toMatchObject({
      status: 409,
      body: { slug: 'transition_not_allowed', allowed: ['open', 'confirmed', 'accepted_risk'] },
    });
    await one.scan(reportOf([told('a')]));
    expect(await triage(one.path, 'b', { decision: 'confirmed' })).toMatchObject({
      status: 409,
      body: { slug: 'transition_not_allowed', allowed: [] },
    });
  });
});
