import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { RETURN_MS } from '../../../../src/agents/ownership/planAdoption';
import { TmuxAdoption } from '../../../../src/agents/ownership/tmuxAdoption';
import { Emitter } from '../../../../src/base/event';
import { nullLogger } from '../../../../src/base/logger';
import type { TmuxFacts } from '../../../../src/pty/tmux/tmuxFacts';
import { planTmuxAttach } from '../../../../src/pty/tmux/tmuxPlan';
import type { TmuxSession } from '../../../../src/pty/tmux/tmuxSessions';
import { FakeBackend } from '../../../support/pty/fakeBackend';
import { windowSessionsOf } from '../../../support/pty/windowSessionsOf';
import { ManualClock } from '../../../support/manualClock';

const ID = 'x-main-a';
const FOLDER = { uri: 'file:///work', path: '/work', name: 'work' };

describe('TmuxAdoption', () => {
  let adoption: TmuxAdoption;
  afterEach(() => adoption.dispose());

  function subject() {
    const sessions = new FakeBackend();
    const clock = new ManualClock();
    const didChange = new Emitter<void>();
    const state = {
      ...{ session: inTmux(), isHeld: false, isWhole: true, isWatched: true },
      ...{ looks: 0, answer: Promise.resolve() },
    };
    adoption = new TmuxAdoption({
      tmux: {
        survey: async () => {
          state.looks += 1;
          await state.answer;
          return { sessions: [state.session], isWhole: state.isWhole };
        },
        get: () => Promise.resolve(state.session),
      },
      sessions: windowSessionsOf(sessions),
      leases: { isHeldElsewhere: () => state.isHeld, onDidChange: didChange.event },
      folders: () => [FOLDER],
      isWatched: () => Promise.resolve(state.isWatched),
      clock,
      logger: nullLogger,
    });
    const change = async (): Promise<void> => {
      didChange.fire();
      await setImmediate();
    };
    const pass = async (ms: number): Promise<void> => {
      clock.advance(ms);
      await setImmediate();
    };
    return { adoption, sessions, state, change, pass };
  }

  it('reaches what another window has let go of, once that has had time to come back', async () => {
    const { sessions, change, pass } = subject();
    await change();
    await pass(RETURN_MS - 1);
    assert.equal(sessions.get(ID) !== undefined, false);
    await pass(1);
    assert.equal(sessions.get(ID) !== undefined, true);
  });

  it('reaches nothing while nobody has this window open', async () => {
    const { sessions, state, change, pass } = subject();
    state.isWatched = false;
    await change();
    await pass(RETURN_MS);
    assert.equal(sessions.get(ID) !== undefined, false);
    state.isWatched = true;
    await pass(RETURN_MS);
    assert.equal(sessions.get(ID) !== undefined, true);
  });

  it('reaches what was still shown as it was let go of', async () => {
    const { sessions, state, change, pass } = subject();
    state.session = inTmux({ isAttached: true });
    await change();
    state.session = inTmux();
    await pass(RETURN_MS);
    assert.equal(sessions.get(ID) !== undefined, true);
  });

  it('waits as long anew for what was held again', async () => {
    const { sessions, state, change, pass } = subject();
    await change();
    state.isHeld = true;
    await pass(RETURN_MS);
    assert.equal(sessions.get(ID) !== undefined, false);
    state.isHeld = false;
    await change();
    await pass(RETURN_MS - 1);
    assert.equal(sessions.get(ID) !== undefined, false);
    await pass(1);
    assert.equal(sessions.get(ID) !== undefined, true);
  });

  it('looks once at a time, and once more for all that changes meanwhile', async () => {
    const { state, change } = subject();
    let answer = (): void => {};
    state.answer = new Promise((resolve) => (answer = resolve));
    await change();
    await change();
    await change();
    assert.equal(state.looks, 1);
    answer();
    await setImmediate();
    assert.equal(state.looks, 2);
    await change();
    assert.equal(state.looks, 3);
  });

  for (const what of ['isAttached', 'isFolderGone', 'isSilent'] as const) {
    it(`leaves alone what ${what} by then`, async () => {
      const { sessions, state, change, pass } = subject();
      await change();
      state.session = inTmux({ [what]: true });
      await pass(RETURN_MS);
      assert.equal(sessions.get(ID) !== undefined, false);
    });
  }

  it('reaches what answers, and says that not all does', async () => {
    const { adoption: subjected, state, sessions } = subject();
    state.isWhole = false;
    await assert.rejects(subjected.findFree(), { code: 'ILLEGAL_STATE', message: /tmuxPath/ });
    assert.equal(sessions.get(ID) !== undefined, true);
    assert.equal((await subjected.list()).isWhole, false);
  });

  it('says that what does not answer cannot be taken over, but that it runs', async () => {
    const { adoption: subjected, state, sessions } = subject();
    state.session = inTmux({ isSilent: true });
    assert.equal(await subjected.has(ID), true);
    await subjected.findFree();
    await assert.rejects(subjected.reach(ID), { code: 'ILLEGAL_STATE', message: /try again/ });
    assert.equal(sessions.get(ID) !== undefined, false);
  });
});

function inTmux(change: Partial<TmuxSession> = {}): TmuxSession {
  const facts: TmuxFacts = {
    ...{ id: ID, label: 'X', exec: 'x', folder: FOLDER.uri, cwd: '/work' },
    ...{ scrollback: 100, exitMarkerNonce: null, parent: null, marker: null },
    afterExit: 'keep',
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  const place = { file: '/usr/bin/tmux', socket: 'agent-terminals', directory: '/d', env: {} };
  const spec = planTmuxAttach(facts, { place, life: 'l1', dimensions: { cols: 80, rows: 24 } });
  return {
    ...{ spec, isAttached: false, hasEnded: false, isFolderGone: false, isSilent: false },
    ...change,
  };
}
