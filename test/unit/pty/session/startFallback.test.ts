import assert from 'node:assert/strict';
import type { FallbackStart } from '../../../../src/pty/session/startFallback';
import { PROGRAM, describeSessions, specOf } from '../../../support/pty/useSessionManager';

const FALLBACK: FallbackStart = {
  exec: 'agent new',
  program: { ...PROGRAM, args: ['new'] },
  exitMarkerNonce: 'second',
  followUp: { ...PROGRAM, args: ['shell'] },
  notice: 'A new conversation was begun.',
};

describeSessions('StartFallback', (fixture) => {
  const { arrived, processOf, types, watch } = fixture;
  const started = () => fixture.spawner.processes.map(({ spec }) => spec.args.join(' '));
  const create = (change = {}) =>
    fixture.manager.create(
      specOf('a', { exitMarkerNonce: 'first', fallback: FALLBACK, ...change }),
    );
  const report = (nonce: string, status: number): string => `\x1b]7749;${nonce};${status}\x07`;

  it('replaces an agent that fails at once, under the same id, and writes a notice', async () => {
    await create();
    const { seen } = await watch();
    await arrived();
    fixture.clock.advance(60_000);
    await arrived();
    processOf(0).print(`No conversation found\r\n${report('first', 1)}`);
    await arrived();
    assert.match(seen.live, /No conversation found\r\n.*\[A new conversation was begun\.\]\r\n$/s);
    await arrived();
    assert.deepEqual(started(), ['-x', 'new']);
    await arrived();
    assert.equal(processOf(0).disposed, true);
    await arrived();
    assert.deepEqual(fixture.signals, [`SIGKILL ${processOf(0).pid}`]);
    const { fellBack, agentExitCode, exec, pid } = fixture.manager.get('a') ?? {};
    await arrived();
    assert.deepEqual(
      { fellBack, agentExitCode, exec, pid },
      { fellBack: true, agentExitCode: null, exec: 'agent new', pid: processOf(1).pid },
    );
    await arrived();
    assert.equal(types().includes('agentExit'), false, 'no agentExit, as the fallback runs');
  });

  it('replaces an agent that fails 10 s after its first output', async () => {
    await create();
    processOf(0).print('x');
    await arrived();
    fixture.clock.advance(10_000);
    await arrived();
    processOf(0).print(report('first', 1));
    await arrived();
    assert.deepEqual(started(), ['-x', 'new']);
  });

  it('has a follow-up like any other start, and no second fallback', async () => {
    await create();
    processOf(0).print(`x${report('first', 1)}`);
    processOf(1).print(`y${report('second', 1)}`);
    await arrived();
    assert.equal(fixture.manager.get('a')?.agentExitCode, 1);
    await arrived();
    processOf(1).end(1);
    await arrived();
    assert.deepEqual(started(), ['-x', 'new', 'shell']);
  });

  it('replaces an agent without a shell, too', async () => {
    await create({ exitMarkerNonce: undefined, followUp: PROGRAM });
    processOf(0).print('x');
    processOf(0).end(1);
    await arrived();
    assert.deepEqual(started(), ['-x', 'new']);
    await arrived();
    assert.deepEqual(fixture.signals, []);
  });

  const ends: readonly (readonly [string, number, number])[] = [
    ['an agent that exits with 0', 0, 0],
    ['an agent that fails more than 10 s after its first output', 10_001, 1],
    ['an agent that exits with 130', 0, 130],
  ];
  for (const [title, ms, status] of ends) {
    it(`does not start after ${title}`, async () => {
      await create();
      processOf(0).print('x');
      await arrived();
      fixture.clock.advance(ms);
      await arrived();
      processOf(0).print(report('first', status));
      await arrived();
      assert.equal(fixture.manager.get('a')?.agentExitCode, status);
      await arrived();
      assert.deepEqual(started(), ['-x']);
    });
  }

  const interruptions: readonly (readonly [title: string, interrupt: () => void])[] = [
    ['Ctrl-C', () => fixture.manager.find('a')?.write('\x03')],
    ['Ctrl-D among other keys', () => fixture.manager.find('a')?.write('x\x04')],
    ['Ctrl-C in the kitty protocol', () => fixture.manager.find('a')?.write('\x1b[99;5u')],
    ['SIGINT by signal()', () => fixture.manager.find('a')?.signal('SIGINT')],
  ];
  for (const [title, interrupt] of interruptions) {
    it(`does not start after ${title}, even if the agent fails`, async () => {
      await create();
      processOf(0).print('x');
      interrupt();
      await arrived();
      processOf(0).print(report('first', 1));
      await arrived();
      assert.equal(fixture.manager.get('a')?.agentExitCode, 1);
      await arrived();
      assert.deepEqual(started(), ['-x']);
    });
  }

  it('starts after other keys', async () => {
    await create();
    fixture.manager.find('a')?.write('c4\x1b[A\r');
    await arrived();
    processOf(0).print(`x${report('first', 1)}`);
    await arrived();
    assert.deepEqual(started(), ['-x', 'new']);
  });

  it('does not start after a kill', async () => {
    await create();
    fixture.endProgram = () => {
      processOf(0).end(1);
      return Promise.resolve([]);
    };
    await fixture.manager.find('a')?.kill();
    await arrived();
    assert.deepEqual(started(), ['-x']);
  });

  it('that cannot start ends the session', async () => {
    await create();
    fixture.spawner.failWith = new Error('no');
    await arrived();
    processOf(0).print(`x${report('first', 1)}`);
    await arrived();
    assert.equal(fixture.manager.get('a')?.state, 'terminated');
  });
});
