import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import { nullLogger } from '../../../src/base/logger';
import type { ProgramSpec } from '../../../src/pty/ptyProcess';
import { SessionManager } from '../../../src/pty/sessionManager';
import type { SessionEvent, SessionSpec } from '../../../src/pty/sessionService';
import { FakePtySpawner, type FakePtyProcess } from '../../support/fakePty';
import { ManualClock } from '../../support/manualClock';

const PROGRAM: ProgramSpec = { file: 'agent', args: ['-x'], cwd: '/work', env: { A: 'b' } };

function specOf(id: string, change: Partial<SessionSpec> = {}): SessionSpec {
  return {
    id,
    label: id,
    kind: 'local',
    exec: 'agent -x',
    afterExit: 'shell',
    program: PROGRAM,
    ...change,
  };
}

describe('SessionManager', () => {
  let spawner: FakePtySpawner;
  let clock: ManualClock;
  let manager: SessionManager;
  let events: SessionEvent[];
  let ended: number[];
  let woken: number[];

  beforeEach(() => {
    spawner = new FakePtySpawner();
    clock = new ManualClock();
    ended = [];
    woken = [];
    manager = new SessionManager({
      spawner,
      wake: (pid) => woken.push(pid),
      clock,
      logger: nullLogger,
      limits: () => ({ maxSessions: 3, exitedRetentionMs: 60_000 }),
      checkProgram: (program) => Promise.resolve({ ...program, file: `/bin/${program.file}` }),
      endProgram: (pid) => {
        ended.push(pid);
        spawner.processes.find((process) => process.pid === pid)?.end(undefined, 'SIGTERM');
        return Promise.resolve([]);
      },
    });
    events = [];
    manager.onDidChange((event) => events.push(event));
  });

  afterEach(() => {
    manager.dispose();
    assert.equal(clock.pendingTimers, 0, 'a timer outlived the manager');
    assert.ok(
      spawner.processes.every(({ disposed }) => disposed),
      'a PTY outlived the manager',
    );
  });

  function processOf(index: number): FakePtyProcess {
    const process = spawner.processes[index];
    assert.ok(process, `process ${index} was started`);
    return process;
  }

  const types = () => events.map(({ type }) => type);
  const rejects = (promise: Promise<unknown>, code: string) =>
    assert.rejects(promise, (error) => SessionError.is(error) && error.code === code);

  it('starts a session with the checked program, at 80x24 until told otherwise (D11)', async () => {
    const info = await manager.create(specOf('a'));
    assert.deepEqual(processOf(0).spec, { ...PROGRAM, file: '/bin/agent', cols: 80, rows: 24 });
    assert.deepEqual(info, {
      id: 'a',
      label: 'a',
      kind: 'local',
      state: 'active',
      workDir: '/work',
      afterExit: 'shell',
      createdAt: '1970-01-01T00:00:00.000Z',
      exec: 'agent -x',
      pid: 1000,
      attachedCount: 0,
      bracketedPaste: false,
      dimensions: { cols: 80, rows: 24 },
      exitCode: null,
      exitSignal: null,
      agentExitCode: null,
    });
    assert.deepEqual(manager.get('a'), info);
  });

  it('is active while there is output and idle after two seconds without (D20)', async () => {
    await manager.create(specOf('a'));
    clock.advance(1999);
    assert.equal(manager.get('a')?.state, 'active');
    processOf(0).say('still here');
    clock.advance(1999);
    assert.equal(manager.get('a')?.state, 'active');
    clock.advance(1);
    assert.equal(manager.get('a')?.state, 'idle');
    assert.equal(clock.pendingTimers, 0, 'an idle session has no timer');
    processOf(0).say('back');
    assert.equal(manager.get('a')?.state, 'active');
  });

  it('keeps an exited session for its retention, with its code, then reaps it', async () => {
    await manager.create(specOf('a'));
    processOf(0).end(3);
    clock.advance(59_999);
    assert.deepEqual(
      manager.list().map(({ id, state, exitCode }) => ({ id, state, exitCode })),
      [{ id: 'a', state: 'terminated', exitCode: 3 }],
    );
    clock.advance(1);
    assert.deepEqual(manager.list(), []);
    assert.deepEqual(types(), ['created', 'exit', 'removed']);
  });

  it('refuses what goes over the cap, and makes room by reaping an exited one (D10)', async () => {
    for (const id of ['a', 'b', 'c']) {
      await manager.create(specOf(id));
    }
    await rejects(manager.create(specOf('d')), 'MAX_SESSIONS');
    processOf(1).end(0);
    await manager.create(specOf('d'));
    assert.deepEqual(
      manager.list().map(({ id }) => id),
      ['a', 'c', 'd'],
    );
  });

  it('counts starts that are under way, so that ten at once cannot pass the cap', async () => {
    const starts = Array.from({ length: 10 }, (_, i) => manager.create(specOf(`s${i}`)));
    const results = await Promise.allSettled(starts);
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 3);
    assert.equal(spawner.processes.length, 3);
  });

  it('lets only one of two starts of one id at the same moment through', async () => {
    const [first, second] = await Promise.allSettled([
      manager.create(specOf('a')),
      manager.create(specOf('a')),
    ]);
    assert.equal(first?.status, 'fulfilled');
    assert.ok(second?.status === 'rejected' && SessionError.is(second.reason, 'SESSION_EXISTS'));
  });

  it('leaves nothing of a start that failed', async () => {
    spawner.failWith = new SessionError('SPAWN_FAILED', 'no');
    await rejects(manager.create(specOf('a')), 'SPAWN_FAILED');
    assert.deepEqual([manager.list(), events], [[], []]);
  });

  it('starts nothing for a session that was killed while its program was looked for', async () => {
    const start = manager.create(specOf('a'));
    const killed = manager.kill('a');
    await rejects(start, 'SESSION_EXITED');
    await killed;
    assert.equal(spawner.processes.length, 0);
  });

  it('ends a session once, however often it is asked, removes it at once and tells its viewers (D16)', async () => {
    await manager.create(specOf('a'));
    const exits: (string | null)[] = [];
    await manager.attach('a', { onData() {}, onExit: ({ exitSignal }) => exits.push(exitSignal) });
    await Promise.all([manager.kill('a'), manager.kill('a'), manager.kill('unknown')]);
    assert.deepEqual([ended, exits, manager.list()], [[1000], ['SIGTERM'], []]);
  });

  it('wakes a program that may have stopped itself on Ctrl-Z, if it still runs (D13)', async () => {
    await manager.create(specOf('a'));
    await manager.create(specOf('b'));
    manager.write('a', 'x\x1a');
    manager.write('b', '\x1a');
    processOf(1).end(0);
    clock.advance(300);
    assert.deepEqual(woken, [1000]);
    clock.advance(1700);
    assert.deepEqual(woken, [1000, 1000], 'once more for one that took its time');
  });

  it('says the size that its program has, not the one that was asked for', async () => {
    await manager.create(specOf('a'));
    manager.resize('a', { cols: 70_000, rows: 0 });
    const size = { cols: 1000, rows: 1 };
    assert.deepEqual([manager.get('a')?.dimensions, processOf(0).resizes], [size, [size]]);
  });

  it('gives a session another label, and tells', async () => {
    await manager.create(specOf('a'));
    manager.relabel('a', 'Review');
    assert.deepEqual([manager.get('a')?.label, types()], ['Review', ['created', 'changed']]);
  });

  it('ends every session at shutdown', async () => {
    await manager.create(specOf('a'));
    await manager.create(specOf('b'));
    await manager.shutdown(3000);
    assert.deepEqual([ended, manager.list()], [[1000, 1001], []]);
  });

  it('takes an unknown id for harmless where S0 does, and for an error where S3 does', async () => {
    manager.write('x', 'data');
    manager.resize('x', { cols: 1, rows: 1 });
    manager.relabel('x', 'label');
    await manager.kill('x');
    assert.deepEqual([manager.has('x'), manager.get('x')], [false, undefined]);
    await rejects(manager.attach('x', { onData() {}, onExit() {} }), 'SESSION_NOT_FOUND');
  });

  describe('follow-up', () => {
    const shell: ProgramSpec = { file: '/bin/zsh', args: ['-l'], cwd: '/work', env: {} };

    it('takes the place of a program that ended, on the same id', async () => {
      await manager.create(specOf('a', { followUp: shell, dimensions: { cols: 100, rows: 30 } }));
      manager.resize('a', { cols: 120, rows: 40 });
      processOf(0).end(7);
      assert.deepEqual(processOf(1).spec, { ...shell, cols: 120, rows: 40 });
      manager.write('a', 'ls\r');
      assert.equal(processOf(1).written, 'ls\r');
      const { agentExitCode, exitCode, state, pid } = manager.get('a') ?? {};
      assert.deepEqual(
        { agentExitCode, exitCode, state, pid },
        { agentExitCode: 7, exitCode: null, state: 'active', pid: 1001 },
      );
      processOf(1).end(0);
      assert.deepEqual(
        types().filter((type) => type !== 'changed'),
        ['created', 'agentExit', 'exit'],
      );
    });

    it('does not come after a kill', async () => {
      await manager.create(specOf('a', { followUp: shell }));
      await manager.kill('a');
      assert.equal(spawner.processes.length, 1);
    });

    it('that cannot start ends the session with the code of the program', async () => {
      await manager.create(specOf('a', { followUp: shell }));
      spawner.failWith = new SessionError('SPAWN_FAILED', 'no');
      processOf(0).end(7);
      assert.equal(manager.get('a')?.exitCode, 7);
    });
  });

  it("D14: tells the agent's own exit though its shell goes on, and shows nobody the report", async () => {
    await manager.create(specOf('a', { exitMarkerNonce: 'n0nce' }));
    let seen = '';
    await manager.attach('a', { onData: (data) => (seen += data), onExit() {} });
    processOf(0).say('bye\x1b]7749;n0n');
    processOf(0).say('ce;5\x07$ ');
    const { agentExitCode, exitCode, state } = manager.get('a') ?? {};
    assert.deepEqual(
      { seen, agentExitCode, exitCode, state },
      { seen: 'bye$ ', agentExitCode: 5, exitCode: null, state: 'active' },
    );
    assert.ok(types().includes('agentExit'));
  });

  describe('viewers', () => {
    const watch = async (id = 'a') => {
      const seen = { text: '', exits: 0 };
      const attachment = await manager.attach(id, {
        onData: (data) => (seen.text += data),
        onExit: () => seen.exits++,
      });
      return { seen, attachment };
    };

    it('get what was said before they came, and all after, once', async () => {
      await manager.create(specOf('a'));
      processOf(0).say('before ');
      const { seen } = await watch();
      processOf(0).say('after');
      assert.equal(seen.text, 'before after');
    });

    it('get a character whole though it was split', async () => {
      await manager.create(specOf('a'));
      const { seen } = await watch();
      const euro = Buffer.from('€');
      processOf(0).say(euro.subarray(0, 1));
      processOf(0).say(euro.subarray(1));
      assert.equal(seen.text, '€');
    });

    it('are asked no question a second time, but are asked the one that nobody has had', async () => {
      await manager.create(specOf('a'));
      processOf(0).say('q\x1b[6n');
      const first = await watch();
      const second = await watch();
      assert.deepEqual([first.seen.text, second.seen.text], ['q\x1b[6n', 'q']);
    });

    it('are counted, and once detached can do nothing but say how to come back', async () => {
      await manager.create(specOf('a'));
      const { attachment } = await watch();
      assert.equal(manager.get('a')?.attachedCount, 1);
      attachment.dispose();
      assert.equal(manager.get('a')?.attachedCount, 0);
      for (const use of [
        () => attachment.write('x'),
        () => attachment.resize({ cols: 1, rows: 1 }),
      ]) {
        assert.throws(
          use,
          (error) => SessionError.is(error, 'DETACHED') && error.message.includes("attach('a')"),
        );
      }
      assert.equal(processOf(0).disposed, false, 'the program runs on');
    });

    it('of an exited session see its last output and hear of its exit', async () => {
      await manager.create(specOf('a'));
      processOf(0).say('last words');
      processOf(0).end(1);
      const { seen } = await watch();
      assert.deepEqual(seen, { text: 'last words', exits: 1 });
    });
  });
});
