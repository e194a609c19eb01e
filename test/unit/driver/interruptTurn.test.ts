import assert from 'node:assert/strict';
import { DRIVEN_ID as ID, DriverBench } from '../../support/agents/driverBench';

describe('the interrupt of a cancelled ask', () => {
  let bench: DriverBench;

  beforeEach(() => {
    bench = new DriverBench();
  });

  it('sends no second interrupt if only the screen shows work', async () => {
    bench.ignoredInterrupts = 9;
    bench.drawsEveryMs = 50;
    const controller = new AbortController();
    const rejected = assert.rejects(bench.begin({ signal: controller.signal }), {
      message: 'enough',
    });
    await bench.pass(100);
    bench.status.put(ID, { kind: 'working' }, { source: 'screen', since: bench.clock.now() });
    controller.abort(new Error('enough'));
    await bench.pass(4000);
    await rejected;
    assert.equal(bench.interrupts, 1);
  });

  for (const [ignored, drawsEveryMs, interrupts] of [
    [1, 50, 2],
    [9, 50, 3],
    [9, 1000, 1],
    [9, Infinity, 1],
  ] as const) {
    it(`sends ${interrupts} interrupts to an agent that ignores ${ignored} and draws every ${drawsEveryMs} ms`, async () => {
      bench.ignoredInterrupts = ignored;
      bench.drawsEveryMs = drawsEveryMs;
      const controller = new AbortController();
      const asked = bench.begin({ signal: controller.signal });
      const rejected = assert.rejects(asked, { message: 'enough' });
      await bench.pass(200);
      controller.abort(new Error('enough'));
      await bench.pass(6000);
      await rejected;
      assert.equal(bench.interrupts, interrupts);
      assert.equal(bench.clock.pendingTimers, 0);
    });
  }

  for (const [interrupts, mayInterrupt] of [
    [0, () => Promise.resolve(false)],
    [1, allowOnce()],
  ] as const) {
    it(`sends ${interrupts} interrupts to a working agent if the caller permits as many`, async () => {
      bench.ignoredInterrupts = 9;
      bench.drawsEveryMs = 50;
      const controller = new AbortController();
      const { signal } = controller;
      const rejected = assert.rejects(bench.begin({ signal, mayInterrupt }), {
        message: 'enough',
      });
      await bench.pass(200);
      controller.abort(new Error('enough'));
      await bench.pass(6000);
      await rejected;
      assert.deepEqual([bench.interrupts, bench.clock.pendingTimers], [interrupts, 0]);
    });
  }

  it('ends when the window closes while its caller decides', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const mayInterrupt = (): Promise<boolean> => new Promise(() => {});
    const rejected = assert.rejects(bench.begin({ signal, mayInterrupt }), {
      message: 'enough',
    });
    await bench.pass(200);
    controller.abort(new Error('enough'));
    await bench.pass(200);
    bench.driver.dispose();
    await rejected;
    assert.equal(bench.interrupts, 0);
  });

  it('ends when the window closes while it waits for the effect of an interrupt', async () => {
    bench.ignoredInterrupts = 9;
    const controller = new AbortController();
    const rejected = assert.rejects(bench.begin({ signal: controller.signal }), {
      message: 'enough',
    });
    await bench.pass(200);
    controller.abort(new Error('enough'));
    await bench.pass(200);
    bench.driver.dispose();
    await rejected;
    assert.deepEqual([bench.interrupts, bench.clock.pendingTimers], [1, 0]);
  });
});

/** Permits the first interrupt only. */
function allowOnce(): () => Promise<boolean> {
  let calls = 0;
  return () => Promise.resolve(++calls === 1);
}
