import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnansweredRequests } from '../../../src/api/auth/unansweredRequests';
import { CHECK_WINDOW_EVERY_MS, WindowTakeover } from '../../../src/headless/windowTakeover';
import type { Lease } from '../../../src/ownership/windowFile';
import { ManualClock } from '../../support/manualClock';

const LEASE: Lease = { ptyId: 'a-main-t', conversation: 'u' };
const AGENT_LIMIT_MS = 60_000;

describe('WindowTakeover', () => {
  let clock: ManualClock;
  let requests: UnansweredRequests;
  let own: Lease[];
  let hasWindow: boolean;
  let publish: (isOffered: boolean | undefined) => Promise<void>;
  let withdraw: () => Promise<void>;
  let events: string[];
  let subject: WindowTakeover;

  beforeEach(() => {
    clock = new ManualClock();
    requests = new UnansweredRequests(clock);
    own = [LEASE];
    hasWindow = true;
    events = [];
    withdraw = () => Promise.resolve(void events.push('withdrawn'));
    publish = (isOffered) => Promise.resolve(void events.push(`offered: ${isOffered}`));
    subject = new WindowTakeover({
      clock,
      connections: { requests, retire: () => void events.push('retired') },
      hasWindow: () => Promise.resolve(hasWindow),
      leases: {
        get own() {
          return own;
        },
        publish: ({ isOffered }) => publish(isOffered),
      },
      logger: { warn: (message) => void events.push(message) },
      window: { withdraw: () => withdraw() },
    });
  });

  afterEach(() => {
    subject.dispose();
    requests.dispose();
    assert.equal(clock.pendingTimers, 0);
  });

  async function check(): Promise<readonly string[]> {
    clock.advance(CHECK_WINDOW_EVERY_MS);
    await nextTurn();
    return events.splice(0);
  }

  it('offers its sessions once to a window, and ends its service without them', async () => {
    assert.deepEqual(await check(), ['offered: true']);
    assert.deepEqual(await check(), []);
    own = [];
    assert.deepEqual(await check(), ['retired', 'withdrawn']);
    assert.deepEqual(await check(), []);
  });

  it('offers nothing without a window', async () => {
    hasWindow = false;
    assert.deepEqual(await check(), []);
    own = [];
    assert.deepEqual(await check(), []);
  });

  it('withdraws its offer if the window has closed', async () => {
    assert.deepEqual(await check(), ['offered: true']);
    hasWindow = false;
    assert.deepEqual([await check(), await check()], [['offered: false'], []]);
    hasWindow = true;
    assert.deepEqual(await check(), ['offered: true']);
  });

  it('repeats the end of its service if that fails, also if the window has gone', async () => {
    own = [];
    withdraw = () => Promise.reject(new Error('The disk is full'));
    assert.deepEqual((await check()).slice(0, 1), ['retired']);
    hasWindow = false;
    withdraw = () => Promise.resolve(void events.push('withdrawn'));
    assert.deepEqual(await check(), ['retired', 'withdrawn']);
    assert.deepEqual(await check(), []);
  });

  it('withdraws its offer while a request is unanswered, and serves on without sessions', async () => {
    await check();
    const answer = requests.add({ by: 'person' });
    assert.deepEqual(await check(), ['offered: false']);
    own = [];
    assert.deepEqual(await check(), []);
    answer();
    assert.deepEqual(await check(), ['retired', 'withdrawn']);
  });

  it('waits a minute at most for the requests of agents', async () => {
    requests.add({ by: 'agent' });
    assert.deepEqual(await check(), []);
    clock.advance(AGENT_LIMIT_MS);
    await nextTurn();
    assert.deepEqual([...events.splice(0), ...(await check())], ['offered: true']);
  });

  it('shows once that an offer fails, and repeats it', async () => {
    publish = () => Promise.reject(new Error('The disk is full'));
    assert.deepEqual(await check(), [
      'The sessions and the service of this folder cannot be left to a window: The disk is full',
    ]);
    assert.deepEqual(await check(), []);
    publish = () => Promise.resolve(void events.push('offered'));
    assert.deepEqual(await check(), ['offered']);
  });

  it('does nothing after it was disposed', async () => {
    subject.dispose();
    assert.deepEqual(await check(), []);
  });
});
