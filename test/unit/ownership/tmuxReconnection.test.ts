import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { SessionReconnector } from '../../../src/ownership/sessionReconnector';
import { RETURN_MS } from '../../../src/ownership/sessionWaits';
import { Emitter } from '../../../src/base/event';
import { nullLogger } from '../../../src/base/logger';
import type { TmuxFacts } from '../../../src/pty/tmux/tmuxFacts';
import { planTmuxAttach } from '../../../src/pty/tmux/tmuxPlan';
import type { TmuxSession } from '../../../src/pty/tmux/tmuxSessions';
import { TmuxSource } from '../../../src/pty/tmux/tmuxSource';
import { FakeBackend } from '../../support/pty/fakeBackend';
import { windowSessionsOf } from '../../support/pty/windowSessionsOf';
import { ManualClock } from '../../support/manualClock';

const ID = 'x-main-a';
const FOLDER = 'file:///work';

describe('SessionReconnector with sessions in tmux', () => {
  let reconnector: SessionReconnector;
  let source: TmuxSource;
  afterEach(() => {
    reconnector.dispose();
    source.dispose();
  });

  async function subject(first: Partial<TmuxSession> = { isAttached: true }) {
    const backend = new FakeBackend();
    const sessions = windowSessionsOf(backend);
    const clock = new ManualClock();
    const didChange = new Emitter<void>();
    const state = {
      ...{ session: inTmux(first), isHeld: false, isComplete: true, isWatched: true },
      ...{ listings: 0, answer: Promise.resolve(), notices: [] as string[] },
      whileDeciding: (): void => {},
    };
    const tmux = {
      survey: async () => {
        state.listings += 1;
        await state.answer;
        return { sessions: [state.session], isComplete: state.isComplete };
      },
      get: () => Promise.resolve(state.session),
    };
    source = new TmuxSource(tmux, sessions);
    reconnector = new SessionReconnector({
      source,
      sessions,
      continueSession: ({ id }) => Promise.resolve(sessions.acquire(id)),
      leases: {
        isOwnedByCommand: () => false,
        isOwnedElsewhere: () => state.isHeld,
        onDidChange: didChange.event,
      },
      handover: { request: () => Promise.resolve() },
      removeStaleFiles: () => Promise.resolve(),
      folderOf: ({ folder }) => (folder === FOLDER ? FOLDER : undefined),
      isWatched: () => {
        state.whileDeciding();
        return Promise.resolve(state.isWatched);
      },
      notify: (notice) => state.notices.push(notice),
      clock,
      logger: nullLogger,
    });
    await reconnector.start();
    await setImmediate();
    state.session = inTmux();
    state.listings = 0;
    const change = async (): Promise<void> => {
      didChange.fire();
      await setImmediate();
    };
    const pass = async (ms: number): Promise<void> => {
      clock.advance(ms);
      await setImmediate();
    };
    return { reconnector, backend, sessions, state, change, pass };
  }

  it('takes over a session that another window has released, after that has had time to return', async () => {
    const { sessions, change, pass } = await subject();
    await change();
    await pass(RETURN_MS - 1);
    assert.equal(sessions.has(ID), false);
    await pass(1);
    assert.equal(sessions.has(ID), true);
  });

  it('takes over no session while this window is not watched', async () => {
    const { sessions, state, change, pass } = await subject();
    state.isWatched = false;
    await change();
    await pass(RETURN_MS);
    assert.equal(sessions.has(ID), false);
    state.isWatched = true;
    await pass(RETURN_MS);
    assert.equal(sessions.has(ID), true);
  });

  it('opens no session in a window that closes', async () => {
    const { reconnector: closing, backend, state, change, pass } = await subject();
    state.whileDeciding = () => closing.dispose();
    await change();
    await pass(RETURN_MS);
    assert.deepEqual(backend.list(), []);
  });

  it('takes over a session that was still attached when it was released', async () => {
    const { sessions, state, change, pass } = await subject();
    state.session = inTmux({ isAttached: true });
    await change();
    state.session = inTmux();
    await pass(RETURN_MS);
    assert.equal(sessions.has(ID), true);
  });

  it('restarts the delay for a session that was owned again meanwhile', async () => {
    const { sessions, state, change, pass } = await subject();
    await change();
    state.isHeld = true;
    await pass(RETURN_MS);
    assert.equal(sessions.has(ID), false);
    state.isHeld = false;
    await change();
    await pass(RETURN_MS - 1);
    assert.equal(sessions.has(ID), false);
    await pass(1);
    assert.equal(sessions.has(ID), true);
  });

  it('surveys tmux once at a time, and once more for all changes meanwhile', async () => {
    const { state, change } = await subject();
    let answer = (): void => {};
    state.answer = new Promise((resolve) => (answer = resolve));
    await change();
    await change();
    await change();
    assert.equal(state.listings, 1);
    answer();
    await setImmediate();
    assert.equal(state.listings, 2);
    await change();
    assert.equal(state.listings, 3);
  });

  for (const what of ['isAttached', 'isDirectoryGone'] as const) {
    it(`ignores a session with ${what} after the delay`, async () => {
      const { sessions, state, change, pass } = await subject();
      await change();
      state.session = inTmux({ [what]: true });
      await pass(RETURN_MS);
      assert.equal(sessions.has(ID), false);
      const { listings } = state;
      await pass(2 * RETURN_MS);
      assert.equal(state.listings, listings, 'it is not listed again until something changes');
    });
  }

  it('tries again to take over a session that did not respond', async () => {
    const { sessions, state, change, pass } = await subject();
    await change();
    state.session = inTmux({ isSilent: true, isAttached: true });
    await pass(RETURN_MS);
    assert.equal(sessions.has(ID), false);
    state.session = inTmux();
    await pass(RETURN_MS);
    assert.equal(sessions.has(ID), true);
  });

  it('reconnects the listed sessions, and shows a notice that the list is incomplete', async () => {
    const { reconnector: subjected, state, sessions } = await subject();
    state.isComplete = false;
    await subjected.reconnectAll();
    assert.equal(subjected.hasListedAll, false);
    assert.match(state.notices.join(), /tmuxPath/);
    assert.equal(sessions.has(ID), true);
  });

  it('finds a session that does not respond, and refuses to take it over', async () => {
    const { reconnector: subjected, state, sessions } = await subject();
    state.session = inTmux({ isSilent: true });
    assert.equal(await subjected.isFoundElsewhere(ID), true);
    await subjected.reconnectAll();
    await assert.rejects(subjected.takeOver(ID, 'always'), {
      code: 'ILLEGAL_STATE',
      message: /try again/,
    });
    assert.equal(sessions.has(ID), false);
  });

  it('removes a client that ends when another window attaches to the session', async () => {
    const { state, sessions, backend } = await subject();
    const { spec } = state.session;
    await sessions.open(spec);
    state.session = inTmux({ isAttached: true });
    const client = backend.get(ID) ?? assert.fail('the session is not open');
    backend.end({ ...client, state: 'terminated' });
    await setImmediate();
    assert.deepEqual([backend.list(), backend.calls], [[], [`kill ${ID}`]]);
  });
});

function inTmux(change: Partial<TmuxSession> = {}): TmuxSession {
  const facts: TmuxFacts = {
    ...{ id: ID, label: 'X', exec: 'x', folder: FOLDER, cwd: '/work' },
    ...{ scrollback: 100, exitMarkerNonce: null, parent: null, marker: null },
    afterExit: 'keep',
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  const server = { file: '/usr/bin/tmux', socket: 'agent-terminals', directory: '/d', env: {} };
  const spec = planTmuxAttach(facts, {
    server,
    instanceId: 'l1',
    dimensions: { cols: 80, rows: 24 },
  });
  return {
    ...{ spec, isAttached: false, hasEnded: false, isDirectoryGone: false, isSilent: false },
    ...change,
  };
}
