import { isRawNumber } from '@ostiary/json';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readText, TEXT_LIMITS, type TextForm, type TextLimits } from './index.js';

const faults = (source: string | Uint8Array, form?: TextForm, limits?: Partial<TextLimits>): readonly string[] => {
  const read = readText(source, { ...(form && { form }), ...(limits && { limits }) });
  if (read.ok) return ['ok'];
  return read.problems.map(({ slug, place }) => `${slug} ${String(place.line)}:${String(place.column)}`);
};
const tree = (source: string | Uint8Array, form?: TextForm): unknown => {
  const read = readText(source, form && { form });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.tree;
};
const place = (source: string, pointer: string): string => {
  const read = readText(source);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const { line, column } = read.placeOf(pointer);
  return `${String(line)}:${String(column)}`;
};
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('readText', () => {
  it.each([
    ['{"a": 1}', 'json'],
    [' \n[1]', 'json'],
    ['<a/>', 'xml'],
    ['\ufeff<?xml version="1.0"?><a/>', 'xml'],
    ['a: 1', 'yaml'],
    ['---\na: 1', 'yaml'],
    ['"a"', 'yaml'],
    ['graph TD;\n a --> b', 'mermaid'],
    ['flowchart LR\n a --> b', 'mermaid'],
    ['---\nconfig:\n  flowchart:\n    curve: linear\n---\ngraph TD;\n a --> b', 'mermaid'],
    ['%%{init: {}}%%\n\nflowchart\n a --> b', 'mermaid'],
    ['graph: 1', 'yaml'],
    ['---\ngraph: 1', 'yaml'],
  ])('%j is %s', (text, form) => {
    const read = readText(text);
    expect(read.ok && read.form).toBe(form);
    expect(readText(bytes(text))).toMatchObject({ ok: true, form });
  });

  it.each([['', ' \n\t', '\ufeff']].flat())('%j is refused: there is nothing in it', (text) => {
    expect(faults(text)).toEqual(['graph_text_empty 1:1']);
    expect(faults(bytes(text))).toEqual(['graph_text_empty 1:1']);
  });

  it('takes no bytes that are not UTF-8', () => {
    expect(faults(Uint8Array.of(0x7b, 0xff, 0x7d))).toEqual(['graph_text_encoding 1:1']);
    expect(faults(Uint8Array.of(0xff, 0xfe, 0x3c, 0x00))).toEqual(['graph_text_encoding 1:1']);
  });

  it('refuses 200 MB before it reads them', () => {
    const large = new Uint8Array(200 * 2 ** 20).fill(0x5b);
    for (const form of [undefined, 'json', 'yaml', 'xml', 'mermaid'] as const)
      expect(faults(large, form)).toEqual(['graph_text_too_large 1:1']);
    expect(faults('a: 1', 'yaml', { size: 3 })).toEqual(['graph_text_too_large 1:1']);
    expect(faults(bytes('a: 1'), 'yaml', { size: 3 })).toEqual(['graph_text_too_large 1:1']);
    expect(faults(' '.repeat(TEXT_LIMITS.yaml.size + 1), 'yaml')).toEqual(['graph_text_too_large 1:1']);
  });

  it('ends in an answer for any text', () => {
    const pieces = [
      '- ',
      '? ',
      ': ',
      '[',
      ']',
      '{',
      '}',
      '&a ',
      '*a',
      '!!x ',
      '<<: ',
      '"',
      "'",
      '\n',
      '  ',
      '\t',
      '<a',
      '/>',
      '</a>',
      '<!',
      '<?',
      ']]>',
      '&#0;',
      '=',
      '|',
      '>',
      '%',
      '#',
      '---\n',
      'a',
      '\\u0041',
      '\u0085',
      '\ufeff',
    ];
    const text = fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 30 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom<TextForm>('json', 'yaml', 'xml'), (source, form) => {
        const read = readText(source, { form });
        expect(read.ok || read.problems.length === 1).toBe(true);
        if (read.ok) read.placeOf('/a/0/b');
      }),
      { numRuns: 500 },
    );
  });

  it('reads what YAML and JSON both are to the same value', () => {
    const value = fc.dictionary(
      fc.string().filter((key) => key !== '<<'),
      fc.jsonValue({ maxDepth: 4 }),
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(value, (json) => {
        const text = JSON.stringify(json);
        const plain = JSON.parse(text) as unknown;
        expect(JSON.parse(JSON.stringify(tree(text)))).toEqual(plain);
        expect(JSON.parse(JSON.stringify(tree(stringify(plain, { aliasDuplicateObjects: false }), 'yaml')))).toEqual(
          plain,
        );
      }),
    );
  });
});

