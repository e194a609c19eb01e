import assert from 'node:assert/strict';
import { compareResults, formatComparison } from '../../../bench/against/compareResults';
import { measureAgainst } from '../../../bench/against/measureAgainst';
import type { VersionCheckout } from '../../../bench/against/versionCheckout';
import type { Results } from '../../../bench/report/results';
import type { Measurements } from '../../../bench/report/row';

const resultsOf = (parts: Measurements): Results => ({ F1: { date: '', machine: '', parts } });

/** Checkouts whose part has the values of a list, and what is called, in order. */
function fakeVersions(valuesOf: Readonly<Record<string, readonly number[]>>) {
  const calls: string[] = [];
  const left = new Map(Object.entries(valuesOf).map(([version, values]) => [version, [...values]]));
  const checkOut = (version: string): Promise<VersionCheckout> => {
    calls.push(`check out ${version}`);
    if (!left.has(version)) {
      return Promise.reject(new Error(`no ${version}`));
    }
    const remove = () => Promise.resolve(void calls.push(`remove ${version}`));
    return Promise.resolve({ directory: version, commit: `commit of ${version}`, remove });
  };
  const measure = (version: string): Promise<Results> => {
    calls.push(`measure in ${version}`);
    const ours = left.get(version)?.shift();
    return ours === undefined
      ? Promise.reject(new Error(`${version} fails`))
      : Promise.resolve(resultsOf({ start: { ours } }));
  };
  return { calls, checkOut, measure };
}

describe('measureAgainst', () => {
  it('measures both versions by turns, each round beginning with the other one', async () => {
    const { calls, checkOut, measure } = fakeVersions({ old: [1, 2, 4], HEAD: [2, 2, 2] });
    const lines: string[] = [];
    const report = (line: string): void => void lines.push(line);
    const options = { version: 'old', rounds: 3 };
    const parts = await measureAgainst({ checkOut, measure, report }, options);
    const [old, head] = ['measure in old', 'measure in HEAD'];
    assert.deepEqual(calls, [
      ...['check out old', 'check out HEAD'],
      ...[old, head],
      ...[head, old],
      ...[old, head],
      ...['remove HEAD', 'remove old'],
    ]);
    assert.deepEqual(parts, [{ id: 'F1', what: 'start', before: 2, now: 2, changes: [0.5, 1, 2] }]);
    assert.deepEqual(lines, [
      ...['Round 1 of 3: commit of old', 'Round 1 of 3: commit of HEAD'],
      ...['Round 2 of 3: commit of HEAD', 'Round 2 of 3: commit of old'],
      ...['Round 3 of 3: commit of old', 'Round 3 of 3: commit of HEAD'],
    ]);
  });

  const failures = [
    { what: 'a measurement', values: { old: [1], HEAD: [] }, error: /HEAD fails/ },
    { what: 'the second checkout', values: { old: [1] }, error: /no HEAD/ },
  ];
  for (const { what, values, error } of failures) {
    it(`removes the checkouts if ${what} fails`, async () => {
      const { calls, checkOut, measure } = fakeVersions(values);
      const options = { version: 'old', rounds: 1 };
      await assert.rejects(measureAgainst({ checkOut, measure, report() {} }, options), error);
      const opened = Object.keys(values).map((version) => `remove ${version}`);
      assert.deepEqual(calls.slice(-opened.length), opened.reverse());
    });
  }
});

describe('compareResults', () => {
  it('compares ratios to the peer, and our value of a part without one', () => {
    const before = resultsOf({ read: { ours: 10, peer: 5, ratio: 2 }, write: { ours: 10 } });
    const now = resultsOf({ read: { ours: 40, peer: 10, ratio: 3 }, write: { ours: 5 } });
    assert.deepEqual(
      compareResults([{ before, now }]).map(({ what, changes }) => [what, changes]),
      [
        ['read', [1.5]],
        ['write', [0.5]],
      ],
    );
  });

  it('has the parts of rounds in which both versions measured them', () => {
    const [start, both] = [
      resultsOf({ a: { ours: 1 } }),
      resultsOf({ a: { ours: 2 }, b: { ours: 2 } }),
    ];
    const compared = compareResults([
      { before: both, now: both },
      { before: start, now: both },
      { before: start, now: {} },
    ]);
    assert.deepEqual(
      compared.map(({ what, changes }) => [what, changes]),
      [
        ['a', [1, 2]],
        ['b', [1]],
      ],
    );
  });

  it('is printed with the median and the spread of the changes', () => {
    const rounds = [1, 3, 2].map((factor) => ({
      before: resultsOf({ start: { ours: 10 } }),
      now: resultsOf({ start: { ours: 10 * factor } }),
    }));
    assert.deepEqual(formatComparison(compareResults(rounds)).split('\n'), [
      '| row | part  | before | now  | change | from | to   |',
      '| --- | ----- | ------ | ---- | ------ | ---- | ---- |',
      '| F1  | start | 10.0   | 20.0 | 2.00   | 1.00 | 3.00 |',
      '',
    ]);
  });
});
