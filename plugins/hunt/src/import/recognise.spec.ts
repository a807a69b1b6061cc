import { describe, expect, it } from 'vitest';
import { recogniseFormat } from './recognise.js';

const CEDAR = 'permit (principal == User::"ann", action == Action::"pay", resource);';
const AGT = 'apiVersion: governance.toolkit/v1\nrules: []\n';
const INTERCEPT = 'version: "1"\ntools:\n  pay:\n    rules: []\n';
const PROGENT = '{"pay": [[1, 0, {"amount": {"maximum": 5}}, 0]]}';

describe('the language of a policy', () => {
  it.each([
    ['p.cedar', 'anything', 'cedar'],
    ['P.CEDAR', 'anything', 'cedar'],
    ['p.dw', 'anything', 'dogwood'],
    ['-', CEDAR, 'cedar'],
    [
      '-',
      `// a note\n@id("x")\n${CEDAR.replace(';', '\nwhen temporal { formerly within 1h Action::"a"::request{} };')}`,
      'dogwood',
    ],
    ['p.yaml', AGT, 'agt'],
    ['-', AGT, 'agt'],
    ['p.yml', INTERCEPT, 'intercept'],
    ['p.yml', `# made by a machine\n${INTERCEPT}`, 'intercept'],
    ['p.json', PROGENT, 'progent'],
    ['-', '{"pay": [{"priority": 1, "effect": 0, "conditions": {}, "fallback": 0}]}', 'progent'],
  ])('is seen in %s with %j', (name, text, format) => {
    expect(recogniseFormat(name, text)).toBe(format);
  });

  it.each([
    ['p.ost', CEDAR],
    ['-', 'dialect 2; permit (principal in staff, tool == "pay");'],
    ['-', `dialect 2;\n${CEDAR}`],
    ['-', `// ${CEDAR}\nallow pay;`],
    ['-', `allow pay when note == "permit (principal, action";`],
    ['p.yaml', 'rules: []'],
    ['p.yaml', 'tools:\n  pay:\n    rules: []\n'],
    ['p.yaml', 'version: "1"\ntools:\n  pay: {}\n'],
    ['p.json', '{}'],
    ['p.json', '{"pay": []}'],
    ['p.json', '{"pay": [[1, 0, [], 0]]}'],
    ['p.json', '{"tools": [{"name": "pay"}]}'],
    ['p.json', '{'],
    ['-', ''],
  ])('is not guessed of %s with %j', (name, text) => {
    expect(recogniseFormat(name, text)).toBe(null);
  });
});
