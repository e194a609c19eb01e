import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { UntilHalted } from '../../../src/driver/askWaits';

const never = new Promise<string>(() => {});

describe('UntilHalted', () => {
  it('settles as the step does', async () => {
    const until = new UntilHalted();
    assert.equal(await until.wait(Promise.resolve('text')), 'text');
    await assert.rejects(until.wait(Promise.reject(new Error('no'))), /^Error: no$/);
  });

  it('does not wait for steps after the halt, whenever they began', async () => {
    const until = new UntilHalted();
    const waiting = until.wait(never);
    until.halt();
    await assert.rejects(waiting, /no longer waits/);
    await assert.rejects(until.wait(never), /no longer waits/);
  });

  it('keeps no results of steps', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const until = new UntilHalted();
    const step = async (): Promise<WeakRef<object>> =>
      new WeakRef(await until.wait(Promise.resolve({ text: 'an answer so far' })));
    const given = await step();
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    assert.equal(given.deref(), undefined);
    until.halt();
  });
});
