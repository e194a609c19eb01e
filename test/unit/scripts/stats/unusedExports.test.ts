import assert from 'node:assert/strict';
import { parseSources } from '../../../../scripts/lib/stats/sources.mjs';
import { findUnusedExports } from '../../../../scripts/lib/stats/unusedExports.mjs';

function find(texts: Readonly<Record<string, string>>) {
  const sources = Object.entries(texts).map(([path, text]) => ({ path: `${path}.ts`, text }));
  return findUnusedExports(parseSources(sources));
}

describe('findUnusedExports', () => {
  it('finds each kind of declaration that only its own file uses', () => {
    const text = `export const a = 1, b = a;
export function c() { return b; }
export class D {}
export interface E {}
export type F = E;
export enum G {}
const h = 1;`;
    assert.deepEqual(find({ 'src/x': text }), [
      'src/x.ts:1 a',
      'src/x.ts:1 b',
      'src/x.ts:2 c',
      'src/x.ts:3 D',
      'src/x.ts:4 E',
      'src/x.ts:5 F',
      'src/x.ts:6 G',
    ]);
  });

  for (const text of [
    "import { a } from './x';",
    "import { a as b } from './x';",
    "import type { a } from './x';",
    "import { type a } from './x';",
    "import * as x from './x';",
    "export { a } from './x';",
    "export { a as b } from './x';",
    "export * from './x';",
    "let a: import('./x').a;",
    "let x: typeof import('./x');",
    "const load = () => import('./x');",
  ]) {
    it(`counts ${text} as a use`, () => {
      assert.deepEqual(find({ 'src/x': 'export const a = 1;', 'src/y': text }), []);
    });
  }

  it('counts an import by a test, but not one of the same name from another file', () => {
    const x = 'export const a = 1;';
    assert.deepEqual(find({ 'src/x': x, 'test/y': "import { a } from '../src/x';" }), []);
    assert.deepEqual(find({ 'src/x': x, 'src/y': "import { a } from './z';" }), ['src/x.ts:1 a']);
  });

  it('omits exports for programs outside of the repository', () => {
    assert.deepEqual(find({ 'src/entry': 'export function activate() {}' }), []);
  });
});