describe('JSON', () => {
  it('is refused with its place', () => {
    expect(faults('{"a": 1,\n "b": }')).toEqual(['graph_text_syntax 2:7']);
    expect(faults('{"a": [1, {"b": 1,\n "b": 2}]}')).toEqual(['graph_key_doubled 2:2']);
    expect(faults('{"a": 1, "\\u0061": 2}')).toEqual(['graph_key_doubled 1:10']);
    const read = readText('{"a": [1, {"b": 1, "b": 2}]}');
    expect(!read.ok && read.problems[0]).toMatchObject({ place: { pointer: '/a/1/b' }, params: { key: 'b' } });
    expect(faults('[1, // no\n 2]')).toEqual(['graph_text_syntax 1:5']);
    expect(faults('a: 1', 'json')).toEqual(['graph_text_syntax 1:1']);
  });

  it('is bounded in depth and in values', () => {
    expect(faults('['.repeat(10_000) + ']'.repeat(10_000))).toEqual(['graph_text_too_deep 1:65']);
    expect(faults('['.repeat(64) + ']'.repeat(64))).toEqual(['ok']);
    expect(faults('['.repeat(10_000_000))).toEqual(['graph_text_too_deep 1:65']);
    expect(faults('[1,1,1]', 'json', { values: 2 })).toEqual(['graph_text_too_large 1:1']);
  });

  it('takes names of every object for names, and keeps long numbers', () => {
    const read = tree('{"__proto__": {"x": 1}, "constructor": 2, "n": 9007199254740993}') as Record<string, unknown>;
    expect(Object.keys(read)).toEqual(['__proto__', 'constructor', 'n']);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(isRawNumber(read['n'])).toBe(true);
  });

  it('finds the fault after a very long string', () => {
    expect(faults(`{"a": "${'x'.repeat(20_000_000)}" 1}`)).toEqual(['graph_text_syntax 1:20000010']);
  });

  it('has a place for every pointer', () => {
    const text = '{\r\n  "a": [true, {"b/c": "}]\\""}],\n  "d": {"__proto__": -1}\n}';
    expect(['', '/a', '/a/0', '/a/1', '/a/1/b~1c', '/d/__proto__'].map((each) => place(text, each))).toEqual([
      '1:1',
      '2:3',
      '2:9',
      '2:15',
      '2:16',
      '3:9',
    ]);
    expect(['/nope', '/a/7', '/a/1/nope', '/d/__proto__/x', 'odd'].map((each) => place(text, each))).toEqual([
      '1:1',
      '2:3',
      '2:15',
      '3:9',
      '1:1',
    ]);
  });
});

