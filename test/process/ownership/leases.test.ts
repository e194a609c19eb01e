import assert from 'node:assert/strict';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import { SessionError } from '../../../src/base/errors';
import type { Leases } from '../../../src/ownership/leases';
import { LEASE_TIMEOUT_MS } from '../../../src/ownership/otherWindows';
import type { Lease } from '../../../src/ownership/windowFile';
import { useLeases, windowFile } from '../../support/agents/useLeases';
import { ManualClock } from '../../support/manualClock';

const LEASE = { ptyId: 'a-main-t', conversation: 'u' };
const isHeld = (error: unknown): boolean => SessionError.is(error, 'ILLEGAL_STATE');

describe('Leases', () => {
  const fixture = useLeases();
  const { open, errors } = fixture;
  let directory = '';
  beforeEach(() => ({ directory } = fixture));

  it('assign a session to one window, and to the next one after its release', async () => {
    const [one, two] = [open(), open()];
    await one.claim(LEASE);
    await one.claim(LEASE);
    await assert.rejects(two.claim(LEASE), isHeld);
    assert.equal(two.isOwnedElsewhere('a-main-t'), true);
    await one.release('a-main-t');
    await two.claim(LEASE);
    await assert.rejects(one.claim(LEASE), isHeld);
  });

  it('assign a conversation to one session, with any session id', async () => {
    const [one, two] = [open(), open()];
    await one.claim(LEASE);
    await assert.rejects(two.claim({ ...LEASE, ptyId: 'a-chat-c' }), isHeld);
    await two.claim({ ptyId: 'a-chat-d', conversation: undefined });
    await two.claim({ ptyId: 'a-chat-e', conversation: undefined });
  });

  it('assign a conversation to one session of the same window, too', async () => {
    const one = open();
    await one.claim(LEASE);
    const chat = { ...LEASE, ptyId: 'a-chat-c' };
    await assert.rejects(one.claim(chat), isHeld);
    await one.claim({ ...LEASE, ptyId: 'b-chat-c' });
    await one.release(LEASE.ptyId);
    await one.claim(chat);
    await assert.rejects(open().claim(chat), isHeld);
  });

  it('assign a session to one of several windows that claim it at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => open().claim(LEASE)));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  it('are free when their window is closed', async () => {
    const [one, two] = [open(), open()];
    await one.claim(LEASE);
    await one.shutdown();
    await two.claim(LEASE);
  });

  it('are not published by a window that has closed', async () => {
    const [one, two] = [open(), open()];
    await one.claim(LEASE);
    await one.shutdown();
    await one.publish({ requests: [], answers: {} });
    assert.deepEqual(await readdir(directory), []);
    await two.claim(LEASE);
  });

  it('are free at once when the process of their window has ended', async () => {
    await open(systemClock, { self: { pid: 999_999_999, hostname: 'here' } }).claim(LEASE);
    const two = open();
    await two.claim(LEASE);
    assert.equal((await readdir(directory)).length, 1, 'its file is removed');
  });

  it('are free 15 s after the last heartbeat of a window on another machine, with any clock there', async () => {
    const clock = new ManualClock();
    await open(systemClock, { self: { pid: 999_999_999, hostname: 'there' } }).claim(LEASE);
    const two = open(clock);
    await assert.rejects(two.claim(LEASE), isHeld);
    clock.advance(LEASE_TIMEOUT_MS - 1);
    await assert.rejects(two.claim(LEASE), isHeld);
    clock.advance(1);
    await two.claim(LEASE);
  });

  it('are kept after a sleep of the machine, whose windows wake one after another', async () => {
    const clock = new ManualClock();
    await open(systemClock, { self: { pid: 999_999_999, hostname: 'there' } }).claim(LEASE);
    const two = open(clock);
    await assert.rejects(two.claim(LEASE), isHeld);
    clock.advance(8 * 60 * 60_000);
    await assert.rejects(two.claim(LEASE), isHeld);
    clock.advance(LEASE_TIMEOUT_MS);
    await two.claim(LEASE);
  });

  it('are kept by a window with heartbeats, and the others are notified of changes', async () => {
    const clock = new ManualClock();
    const one = open(clock);
    const two = open(clock);
    await Promise.all([one.start(), two.start()]);
    const held: boolean[] = [];
    const changed = new Promise<void>((resolve) =>
      two.onDidChange(() => {
        held.push(two.isOwnedElsewhere('a-main-t'));
        resolve();
      }),
    );
    await one.claim(LEASE);
    clock.advance(5000);
    await changed;
    for (let passed = 0; passed < 2 * LEASE_TIMEOUT_MS; passed += 5000) {
      clock.advance(5000);
      await assert.rejects(two.claim(LEASE), isHeld);
      await one.release('unknown');
    }
    assert.deepEqual(held, [true]);
  });

  it('name a process without a window as their owner', async () => {
    const self = { pid: process.pid, hostname: 'here', isCommand: true };
    const [one, two, command] = [open(), open(), open(systemClock, { self })];
    await one.claim(LEASE);
    await command.claim({ ptyId: 'a-chat-c' });
    await two.readOthers();
    const isOfCommand = [LEASE.ptyId, 'a-chat-c'].map((id) => two.isOwnedByCommand(id));
    assert.deepEqual(isOfCommand, [false, true]);
  });

  it('are not needed by a window to live while it waits for an answer', async () => {
    const clock = new ManualClock();
    const [one, two] = [open(clock), open(clock)];
    await one.start();
    await one.publish({ requests: [], answers: {} });
    for (let passed = 0; passed < 2 * LEASE_TIMEOUT_MS; passed += 5000) {
      clock.advance(5000);
      await one.release('unknown');
      assert.ok((await two.readWindows()).has(one.window));
    }
  });

  describe('of a window that hung', () => {
    const CHAT = { ptyId: 'a-chat-c', conversation: undefined };
    const held = (leases: Leases): readonly boolean[] =>
      [LEASE, CHAT].map(({ ptyId }) => leases.owns(ptyId));

    /** A window that owned two sessions and hung, and one that has claimed the first meanwhile. */
    async function hang() {
      const [clock, otherClock] = [new ManualClock(), new ManualClock()];
      const one = open(clock, { self: { pid: 999_999_999, hostname: 'there' } });
      const lost: string[] = [];
      one.onDidLose(({ ptyId }) => lost.push(ptyId));
      await one.claim(LEASE);
      await one.claim(CHAT);
      const other = open(otherClock);
      await assert.rejects(other.claim(LEASE), isHeld);
      otherClock.advance(LEASE_TIMEOUT_MS);
      await other.claim(LEASE);
      return { clock, one, other, lost };
    }

    const wakeUps: readonly (readonly [
      title: string,
      hungMs: number,
      wakeUp: (one: Leases) => Promise<unknown>,
      left: readonly boolean[],
    ])[] = [
      ['sends a heartbeat', 60_000, (one) => one.start(), [false, true]],
      // A computer that slept: the clock stood still.
      ['sends a heartbeat, in time by its own clock', 0, (one) => one.start(), [false, true]],
      ['releases another session', 60_000, (one) => one.release(CHAT.ptyId), [false, false]],
      [
        'releases another session, in time by its own clock',
        0,
        (one) => one.release(CHAT.ptyId),
        [false, false],
      ],
      [
        'claims another session',
        60_000,
        (one) => one.claim({ ...CHAT, ptyId: 'a-chat-d' }),
        [false, true],
      ],
      [
        'publishes its requests',
        60_000,
        (one) => one.publish({ requests: [], answers: {} }),
        [false, true],
      ],
    ];
    for (const [title, hungMs, wakeUp, left] of wakeUps) {
      it(`are lost, if another one has claimed them, when it ${title}`, async () => {
        const { clock, one, other, lost } = await hang();
        clock.advance(hungMs);
        await wakeUp(one);
        assert.deepEqual([lost, held(one)], [[LEASE.ptyId], left]);
        assert.equal(one.isOwnedElsewhere(LEASE.ptyId), true);
        assert.deepEqual(await other.readOthers(), await open().readOthers().then(withoutFirst));
        await other.claim(LEASE);
      });
    }

    const withoutFirst = (leases: readonly Lease[]): readonly Lease[] =>
      leases.filter(({ ptyId }) => ptyId !== LEASE.ptyId);

    it('are lost if another one has claimed them, although its own file still exists', async () => {
      const clock = new ManualClock();
      const one = open(clock);
      await one.claim(LEASE);
      await writeFile(
        join(directory, 'other.json'),
        JSON.stringify(windowFile({ leases: [LEASE] })),
      );
      clock.advance(LEASE_TIMEOUT_MS);
      await one.start();
      assert.equal(one.owns(LEASE.ptyId), false);
    });

    it('are kept if no other one has claimed them', async () => {
      const clock = new ManualClock();
      const one = open(clock);
      await one.claim(LEASE);
      clock.advance(60_000);
      await one.start();
      await assert.rejects(open().claim(LEASE), isHeld);
      assert.equal(one.owns(LEASE.ptyId), true);
    });
  });

  describe('while the disk refuses them', () => {
    /** Puts a file in the directory's place, which stops root, too. */
    const breakDisk = async (): Promise<void> => {
      await rename(directory, `${directory}-aside`);
      await writeFile(directory, '');
    };
    const mendDisk = async (): Promise<void> => {
      await rm(directory);
      await rename(`${directory}-aside`, directory);
    };
    const nextBeat = async (leases: Leases, clock: ManualClock): Promise<void> => {
      clock.advance(5000);
      await leases.release('unknown');
    };

    it('stop no session, report one error, and are written later', async () => {
      const clock = new ManualClock();
      const one = open(clock);
      await one.claim({ ptyId: 'a-chat-c', conversation: undefined });
      await one.start();
      await breakDisk();
      await one.claim(LEASE);
      await assert.rejects(one.claim({ ...LEASE, ptyId: 'a-chat-d' }), isHeld);
      await nextBeat(one, clock);
      assert.equal(errors.splice(0).length, 1);
      await mendDisk();
      await nextBeat(one, clock);
      await assert.rejects(open().claim(LEASE), isHeld);
    });

    it('delay requests to other windows, which are written later', async () => {
      const clock = new ManualClock();
      const [one, two] = [open(clock), open()];
      await one.start();
      await breakDisk();
      const requests = [{ id: 'r1', ptyId: LEASE.ptyId, terms: 'always', to: two.window }] as const;
      await assert.rejects(one.publish({ requests, answers: {} }));
      await mendDisk();
      await nextBeat(one, clock);
      const contents = (await two.readWindows()).get(one.window);
      assert.deepEqual(contents?.requests, requests);
    });

    it('are released nevertheless, which is written later', async () => {
      const clock = new ManualClock();
      const one = open(clock);
      await one.claim(LEASE);
      await one.start();
      await breakDisk();
      await one.release(LEASE.ptyId);
      assert.equal(errors.splice(0).length, 1);
      await mendDisk();
      await nextBeat(one, clock);
      await open().claim(LEASE);
    });
  });

  it('are not written by a claim after the shutdown', async () => {
    const one = open();
    await one.shutdown();
    await one.claim(LEASE);
    assert.deepEqual(await readdir(directory), []);
  });

  it('show the other windows the directory of their sessions', async () => {
    const lease = { ...LEASE, workDir: '/home/ada' };
    const [one, two] = [open(), open()];
    await one.claim(lease);
    assert.deepEqual([await one.readOthers(), await two.readOthers()], [[], [lease]]);
  });
});
