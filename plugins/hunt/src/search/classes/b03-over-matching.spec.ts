import { describe, expect, it } from 'vitest';
import { answers, findings } from '../testing/findings.js';

const b03 = async (rules: string) =>
  findings(
    'B03',
    `dialect 1; tool send @sink (to: text, mail?: email, link?: url, host?: domain, list?: [email]);\n${rules}`,
  );
const last = (finding: Awaited<ReturnType<typeof b03>>[number] | undefined) =>
  finding?.witness?.steps.at(-1)?.call.args;

describe('B03, a pattern that holds more than was meant', () => {
  it('is found where one text may be several addresses', async () => {
    const [finding, ...others] = await b03('@id("ours") allow send when to like "*@corp.example";');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', rules: ['ours'], attribute: 'args.to' });
    expect(last(finding)).toEqual({ to: 'eve@attacker.example,ann@corp.example' });
    expect(answers(finding)).toEqual(['refuse', 'allow']);
  });

  it.each([
    ['mail like "*corp.example"', { mail: 'eve@notcorp.example' }],
    ['mail.domain like "*corp.example"', { mail: 'eve@notcorp.example' }],
    ['link.host like "*corp.example"', { link: 'https://notcorp.example/' }],
    ['host like "*corp.example"', { host: 'notcorp.example' }],
    ['link like "https://corp.example*"', { link: 'https://corp.example.attacker.example/' }],
    ['to like "https://corp.example*"', { to: 'https://corp.example.attacker.example/' }],
    ['link like "*corp.example*"', { link: 'https://corp.example.attacker.example/' }],
    ['link matches "https://.*corp\\.example/.*"', { link: 'https://notcorp.example/' }],
  ])('is found in %s', async (test, args) => {
    const [finding] = await b03(`allow send when ${test};`);
    expect(last(finding)).toMatchObject(args);
  });

  it.each([
    ['define ours = args.mail like "*corp.example";', 'ours'],
    ['define ours(a: email) = a like "*corp.example";', 'ours(args.mail)'],
    ['define ours(a: email) = a.domain like "*corp.example";', 'has args.size && ours(args.mail)'],
    ['define end(a: email) = a like "*corp.example"; define ours = end(args.mail);', 'ours'],
    ['define ours(a: email) = a like "*corp.example";', '!(has args.list) && !(!ours(args.mail))'],
    ['define ours(a: email) = a like "*corp.example";', 'args.list.all(each, ours(each))'],
  ])('is found in a definition that a rule uses: %s %s', async (definition, test) => {
    const [finding, ...others] = await findings(
      'B03',
      `dialect 2; tool send @sink (mail: email, size?: int, list?: [email]); ${definition}\n@id("ours") allow (tool) when { ${test} };`,
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', rules: ['ours'], tool: 'send' });
    expect(JSON.stringify(last(finding))).toContain('eve@notcorp.example');
  });

  it('is found where a refusal excepts what the pattern holds', async () => {
    expect(await b03('allow send; refuse send when to not like "*@corp.example";')).toHaveLength(1);
    expect(await b03('allow send; confirm send when to not like "*@corp.example";')).toHaveLength(1);
  });

  it.each([
    'mail like "*@corp.example"',
    'mail.domain == "corp.example"',
    'mail.domain like "*.corp.example"',
    'host like "*.corp.example"',
    'link like "https://corp.example/*"',
    'link matches "https://([a-z]+\\.)?corp\\.example/.*"',
    'mail.domain == "corp.example"',
    'to == "ann@corp.example"',
  ])('is not in %s', async (test) => {
    expect(await b03(`allow send when ${test};`)).toEqual([]);
  });

  it('is not where a refusal by pattern holds too much', async () => {
    expect(await b03('allow send; refuse send when mail like "*evil.example";')).toEqual([]);
  });
});
