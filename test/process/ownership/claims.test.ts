import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import { SessionError } from '../../../src/base/errors';
import { readStartTime } from '../../../src/base/readStartTime';
import { LEASE_TIMEOUT_MS } from '../../../src/ownership/otherWindows';
import { useLeases } from '../../support/agents/useLeases';
import { ManualClock } from '../../support/manualClock';

const LEASE = { ptyId: 'a-main-t', conversation: 'u' };
const isHeld = (error: unknown): boolean => SessionError.is(error, 'ILLEGAL_STATE');

describe('claims of windows', () => {
  const fixture = useLeases();
  const { open } = fixture;
  let directory = '';
  beforeEach(() => ({ directory } = fixture));

  const windowFiles = async (): Promise<readonly string[]> =>
    (await readdir(directory)).filter((name) => name.endsWith('.json'));

  for (const [what, text] of [
    ['empty', ''],
    ['cut off', '{"pid": 7, "hostn'],
    ['of another shape', '[]'],
    ['binary', '\0\xff\0'],
  ] as const) {
    it(`ignore a file that is ${what}, and remove it after the timeout`, async () => {
      const clock = new ManualClock();
      const one = open(clock);
      await one.claim(LEASE);
      await writeFile(join(directory, 'odd.json'), text);
      await one.claim({ ptyId: 'a-chat-c', conversation: undefined });
      await assert.rejects(open().claim(LEASE), isHeld);
      clock.advance(LEASE_TIMEOUT_MS);
      await one.readOthers();
      assert.deepEqual(await windowFiles(), [one.window]);
    });
  }

  it('start in a directory that is empty, or does not exist yet', async () => {
    assert.deepEqual(await open().readOthers(), []);
    await open().start();
    await mkdir(directory, { recursive: true });
    assert.deepEqual(await open().readOthers(), []);
    await open().claim(LEASE);
    assert.equal((await windowFiles()).length, 1);
  });

  it('keep other files and folders in their directory', async () => {
    await mkdir(join(directory, 'folder.json'), { recursive: true });
    await writeFile(join(directory, 'notes'), 'mine');
    const one = open();
    await one.claim(LEASE);
    await one.start();
    assert.deepEqual(
      (await readdir(directory)).sort(),
      [one.window, 'folder.json', 'notes'].sort(),
    );
  });

  describe('of a process whose id may be reused', () => {
    const startTime = readStartTime(process.pid);
    before(function () {
      // The system does not show when a process was started.
      if (!startTime) {
        this.skip();
      }
    });

    it('are free at once', async () => {
      const self = { pid: process.pid, startTime: '1', hostname: 'here' };
      await open(systemClock, { self }).claim(LEASE);
      await open().claim(LEASE);
    });

    it('stay valid for the process itself', async () => {
      const self = { pid: process.pid, startTime, hostname: 'here' };
      await open(systemClock, { self }).claim(LEASE);
      await assert.rejects(open().claim(LEASE), isHeld);
    });

    it('stay valid if an earlier version has stored no start time', async () => {
      await mkdir(directory);
      const earlier = { pid: process.pid, hostname: 'here', leases: [LEASE] };
      await writeFile(join(directory, 'earlier.json'), JSON.stringify(earlier));
      await assert.rejects(open().claim(LEASE), isHeld);
    });
  });

  it('succeed for one of two windows that claim in the same millisecond, a thousand times', async () => {
    const duel = async (pair: string): Promise<void> => {
      const shared = { directory: join(directory, pair) };
      const [one, two] = [open(systemClock, shared), open(systemClock, shared)];
      for (let round = 0; round < 50; round++) {
        const lease = { ptyId: `a-main-${round}`, conversation: 'u' };
        const chat = { ...lease, ptyId: `a-chat-${round}` };
        const results = await Promise.allSettled([one.claim(lease), two.claim(chat)]);
        const isWon = results.map(({ status }) => status === 'fulfilled');
        const isOwned = [one.owns(lease.ptyId), two.owns(chat.ptyId)];
        assert.deepEqual([isWon, isWon.filter(Boolean).length], [isOwned, 1], `round ${round}`);
        await one.release(lease.ptyId);
        await two.release(chat.ptyId);
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, pair) => duel(String(pair))));
  });
});
