import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import { DRIVEN_ID as ID, DriverBench, settle } from '../../support/agents/driverBench';

const ANSWER = ['❯ go', '', '● yes', '❯ '];

/** A read that never settles. */
const never = (): Promise<void> => new Promise(() => {});

describe('asking, if reading the agent fails', () => {
  let bench: DriverBench;

  beforeEach(() => {
    bench = new DriverBench();
  });

  /** Calls `act` at the reads from the `nth` on, up to the one before the `end`th. */
  function atReads(nth: number, end: number, act: () => Promise<void>): void {
    let count = 0;
    bench.atRead = () => {
      count += 1;
      return count >= nth && count < end ? act() : Promise.resolve();
    };
  }

  /** A turn that ends at once. */
  async function answered(timeoutMs = 60_000) {
    const asked = bench.ask({ timeoutMs });
    asked.catch(() => {});
    await settle();
    bench.does({ kind: 'working' });
    bench.rows = ANSWER;
    bench.does({ kind: 'done' });
    return { asked };
  }

  for (const nth of [1, 2, 3, 4]) {
    it(`ends in time if read ${nth} never settles, and allows the next ask`, async () => {
      atReads(nth, Infinity, never);
      const { asked } = await answered(3000);
      const response = nth > 2 ? 'yes' : '';
      const rejected = assert.rejects(asked, { code: 'TIMEOUT', response });
      await bench.pass(4000);
      await rejected;
      assert.equal(bench.clock.pendingTimers, 0);
      bench.atRead = () => Promise.resolve();
      const { asked: next } = await answered();
      await bench.pass(1500);
      assert.equal((await next).response, 'yes');
    });

    it(`reads again if the host did not answer read ${nth} and some after it`, async () => {
      const silent = new SessionError('TIMEOUT', 'The session host does not answer: wait for it.');
      atReads(nth, nth + 3, () => Promise.reject(silent));
      const { asked } = await answered();
      let response: string | undefined;
      void asked.then((result) => (response = result.response));
      await bench.pass(10_000);
      assert.equal(response, 'yes');
    });
  }

  it('ends when the window closes, during any read', async () => {
    bench.atRead = never;
    const { asked } = await answered();
    const rejected = assert.rejects(asked, { code: 'DETACHED' });
    await bench.pass(200);
    bench.driver.dispose();
    await bench.pass(1000);
    await rejected;
    assert.equal(bench.clock.pendingTimers, 0);
  });

  it('interrupts the agent when it is cancelled, during any read', async () => {
    const controller = new AbortController();
    bench.atRead = never;
    const asked = bench.ask({ signal: controller.signal });
    const rejected = assert.rejects(asked, { message: 'enough' });
    await bench.pass(4000);
    controller.abort(new Error('enough'));
    await bench.pass(100);
    await rejected;
    assert.equal(bench.interrupts, 1);
  });

  it('yields in a stream the text from before the failures, and nothing after its end', async () => {
    const stream = bench.driver.askStream(ID, 'go', { timeoutMs: 3000 });
    const first = stream.next();
    await settle();
    bench.does({ kind: 'working' });
    bench.rows = ANSWER;
    await bench.pass(300);
    assert.equal((await first).value, 'yes');
    let goOn = (): void => {};
    bench.atRead = () => new Promise((resolve) => (goOn = resolve));
    const rejected = assert.rejects(stream.next(), { code: 'TIMEOUT', response: 'yes' });
    await bench.pass(4000);
    await rejected;
    goOn();
    await settle();
    assert.equal(bench.clock.pendingTimers, 0);
  });
});
