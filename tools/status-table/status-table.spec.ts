import { expect, test } from 'vitest';
import { pairsOf, statusTable } from './table.ts';
import { statusTests } from './titles.ts';

const source = `
  test('GET /v1/tea/{id} 200 pours it', () => {});
  it.each([1, 2])('GET /v1/tea/{id} 404 for %s', () => {});
  describe('x', () => { it.skipIf(false)(\`POST /v1/tea 201 makes it\`, async () => {}); });
  it.skip('GET /v1/tea/{id} 401 not run', () => {});
  describe.skip('x', () => { it('GET /v1/tea/{id} 403 not run either', () => {}); });
  it('says GET /v1/tea 200', () => {});
  it('GET /v1/tea 2000 is no status', () => {});
  const title = 'GET /v1/tea 200 is not a title';
`;

test('titles are read from the calls of tests, not from text', () => {
  expect(statusTests('a.spec.ts', source)).toEqual([
    { operation: 'GET /v1/tea/{id}', status: 200, file: 'a.spec.ts', title: 'GET /v1/tea/{id} 200 pours it' },
    { operation: 'GET /v1/tea/{id}', status: 404, file: 'a.spec.ts', title: 'GET /v1/tea/{id} 404 for %s' },
    { operation: 'POST /v1/tea', status: 201, file: 'a.spec.ts', title: 'POST /v1/tea 201 makes it' },
  ]);
});

const pairs = pairsOf({
  paths: { '/v1/tea': { get: { responses: { 200: {}, 401: {} } }, post: { responses: { 201: {} } } } },
});

test('pairs stand in the order of the contract', () => {
  expect(pairs).toEqual([
    { operation: 'GET /v1/tea', status: 200 },
    { operation: 'GET /v1/tea', status: 401 },
    { operation: 'POST /v1/tea', status: 201 },
  ]);
});

test('pairs without a test and tests without a pair are told', () => {
  const of = (operation: string, status: number, file: string) => ({
    operation,
    status,
    file,
    title: `${operation} ${status} has "quotes", commas`,
  });
  const tests = [
    of('POST /v1/tea', 201, 'b'),
    of('GET /v1/tea', 200, 'b'),
    of('GET /v1/tea', 200, 'a'),
    of('GET /v1/tea', 500, 'a'),
  ];
  const { csv, untested, unlisted } = statusTable(pairs, tests);
  expect(untested).toEqual([{ operation: 'GET /v1/tea', status: 401 }]);
  expect(unlisted).toEqual([tests[3]]);
  expect(csv.split('\n')).toEqual([
    'operation,status,file,test',
    'GET /v1/tea,200,a,"GET /v1/tea 200 has ""quotes"", commas"',
    'GET /v1/tea,200,b,"GET /v1/tea 200 has ""quotes"", commas"',
    'POST /v1/tea,201,b,"POST /v1/tea 201 has ""quotes"", commas"',
    '',
  ]);
});
