import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { COMPRESSION } from '../../../../src/pty/limits';
import { requireSession } from '../../../../src/pty/sessionBackend';
import type { SessionSignal } from '../../../../src/pty/sessionService';
import { PROGRAM, describeSessions, specOf } from '../../../support/pty/useSessionManager';

describeSessions('SessionManager', (fixture) => {
  const { arrived, processOf, rejects, settle, types } = fixture;

  it('starts a session with the checked program, at 80x24 by default (D11)', async () => {
    const info = await fixture.manager.create(specOf('a'));
    await arrived();
    assert.deepEqual(processOf(0).spec, { ...PROGRAM, file: '/bin/agent', cols: 80, rows: 24 });
    await arrived();
    assert.deepEqual(info, {
      id: 'a',
      generation: 1,
      label: 'a',
      kind: 'local',
      state: 'active',
      workDir: '/home/ada',
      afterExit: 'shell',
      createdAt: '1970-01-01T00:00:00.000Z',
      programStartedAt: '1970-01-01T00:00:00.000Z',
      exec: 'agent -x',
      pid: 1000,
      attachedCount: 0,
      hasOutput: false,
      lastOutputAt: null,
      lastInputAt: null,
      fellBack: false,
      bracketedPaste: false,
      dimensions: { cols: 80, rows: 24 },
      exitCode: null,
      exitSignal: null,
      agentExitCode: null,
      parent: null,
      persistence: 'window',
      folder: null,
      isLost: false,
      notices: [],
      isKilled: false,
    });
    await arrived();
    assert.deepEqual(fixture.manager.get('a'), info);
  });

  it('reports a session as active during output and as idle after two seconds without (D20)', async () => {
    await fixture.manager.create(specOf('a'));
    await arrived();
    fixture.clock.advance(1999);
    await arrived();
    assert.equal(fixture.manager.get('a')?.state, 'active');
    await arrived();
    processOf(0).print('still here');
    await arrived();
    fixture.clock.advance(1999);
    await arrived();
    assert.equal(fixture.manager.get('a')?.state, 'active');
    await arrived();
    fixture.clock.advance(1);
    await arrived();
    assert.equal(fixture.manager.get('a')?.state, 'idle');
    await requireSession(fixture.manager, 'a').text();
    fixture.clock.advance(2 * COMPRESSION.ms);
    assert.equal(
      fixture.clock.pendingTimers,
      0,
      'an idle session with a compressed screen has no timer',
    );
    await arrived();
    processOf(0).print('back');
    await arrived();
    assert.equal(fixture.manager.get('a')?.state, 'active');
  });

  it('keeps an exited session for its retention, with its code, then reaps it', async () => {
    await fixture.manager.create(specOf('a'));
    processOf(0).end(3);
    await arrived();
    fixture.clock.advance(59_999);
    await arrived();
    assert.deepEqual(
      fixture.manager.list().map(({ id, state, exitCode }) => ({ id, state, exitCode })),
      [{ id: 'a', state: 'terminated', exitCode: 3 }],
    );
    await arrived();
    fixture.clock.advance(1);
    await arrived();
    assert.deepEqual(fixture.manager.list(), []);
    await arrived();
    assert.deepEqual(types(), ['created', 'exit', 'removed']);
  });

  it('rejects a session above the limit, and makes room by reaping an exited one (D10)', async () => {
    for (const id of ['a', 'b', 'c']) {
      await fixture.manager.create(specOf(id));
    }
    await rejects(fixture.manager.create(specOf('d')), 'MAX_SESSIONS');
    processOf(1).end(0);
    await fixture.manager.create(specOf('d'));
    await arrived();
    assert.deepEqual(
      fixture.manager.list().map(({ id }) => id),
      ['a', 'c', 'd'],
    );
  });

  it('makes room by reaping the session that exited first, not the oldest one', async () => {
    for (const id of ['a', 'b', 'c']) {
      await fixture.manager.create(specOf(id));
    }
    await arrived();
    processOf(1).end(0);
    processOf(0).end(0);
    await fixture.manager.create(specOf('d'));
    await arrived();
    assert.deepEqual(
      fixture.manager.list().map(({ id }) => id),
      ['a', 'c', 'd'],
    );
  });

  it('counts starts that are under way, so that ten at once cannot exceed the limit', async () => {
    const starts = Array.from({ length: 10 }, (_, i) => fixture.manager.create(specOf(`s${i}`)));
    const results = await Promise.allSettled(starts);
    await arrived();
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 3);
    await arrived();
    assert.equal(fixture.spawner.processes.length, 3);
  });

  it('allows only one of two simultaneous starts with one id', async () => {
    const [first, second] = await Promise.allSettled([
      fixture.manager.create(specOf('a')),
      fixture.manager.create(specOf('a')),
    ]);
    await arrived();
    assert.equal(first?.status, 'fulfilled');
    await arrived();
    assert.ok(second?.status === 'rejected' && SessionError.is(second.reason, 'SESSION_EXISTS'));
  });

  it('keeps no state of a failed start', async () => {
    fixture.spawner.failWith = new SessionError('SPAWN_FAILED', 'no');
    await rejects(fixture.manager.create(specOf('a')), 'SPAWN_FAILED');
    await arrived();
    assert.deepEqual([fixture.manager.list(), fixture.events], [[], []]);
  });

  if (fixture.backendKind === 'window') {
    // Over a socket the program has started by then.
    it('starts no program for a session that is killed while its program is looked up', async () => {
      const start = fixture.backend.create(specOf('a'));
      const killed = fixture.backend.find('a')?.kill();
      await rejects(start, 'SESSION_EXITED');
      await killed;
      await arrived();
      assert.equal(fixture.spawner.processes.length, 0);
    });
  }

  it('ends a session once for several kills, removes it at once and notifies its viewers (D16)', async () => {
    await fixture.manager.create(specOf('a'));
    const exits: (string | null)[] = [];
    await requireSession(fixture.manager, 'a').attach({
      onData() {},
      onExit: ({ exitSignal }) => exits.push(exitSignal),
    });
    await Promise.all([
      fixture.manager.find('a')?.kill(),
      fixture.manager.find('a')?.kill(),
      fixture.manager.find('unknown')?.kill(),
    ]);
    await arrived();
    assert.deepEqual([fixture.ended, exits, fixture.manager.list()], [[1000], ['SIGTERM'], []]);
  });

  it('sends SIGCONT after Ctrl-Z in the kitty keyboard protocol (D13)', async () => {
    await fixture.manager.create(specOf('a'));
    fixture.manager.find('a')?.write('\x1b[122;5u');
    await arrived();
    fixture.clock.advance(300);
    await arrived();
    assert.deepEqual(fixture.signals, ['SIGCONT 1000']);
  });

  it('sends SIGCONT after Ctrl-Z to a program that still runs (D13)', async () => {
    await fixture.manager.create(specOf('a'));
    await fixture.manager.create(specOf('b'));
    fixture.manager.find('a')?.write('x\x1a');
    fixture.manager.find('b')?.write('\x1a');
    await arrived();
    processOf(1).end(0);
    await arrived();
    fixture.clock.advance(300);
    await arrived();
    assert.deepEqual(fixture.signals, ['SIGCONT 1000']);
    await arrived();
    fixture.clock.advance(1700);
    await arrived();
    assert.deepEqual(
      fixture.signals,
      ['SIGCONT 1000', 'SIGCONT 1000'],
      'a second signal for a program that stops late',
    );
  });

  it('reports the size that its program has, not the requested one', async () => {
    await fixture.manager.create(specOf('a'));
    fixture.manager.find('a')?.resize({ cols: 70_000, rows: 0 });
    const size = { cols: 1000, rows: 1 };
    await arrived();
    assert.deepEqual([fixture.manager.get('a')?.dimensions, processOf(0).resizes], [size, [size]]);
  });

  it('writes Ctrl-C for SIGINT, and sends SIGKILL to the root program, without a follow-up', async () => {
    await fixture.manager.create(specOf('a', { followUp: PROGRAM }));
    fixture.manager.find('a')?.signal('SIGINT');
    if (fixture.backendKind === 'window') {
      // A session host closes the connection of a client that sends what is not in the protocol.
      fixture.manager.find('a')?.signal('SIGTERM' as SessionSignal);
    }
    await arrived();
    assert.deepEqual(
      [processOf(0).written, fixture.signals],
      ['\x03', []],
      'no other input or signal',
    );
    fixture.manager.find('a')?.signal('SIGKILL');
    await arrived();
    assert.deepEqual(fixture.signals, ['SIGKILL 1000']);
    await arrived();
    processOf(0).end(undefined, 'SIGKILL');
    await arrived();
    assert.deepEqual(
      [fixture.manager.get('a')?.state, fixture.manager.get('a')?.exitSignal],
      ['terminated', 'SIGKILL'],
    );
    fixture.manager.find('a')?.signal('SIGKILL');
    fixture.manager.find('unknown')?.signal('SIGINT');
    await arrived();
    assert.equal(fixture.signals.length, 1);
  });

  it('passes later output to a listener of watchOutput(), without a redraw or an attachment', async () => {
    await fixture.manager.create(specOf('a'));
    processOf(0).print('before ');
    await arrived();
    let received = '';
    const watch = requireSession(fixture.manager, 'a').watchOutput(
      (bytes) => (received += Buffer.from(bytes).toString()),
    );
    await arrived();
    processOf(0).print('heard');
    await arrived();
    assert.deepEqual([received, fixture.manager.get('a')?.attachedCount], ['heard', 0]);
    watch.dispose();
    await arrived();
    processOf(0).print('more');
    await arrived();
    assert.equal(received, 'heard');
  });

  it('changes the label of a session, and emits a change', async () => {
    await fixture.manager.create(specOf('a'));
    fixture.manager.find('a')?.relabel('Review');
    await arrived();
    assert.deepEqual(
      [fixture.manager.get('a')?.label, types()],
      ['Review', ['created', 'changed']],
    );
  });

  it('emits the exit before the removal, even if the system never reports it', async () => {
    fixture.endProgram = () => Promise.resolve([]);
    await fixture.manager.create(specOf('a'));
    const exits: (string | null)[] = [];
    await requireSession(fixture.manager, 'a').attach({
      onData() {},
      onExit: ({ exitSignal }) => exits.push(exitSignal),
    });
    const killed = fixture.manager.find('a')?.kill();
    await settle();
    fixture.clock.advance(500);
    await killed;
    await arrived();
    assert.deepEqual(exits, ['SIGKILL']);
    await arrived();
    assert.deepEqual(types().slice(-2), ['exit', 'removed']);
  });

  it('removes a session even if an error occurs while its programs are ended', async () => {
    fixture.endProgram = () => Promise.reject(new Error('no process table'));
    await fixture.manager.create(specOf('a'));
    const killed = fixture.manager.find('a')?.kill();
    await settle();
    fixture.clock.advance(500);
    await killed;
    await arrived();
    assert.deepEqual(fixture.manager.list(), []);
  });

  it('has no session of an unknown id', () => {
    const { manager } = fixture;
    assert.deepEqual(
      [manager.has('x'), manager.get('x'), manager.find('x')],
      [false, undefined, undefined],
    );
    assert.throws(() => requireSession(manager, 'x'), { code: 'SESSION_NOT_FOUND' });
  });
});
