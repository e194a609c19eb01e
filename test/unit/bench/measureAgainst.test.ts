import assert from 'node:assert/strict';
import type { MeasuredRow } from '../../../bench/against/compareRows';
import { measureAgainst } from '../../../bench/against/measureAgainst';
import type { VersionCheckout } from '../../../bench/against/versionCheckout';

/** Checkouts whose rows have the values of a list, and what is called, in order. */
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
  const measure = (version: string, ids: readonly string[]): Promise<readonly MeasuredRow[]> => {
    calls.push(`measure ${ids.join(' ')} in ${version}`);
    const ours = left.get(version)?.shift();
    return ours === undefined
      ? Promise.reject(new Error(`${version} fails`))
      : Promise.resolve([{ id: 'P1', what: 'start', peerName: '', unit: 'ms', ours }]);
  };
  return { calls, checkOut, measure };
}

describe('measureAgainst', () => {
  it('measures both versions by turns, each round beginning with the other one', async () => {
    const { calls, checkOut, measure } = fakeVersions({ old: [1, 2, 4], HEAD: [2, 2, 2] });
    const lines: string[] = [];
    const report = (line: string): void => void lines.push(line);
    const options = { version: 'old', ids: ['P1', 'P3'], rounds: 3 };
    const rows = await measureAgainst({ checkOut, measure, report }, options);
    const [old, head] = ['measure P1 P3 in old', 'measure P1 P3 in HEAD'];
    assert.deepEqual(calls, [
      ...['check out old', 'check out HEAD'],
      ...[old, head],
      ...[head, old],
      ...[old, head],
      ...['remove HEAD', 'remove old'],
    ]);
    assert.deepEqual(
      rows.map(({ before, now, changes }) => ({ before, now, changes })),
      [{ before: 2, now: 2, changes: [0.5, 1, 2] }],
    );
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
      const options = { version: 'old', ids: ['P1'], rounds: 1 };
      await assert.rejects(measureAgainst({ checkOut, measure, report() {} }, options), error);
      const opened = Object.keys(values).map((version) => `remove ${version}`);
      assert.deepEqual(calls.slice(-opened.length), opened.reverse());
    });
  }
});
