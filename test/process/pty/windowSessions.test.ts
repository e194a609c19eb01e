import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import type { HostClient } from '../../../src/host/client/hostClient';
import type { LastScreen } from '../../../src/host/server/lastScreens';
import { requireSession } from '../../../src/pty/sessionBackend';
import type { WindowSessions, WindowSessionsDeps } from '../../../src/pty/windowSessions';
import { isRunning } from '../../../src/pty/liveAgent';
import { useHostClient } from '../../support/host/useHostClient';
import { specOf, useSessionManager } from '../../support/pty/useSessionManager';
import { windowSessionsOf } from '../../support/pty/windowSessionsOf';

describe('WindowSessions, with sessions in this process and in a session host,', () => {
  const window = useSessionManager();
  const hosts = useHostClient();
  let host: HostClient;
  let sessions: WindowSessions;
  let events: string[];
  const lastScreens = new Map<string, LastScreen>();

  const make = (change: Partial<WindowSessionsDeps> = {}): WindowSessions =>
    windowSessionsOf(window.backend, {
      backends: { window: window.backend, host },
      lastScreens: {
        read: (ptyId) => Promise.resolve(lastScreens.get(ptyId)),
        remove: (ptyId) => Promise.resolve(void lastScreens.delete(ptyId)),
      },
      ...change,
    });
  const here = (id: string) => specOf(id);
  const there = (id: string) => hosts.spec(id);

  beforeEach(() => {
    lastScreens.clear();
    host = hosts.make();
    sessions = make();
    events = [];
    sessions.onDidChange(({ type, session }) => events.push(`${session.id} ${type}`));
  });

  it('starts each session in its place, and controls and lists all of them', async () => {
    const signals: string[] = [];
    sessions.onDidSignal(({ id, data }) => signals.push(`${id} ${data}`));
    await sessions.create(here('w'));
    await sessions.create(there('h'));
    assert.deepEqual(
      [window.backend.list(), host.list(), sessions.list()].map((list) => list.map(({ id }) => id)),
      [['w'], ['h'], ['w', 'h']],
    );
    for (const [id, of] of [
      ['w', window],
      ['h', hosts.held],
    ] as const) {
      sessions.find(id)?.write('typed');
      sessions.find(id)?.resize({ cols: 40, rows: 10 });
      sessions.find(id)?.relabel(`Label of ${id}`);
      of.processOf(0).print('shown\x1b]0;title\x07');
      assert.equal(await requireSession(sessions, id).text(), 'shown');
      assert.equal((await requireSession(sessions, id).screen()).rows[0], 'shown');
      assert.match(await requireSession(sessions, id).colouredText(), /shown/);
      assert.deepEqual(
        [of.processOf(0).written, sessions.get(id)?.label, sessions.get(id)?.dimensions],
        ['typed', `Label of ${id}`, { cols: 40, rows: 10 }],
      );
      await sessions.find(id)?.kill();
    }
    assert.deepEqual(signals, ['w title', 'h title']);
    assert.deepEqual(
      events.filter((event) => !event.endsWith('changed')),
      ['w created', 'h created', 'w exit', 'w removed', 'h exit', 'h removed'],
    );
  });

  it('rejects an id that exists or starts in either place', async () => {
    await sessions.create(here('a'));
    const results = await Promise.allSettled([
      sessions.create(there('a')),
      sessions.create(there('b')),
      sessions.create(here('b')),
    ]);
    assert.deepEqual(
      results.map((result) =>
        result.status === 'rejected' && SessionError.is(result.reason) ? result.reason.code : 'ok',
      ),
      ['SESSION_EXISTS', 'ok', 'SESSION_EXISTS'],
    );
  });

  it('starts sessions of the window even if the host cannot be reached', async () => {
    const never = new Promise<never>(() => {});
    const access = { find: () => never, ensure: () => never, isAlive: () => true };
    host = hosts.make({ access });
    sessions = make();
    void sessions.create(there('h'));
    await sessions.create(here('w'));
    assert.ok(sessions.has('w'));
  });

  it('applies the limit on sessions to each place separately', async () => {
    for (const id of ['a', 'b', 'c']) {
      await sessions.create(here(id));
    }
    assert.throws(
      () => sessions.requireRoom(),
      (error) => SessionError.is(error, 'MAX_SESSIONS'),
    );
    sessions.requireRoom('host');
    await sessions.create(there('h'));
  });

  it('ends the sessions of the window at shutdown, and leaves those of the host running', async () => {
    await sessions.create(here('w'));
    await sessions.create(there('h'));
    sessions.find('h')?.write('last words');
    await sessions.shutdown(1000);
    assert.deepEqual(window.backend.list(), []);
    assert.ok(isRunning(hosts.held.backend.get('h')));
    assert.equal(hosts.held.processOf(0).written, 'last words');
    assert.ok(!events.includes('h exit'));
  });

  it('starts nothing if tmux is refused, and leaves the id free', async () => {
    const refused = new SessionError('UNSUPPORTED_PLATFORM', 'tmux is not installed.');
    sessions = make({ wrapInTmux: () => Promise.reject(refused) });
    await assert.rejects(sessions.create(specOf('a', { persistence: 'tmux' })), refused);
    assert.deepEqual([sessions.list(), events], [[], []]);
    await sessions.create(here('a'));
  });

  it('starts a session that is wrapped in tmux in the window', async () => {
    sessions = make({
      wrapInTmux: (spec) =>
        Promise.resolve({ ...spec, program: { ...spec.program, file: 'tmux' } }),
    });
    await sessions.create(specOf('a', { persistence: 'tmux' }));
    assert.equal(window.processOf(0).spec.file, '/bin/tmux');
  });

  it('starts a lost session with its last screen and a notice, and a fork with its own seed', async () => {
    for (const ptyId of ['a', 'b', 'h']) {
      const dimensions = { cols: 80, rows: 24 };
      lastScreens.set(ptyId, { ptyId, savedAt: '', dimensions, text: '\x1b[31mlast row' });
    }
    await sessions.create(here('a'));
    await sessions.create(there('h'));
    await sessions.create(specOf('b', { seed: 'a copy\r\n' }));
    assert.match(
      await requireSession(sessions, 'a').text(),
      /^last row\n\[Its session host ended: .*\]$/,
    );
    assert.match(await requireSession(sessions, 'h').text(), /^last row\n\[Its/);
    assert.equal(await requireSession(sessions, 'b').text(), 'a copy');
    assert.deepEqual(
      [...lastScreens.keys()],
      ['b', 'h'],
      'only a screen that was shown in the window is removed',
    );
  });
});
