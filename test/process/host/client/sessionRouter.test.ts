import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import type { HostClient } from '../../../../src/host/client/hostClient';
import type { LastScreen } from '../../../../src/host/server/lastScreens';
import { SessionRouter, type Outliving } from '../../../../src/host/client/sessionRouter';
import { useHostClient } from '../../../support/host/useHostClient';
import { specOf, useSessionManager } from '../../../support/pty/useSessionManager';

describe('SessionRouter', () => {
  const window = useSessionManager();
  const hosts = useHostClient();
  let host: HostClient;
  let router: SessionRouter;
  let events: string[];
  let outlive: Outliving | undefined;
  const others = new Map<string, { readonly pid: number; readonly version: string }>();
  const lastScreens = new Map<string, LastScreen>();

  const make = (): SessionRouter =>
    new SessionRouter({
      window: window.manager,
      host,
      outlive,
      findOther: (id) => Promise.resolve(others.get(id)),
      lastScreens: {
        read: (ptyId) => Promise.resolve(lastScreens.get(ptyId)),
        remove: (ptyId) => Promise.resolve(void lastScreens.delete(ptyId)),
      },
    });
  const here = (id: string) => specOf(id);
  const there = (id: string) => hosts.spec(id);

  beforeEach(() => {
    outlive = undefined;
    others.clear();
    lastScreens.clear();
    host = hosts.make();
    router = make();
    events = [];
    router.onDidChange(({ type, session }) => events.push(`${session.id} ${type}`));
  });

  it('starts each where it belongs, and sees them as one', async () => {
    const signals: string[] = [];
    router.onDidSignal(({ id, data }) => signals.push(`${id} ${data}`));
    await router.create(here('w'));
    await router.create(there('h'));
    assert.deepEqual(
      [window.manager.list(), host.list(), router.list()].map((list) => list.map(({ id }) => id)),
      [['w'], ['h'], ['w', 'h']],
    );
    for (const [id, of] of [
      ['w', window],
      ['h', hosts.held],
    ] as const) {
      router.write(id, 'typed');
      router.resize(id, { cols: 40, rows: 10 });
      router.relabel(id, `Label of ${id}`);
      of.processOf(0).say('shown\x1b]0;title\x07');
      assert.equal(await router.text(id), 'shown');
      assert.equal((await router.screen(id)).rows[0], 'shown');
      assert.match(await router.colouredText(id), /shown/);
      assert.deepEqual(
        [of.processOf(0).written, router.get(id)?.label, router.get(id)?.dimensions],
        ['typed', `Label of ${id}`, { cols: 40, rows: 10 }],
      );
      await router.kill(id);
    }
    assert.deepEqual(signals, ['w title', 'h title']);
    assert.deepEqual(
      events.filter((event) => !event.endsWith('changed')),
      ['w created', 'h created', 'w exit', 'w removed', 'h exit', 'h removed'],
    );
  });

  it('gives no id twice, wherever the other one is, or is about to be', async () => {
    await router.create(here('a'));
    const results = await Promise.allSettled([
      router.create(there('a')),
      router.create(there('b')),
      router.create(here('b')),
    ]);
    assert.deepEqual(
      results.map((result) =>
        result.status === 'rejected' && SessionError.is(result.reason) ? result.reason.code : 'ok',
      ),
      ['SESSION_EXISTS', 'ok', 'SESSION_EXISTS'],
    );
  });

  it('starts nothing that runs in a host which the window cannot use, and says where it does', async () => {
    others.set('a', { pid: 42, version: '2.0.0' });
    for (const spec of [here('a'), there('a')]) {
      await assert.rejects(
        router.create(spec),
        (error) =>
          SessionError.is(error, 'SESSION_EXISTS') && /process 42 of version 2/.test(error.message),
      );
    }
    assert.deepEqual([router.list(), events], [[], []]);
    others.clear();
    await router.create(here('a'));
  });

  it('starts sessions of the window though the host cannot be reached', async () => {
    const never = new Promise<never>(() => {});
    const access = { find: () => never, ensure: () => never, isAlive: () => true };
    host = hosts.make({ access });
    router = make();
    void router.create(there('h'));
    await router.create(here('w'));
    assert.ok(router.has('w'));
  });

  it('has room in each place for as many as the setting says', async () => {
    for (const id of ['a', 'b', 'c']) {
      await router.create(here(id));
    }
    assert.throws(
      () => router.requireRoom(),
      (error) => SessionError.is(error, 'MAX_SESSIONS'),
    );
    router.requireRoom('host');
    await router.create(there('h'));
  });

  it('ends at its end what is in the window, and lets go of the rest', async () => {
    await router.create(here('w'));
    await router.create(there('h'));
    router.write('h', 'last words');
    await router.shutdown(1000);
    assert.deepEqual(window.manager.list(), []);
    assert.equal(hosts.held.manager.get('h')?.state, 'active');
    assert.equal(hosts.held.processOf(0).written, 'last words');
    assert.ok(!events.includes('h exit'));
  });

  it('refuses tmux where nothing provides it, with a reason', async () => {
    await assert.rejects(
      router.create(specOf('a', { persistence: 'tmux' })),
      (error) =>
        SessionError.is(error, 'UNSUPPORTED_PLATFORM') && /persistence/.test(error.message),
    );
    assert.deepEqual([router.list(), events], [[], []]);
  });

  it('starts in the window what tmux wraps', async () => {
    outlive = {
      wrap: (spec) => Promise.resolve({ ...spec, program: { ...spec.program, file: 'tmux' } }),
    };
    router = make();
    await router.create(specOf('a', { persistence: 'tmux' }));
    assert.equal(window.processOf(0).spec.file, '/bin/tmux');
  });

  it('begins what was lost with what it showed last, marked as such, and a fork with its own', async () => {
    for (const ptyId of ['a', 'b', 'h']) {
      const dimensions = { cols: 80, rows: 24 };
      lastScreens.set(ptyId, { ptyId, savedAt: '', dimensions, text: '\x1b[31mlast row' });
    }
    await router.create(here('a'));
    await router.create(there('h'));
    await router.create(specOf('b', { seed: 'a copy\r\n' }));
    assert.match(await router.text('a'), /^last row\n\[Its session host ended: .*\]$/);
    assert.match(await router.text('h'), /^last row\n\[Its/);
    assert.equal(await router.text('b'), 'a copy');
    assert.deepEqual([...lastScreens.keys()], ['b', 'h'], 'shown once; a host keeps its own');
  });
});
