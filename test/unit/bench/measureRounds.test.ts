import assert from 'node:assert/strict';
import { measureColdRounds, measureRounds } from '../../../bench/measure/measureRounds';

describe('measureRounds', () => {
  /** Measurements that return the position of their call. */
  const inOrder = () => {
    const calls: string[] = [];
    const measure = (name: string) => () => Promise.resolve(calls.push(name));
    return { calls, measure };
  };

  it('begins each round with another measurement, after a round that is not counted', async () => {
    const { calls, measure } = inOrder();
    const rounds = await measureRounds(3, { a: measure('a'), b: measure('b'), c: measure('c') });
    assert.equal(calls.join(''), 'abc' + 'abc' + 'bca' + 'cab');
    assert.deepEqual(rounds, [
      { a: 4, b: 5, c: 6 },
      { b: 7, c: 8, a: 9 },
      { c: 10, a: 11, b: 12 },
    ]);
  });

  it('counts each of the cold rounds', async () => {
    const { calls, measure } = inOrder();
    const rounds = await measureColdRounds(2, { a: measure('a'), b: measure('b') });
    assert.equal(calls.join(''), 'ab' + 'ba');
    assert.deepEqual(rounds, [
      { a: 1, b: 2 },
      { b: 3, a: 4 },
    ]);
  });

  it('measures one at a time', async () => {
    let running = 0;
    const measure = async (): Promise<number> => {
      running += 1;
      await Promise.resolve();
      const seen = running;
      running -= 1;
      return seen;
    };
    assert.deepEqual(await measureRounds(1, { a: measure, b: measure }), [{ a: 1, b: 1 }]);
  });

  it('rejects with the error of the first measurement that fails', async () => {
    const fail = () => Promise.reject(new Error('no peer'));
    await assert.rejects(measureRounds(1, { a: () => Promise.resolve(1), b: fail }), /no peer/);
  });
});
