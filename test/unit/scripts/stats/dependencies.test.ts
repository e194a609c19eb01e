import assert from 'node:assert/strict';
import { findWideClasses } from '../../../../scripts/lib/stats/dependencies.mjs';
import { parseSources } from '../../../../scripts/lib/stats/sources.mjs';

const members = (count: number, prefix = 'm') =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}: string;`).join(' ');

const parameters = (count: number) =>
  Array.from({ length: count }, (_, at) => `private readonly p${at}: string`).join(', ');

const BAGS = {
  path: 'src/bags.ts',
  text: `
interface BaseDeps { ${members(3, 'base')} }
export interface WideDeps extends BaseDeps { ${members(5)} }
export type NarrowDeps = Pick<WideDeps, 'm0' | 'base0'>;
export interface Settings { ${members(9)} }
`,
};

/** The parameters of a constructor, and the number of its dependencies; 0: not too many. */
const CASES = [
  [parameters(6), 0],
  [parameters(7), 7],
  ['private readonly deps: OwnDeps', 7],
  ['deps: WideDeps', 8],
  ['deps: Readonly<WideDeps>', 8],
  ["deps: Omit<WideDeps, 'm0'>", 7],
  ["deps: Pick<WideDeps, 'm0'>", 0],
  [`deps: NarrowDeps & { ${members(5, 'more')} }`, 7],
  [`{ m0 }: { ${members(7)} }`, 7],
  [`deps: OwnDeps, ${parameters(2)}`, 9],
  [`settings: Settings, ${parameters(6)}`, 7],
  [`deps: ForeignDeps, ${parameters(6)}`, 7],
  [`deps: WideDeps[], ${parameters(6)}`, 7],
  [`deps: Promise<WideDeps>, ${parameters(6)}`, 7],
] as const;

const CASE_CLASSES = {
  path: 'src/a.ts',
  text: `
import type { NarrowDeps, Settings, WideDeps } from './bags';
import type { ForeignDeps } from 'elsewhere';
interface OwnDeps { ${members(7)} }
${CASES.map(([taken], at) => `class Case${at} { constructor(${taken}) {} }`).join('\n')}
`,
};

describe('findWideClasses', () => {
  let counts: ReadonlyMap<string, number>;

  before(() => {
    const classes = findWideClasses(parseSources([BAGS, CASE_CLASSES]));
    counts = new Map(classes.map(({ name, dependencies }) => [name, dependencies]));
  });

  CASES.forEach(([taken, expected], at) => {
    it(`counts ${expected === 0 ? 'not too many' : expected} in (${taken})`, () => {
      assert.equal(counts.get(`Case${at}`) ?? 0, expected);
    });
  });

  it('lists the widest first, with their places', () => {
    const text = `class Seven { constructor(${parameters(7)}) {} }
class None {}
class Overloaded {
  constructor(${parameters(9)});
  constructor(${parameters(8)}) {}
}
`;
    assert.deepEqual(findWideClasses(parseSources([{ path: 'src/a.ts', text }])), [
      { name: 'Overloaded', place: 'src/a.ts:3', dependencies: 8 },
      { name: 'Seven', place: 'src/a.ts:1', dependencies: 7 },
    ]);
  });
});
