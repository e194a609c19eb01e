import assert from 'node:assert/strict';
import { parseRecordOptions, SIZES } from '../../../../scripts/lib/record/recordOptions';

const parse = (...args: string[]) => parseRecordOptions(args, ['claude', 'codex']);

describe('parseRecordOptions', () => {
  it('compares at all sizes by default', () => {
    assert.deepEqual(parse('claude'), {
      kind: 'record',
      providers: ['claude'],
      write: false,
      sizes: SIZES,
      run: undefined,
      version: undefined,
      newest: false,
      print: false,
    });
  });

  it('takes all providers, in their newest versions', () => {
    const options = parse('all', '--newest');
    assert.ok(options.kind === 'record');
    assert.deepEqual([options.providers, options.newest], [['claude', 'codex'], true]);
  });

  it('takes one size, one run and another version', () => {
    const options = parse('codex', '--size', '80x24', '--run', 'trust', '--version', '1.0.0');
    assert.ok(options.kind === 'record');
    assert.deepEqual(
      [options.sizes, options.run, options.version],
      [[{ cols: 80, rows: 24 }], 'trust', '1.0.0'],
    );
  });

  for (const [args, problem] of [
    [[], /^Which provider\? There are recipes for claude, codex\./],
    [['clod'], /^There is no recipe for clod\./],
    [['claude', '--size', '10x10'], /not recorded at 10x10/],
    [['claude', '--wide'], /--wide/],
  ] as const) {
    it(`refuses ${args.join(' ') || 'nothing'}`, () => {
      const options = parse(...args);
      assert.ok(options.kind === 'wrong');
      assert.match(options.problem, problem);
    });
  }
});