describe('YAML', () => {
  it('is the core schema of 1.2', () => {
    const text =
      'yes: yes\non: off\nn: ~\nt: true\ndate: 2024-01-01\nocta: 010\nhex: 0x1F\nbig: 9007199254740993\ninf: .inf\nsexa: 1:30\n1: one\ntrue: two\n';
    expect(JSON.stringify(tree(text))).toBe(
      '{"1":"one","yes":"yes","on":"off","n":null,"t":true,"date":"2024-01-01","octa":10,"hex":31,"big":9007199254740993,"inf":".inf","sexa":"1:30","true":"two"}',
    );
  });

  it.each([
    ['a: !!js/function "function () {}"', 'graph_yaml_tag 1:4'],
    ['a: !!python/object:os.system [x]', 'graph_yaml_tag 1:4'],
    ['a: !Sub "x"', 'graph_yaml_tag 1:4'],
    ['a: !<tag:yaml.org,2002:js/function> x', 'graph_yaml_tag 1:4'],
    ['a: !!binary aGk=', 'graph_yaml_tag 1:4'],
    ['%YAML 1.1\n---\na: yes', 'graph_yaml_directive 1:1'],
    ['%TAG ! tag:example.com,2000:\n---\na: !x b', 'graph_yaml_directive 1:1'],
    ['a: 1\n---\nb: 2', 'graph_yaml_documents 2:1'],
    ['a: 1\n...\n---\nb: 2', 'graph_yaml_documents 3:1'],
    ['a: 1\nb: 2\na: 3', 'graph_key_doubled 3:1'],
    ['{a: 1, "a": 2}', 'graph_key_doubled 1:8'],
    ['1: a\n"1": b', 'graph_key_doubled 2:1'],
    ['a: &x {b: 1}\nc:\n  <<: *x', 'graph_yaml_merge 3:3'],
    ['? [a, b]\n: c', 'graph_yaml_key 1:3'],
    ['a: *nope', 'graph_yaml_alias 1:4'],
    ['a: &a [*a]', 'graph_yaml_alias 1:8'],
    ['a: &a {b: *a}', 'graph_yaml_alias 1:11'],
    ['a:\n\t- b', 'graph_text_syntax 2:1'],
    ['a: "b', 'graph_text_syntax 1:6'],
  ])('%j', (text, fault) => {
    expect(faults(text, 'yaml')).toEqual([fault]);
  });

  it.each([
    ['a: !!str 1', { a: '1' }],
    ['a: !!int 1', { a: 1 }],
    ['%YAML 1.2\n---\na: yes\n...\n', { a: 'yes' }],
    ['a: |\n  *b &c !d\n  %e', { a: '*b &c !d\n%e\n' }],
    ['a: >-\n  &b\n  *c', { a: '&b *c' }],
    ['a:\r\n  - b\r\n', { a: ['b'] }],
    ['"a": 1 # b', { a: 1 }],
    ['a:', { a: null }],
    ['# nothing', null],
    ['a: &x [1]\nb: *x\nc: &x 2\nd: *x', { a: [1], b: [1], c: 2, d: 2 }],
  ])('%j is read', (text, value) => {
    expect(JSON.parse(JSON.stringify(tree(text, 'yaml')))).toEqual(value);
  });

  it('takes names of every object for names', () => {
    const read = tree('__proto__:\n  x: 1\nconstructor: 2\ntoString: 3') as Record<string, unknown>;
    expect(Object.keys(read)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    expect(faults('__proto__: 1\n__proto__: 2')).toEqual(['graph_key_doubled 2:1']);
  });

  it('is bounded before it is composed', () => {
    const deep = [
      '['.repeat(10_000),
      '['.repeat(900),
      '{a: '.repeat(10_000),
      '- '.repeat(10_000),
      '? '.repeat(10_000),
      '- ? '.repeat(5_000),
    ];
    for (const text of deep) {
      const [fault = ''] = faults(text, 'yaml');
      expect(fault).toMatch(/^graph_text_too_deep 1:/);
      expect(faults(text, 'yaml')).toEqual([fault]);
    }
    const steps = Array.from({ length: 10_000 }, (_, level) => `${' '.repeat(level % 400)}a:`).join('\n');
    expect(faults(steps, 'yaml').join()).toMatch(/^graph_text_too_deep /);
    expect(faults('['.repeat(64) + ']'.repeat(64), 'yaml')).toEqual(['ok']);
    expect(faults('['.repeat(65) + ']'.repeat(65), 'yaml')).toEqual(['graph_text_too_deep 1:65']);
    expect(faults('- a\n'.repeat(TEXT_LIMITS.yaml.values + 1), 'yaml').join()).toMatch(/^graph_text_too_large /);
    expect(faults('[]\n'.repeat(3), 'yaml', { values: 0 }).join()).toMatch(/^graph_text_too_large /);
  });

  it('counts what aliases stand for', () => {
    const laughs = ['a0: &a0 [lol, lol]'];
    for (let level = 1; level < 40; level += 1) laughs.push(`a${level}: &a${level} [*a${level - 1}, *a${level - 1}]`);
    expect(faults(laughs.join('\n')).join()).toMatch(/^graph_text_too_large 15:/);
    const flat = `a: &a [${'x,'.repeat(1_000)}]\n${Array.from({ length: 900 }, (_, at) => `b${at}: *a`).join('\n')}`;
    expect(faults(flat)).toEqual(['graph_text_too_large 1:1']);
    const many = Array.from({ length: TEXT_LIMITS.yaml.aliases + 1 }, (_, at) => `b${at}: *a`);
    expect(faults(`a: &a 1\n${many.join('\n')}`)).toEqual([`graph_text_too_large ${String(many.length + 1)}:8`]);
    expect(faults(many.map((_, at) => `b${at}: &a${at} 1`).join('\n')).join()).toMatch(/^graph_text_too_large /);
  });

  it('has a place for every pointer, through aliases too', () => {
    const text = 'a: &x\n  - b: 1\n  - c\nd: *x\n? e\n: f';
    expect(
      ['', '/a', '/a/0', '/a/0/b', '/a/1', '/d', '/d/1', '/e', '/nope', '/a/9'].map((each) => place(text, each)),
    ).toEqual(['1:1', '1:1', '2:5', '2:5', '3:5', '4:1', '3:5', '5:3', '1:1', '1:1']);
  });
});

describe('XML', () => {
  const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';

  it('is a plain tree, its namespaces resolved', () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?>
<b:definitions xmlns:b="${BPMN}" xmlns="urn:other" id="d" b:name="n">
  <b:task id="t"/>
  <task xmlns="${BPMN}">x &lt; <![CDATA[<y>&amp;]]></task>
  <!-- a comment --><?a processing instruction?>
</b:definitions>`;
    expect(tree(text)).toEqual({
      name: 'definitions',
      namespace: BPMN,
      attributes: { id: 'd', [`{${BPMN}}name`]: 'n' },
      children: [
        '\n  ',
        { name: 'task', namespace: BPMN, attributes: { id: 't' }, children: [], line: 3, column: 3 },
        '\n  ',
        { name: 'task', namespace: BPMN, attributes: {}, children: ['x < <y>&amp;'], line: 4, column: 3 },
        '\n  \n',
      ],
      line: 2,
      column: 1,
    });
    expect(place(text, '/children/1')).toBe('3:3');
    expect(place(text, '/children/1/attributes/id')).toBe('3:3');
    expect(place(text, '/children/9')).toBe('2:1');
  });

  it.each([
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'graph_xml_doctype'],
    ['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'graph_xml_doctype'],
    ['<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>', 'graph_xml_doctype'],
    ['<!DOCTYPE a><a/>', 'graph_xml_doctype'],
    ['<a>&b;</a>', 'graph_text_syntax'],
    ['<a>&#0;</a>', 'graph_text_syntax'],
    ['<a b="1" b="2"/>', 'graph_text_syntax'],
    ['<a xmlns:x="u" xmlns:y="u" x:b="1" y:b="2"/>', 'graph_text_syntax'],
    ['<x:a/>', 'graph_text_syntax'],
    ['<a xmlns:xml="urn:other"/>', 'graph_text_syntax'],
    ['<a xmlns:xmlns="urn:other"/>', 'graph_text_syntax'],
    ['<a><b></a></b>', 'graph_text_syntax'],
    ['<a/><b/>', 'graph_text_syntax'],
    ['<a/>text', 'graph_text_syntax'],
    ['<a', 'graph_text_syntax'],
    ['<?xml version="1.0"?>', 'graph_text_syntax'],
    ['<a>]]></a>', 'graph_text_syntax'],
    ['<?xml version="1.0" encoding="UTF-16"?><a/>', 'graph_text_encoding'],
    ['<a>'.repeat(10_000), 'graph_text_too_deep'],
    [`<a ${Array.from({ length: 300 }, (_, at) => `b${at}="c"`).join(' ')}/>`, 'graph_text_too_large'],
    [`<a ${Array.from({ length: 300 }, (_, at) => `xmlns:b${at}="c"`).join(' ')}/>`, 'graph_text_too_large'],
  ])('%#: %s', (text, slug) => {
    expect(faults(text, 'xml').join()).toMatch(new RegExp(`^${slug} \\d+:\\d+$`));
  });

  it('expands no entities: a billion laughs is refused where they are declared', () => {
    const laughs = Array.from({ length: 10 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
    expect(faults(`<!DOCTYPE l [<!ENTITY l0 "lol">${laughs}]><l>&l10;</l>`).join()).toMatch(/^graph_xml_doctype /);
  });

  it('counts elements, attributes and texts', () => {
    expect(faults('<a><b c="1"/>x</a>', 'xml', { values: 4 })).toEqual(['ok']);
    expect(faults('<a><b c="1"/>x</a>', 'xml', { values: 3 }).join()).toMatch(/^graph_text_too_large /);
    expect(faults('<a><b c="1"/></a>', 'xml', { values: 2 }).join()).toMatch(/^graph_text_too_large /);
    expect(faults('<a>x<!-- -->y<![CDATA[z]]></a>', 'xml', { values: 2 })).toEqual(['ok']);
  });

  it('takes names of every object for names, and Windows line ends', () => {
    const read = tree('<__proto__ __proto__="1" constructor="2">\r\n<b/></__proto__>') as { attributes: object };
    expect(Object.keys(read.attributes)).toEqual(['__proto__', 'constructor']);
    expect(read).toMatchObject({ name: '__proto__', children: ['\n', { name: 'b', line: 2, column: 1 }] });
  });
});
