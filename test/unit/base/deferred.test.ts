import assert from 'node:assert/strict';
import { Deferred } from '../../../src/base/deferred';

describe('Deferred', () => {
  it('settles its promise once, also if its functions are called without the object', async () => {
    const { promise, resolve, reject } = new Deferred<number>();
    resolve(1);
    resolve(2);
    reject(new Error('too late'));
    assert.equal(await promise, 1);
  });

  it('rejects its promise', async () => {
    const deferred = new Deferred<void>();
    deferred.reject(new Error('gone'));
    await assert.rejects(deferred.promise, /gone/);
  });
});
