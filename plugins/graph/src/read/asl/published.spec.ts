import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readText } from '../../gate/index.js';
import { readNative } from '../native/read-native.js';
import { readAsl } from './read-asl.js';

const folder = process.env['OSTIARY_GRAPHS'];
describe.skipIf(folder === undefined || !existsSync(`${folder}/asl`))(
  'published state machines (skipped without OSTIARY_GRAPHS)',
  () => {
    it('are read, but for those that are damaged or none', () => {
      const refused = readdirSync(`${folder ?? ''}/asl`).flatMap((file) => {
        const text = readText(readFileSync(`${folder ?? ''}/asl/${file}`));
        const found = text.ok ? readAsl(text.tree, { placeOf: text.placeOf }) : text;
        const read = found.ok ? readNative(found.graph) : found;
        return read.ok ? [] : read.problems.map(({ slug }) => `${file} ${slug}`);
      });
      expect(refused).toEqual([
        'example-workflow.json graph_text_syntax',
        'input-1.json graph_field_missing',
        'input.json graph_field_missing',
        'statemachine.asl-42.json graph_text_syntax',
      ]);
    });
  },
);
