import assert from 'node:assert/strict';
import { InputWatch } from '../../../../src/agents/prompts/promptReadiness';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ManualClock } from '../../../support/manualClock';

describe('InputWatch', () => {
  let clock: ManualClock;
  let lastOutputAt: number;
  let answer: () => Promise<boolean>;
  let reads: number;
  let shown: number;
  let watch: InputWatch;

  beforeEach(() => {
    clock = new ManualClock();
    clock.advance(100_000);
    lastOutputAt = clock.now() - 10;
    answer = () => Promise.resolve(false);
    reads = 0;
    shown = 0;
    const sessions = { get: () => sessionInfo({ id: 'a', lastOutputAt }) };
    const showsInput = (): Promise<boolean> => {
      reads++;
      return answer();
    };
    watch = new InputWatch({ sessions, status: { showsInput }, clock }, 'a', () => shown++);
  });

  afterEach(() => {
    watch.dispose();
    assert.equal(clock.pendingTimers, 0, 'a timer outlived the watch');
  });

  /** Lets `ms` milliseconds pass, and pending promises settle. */
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 10) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(Math.min(left, 10));
    }
  };

  it('reads the screen at once, and again only after output', async () => {
    await pass(5000);
    assert.equal(reads, 1);
    lastOutputAt = clock.now();
    await pass(1000);
    assert.equal(reads, 2);
  });

  it('reads the screen again if output may follow in the millisecond of a read', async () => {
    lastOutputAt = clock.now() + 50;
    await pass(200);
    assert.equal(reads, 3);
  });

  it('reads the screen after output if the clock was set back', async () => {
    await pass(100);
    clock.set(-3_600_000);
    lastOutputAt = clock.now();
    await pass(100);
    assert.equal(reads, 2);
  });

  it('reports once that the input is shown, and stops reading', async () => {
    await pass(100);
    answer = () => Promise.resolve(true);
    lastOutputAt = clock.now();
    await pass(100);
    lastOutputAt = clock.now();
    await pass(1000);
    assert.deepEqual([reads, shown], [2, 1]);
  });

  it('treats an unreadable screen as one without input, and reads it again', async () => {
    answer = () => Promise.reject(new Error('The host does not answer.'));
    lastOutputAt = clock.now();
    await pass(100);
    assert.equal(shown, 0);
    // The screen is read again without new output.
    answer = () => Promise.resolve(true);
    await pass(100);
    assert.equal(shown, 1);
  });

  it('reports nothing for a read that ends after dispose', async () => {
    let finish = (_isShown: boolean): void => {};
    answer = () => new Promise((resolve) => (finish = resolve));
    lastOutputAt = clock.now();
    await pass(100);
    watch.dispose();
    finish(true);
    await pass(100);
    assert.equal(shown, 0);
  });
});
