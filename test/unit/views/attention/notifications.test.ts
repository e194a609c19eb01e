import assert from 'node:assert/strict';
import { MINUTE_MS } from '../../../../src/base/clock';
import type { Settings } from '../../../../src/config/settings';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import type { ActivityState } from '../../../../src/status/activity';
import {
  WAIT_MS,
  MAX_PER_MINUTE,
  Notifications,
} from '../../../../src/views/attention/notifications';
import { questionKey } from '../../../../src/views/attention/waitingSessions';
import { ManualClock } from '../../../support/manualClock';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';
import { needsInput, shownRequest, FakeStatus } from '../../../support/status/fakeStatus';
import { folderRef, taskIn } from '../../../support/views/treeSources';

const ADA = 'ada-main-t1';

type Tail<All extends readonly unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never;

describe('Notifications', () => {
  function subject() {
    const events: string[] = [];
    const clock = new ManualClock();
    const sessions = new FakeSessions();
    const ids = [ADA, ...Array.from({ length: 49 }, (_, index) => `ada-chat-c${index}`)];
    ids.forEach((id) => sessions.put(sessionInfo({ id })));
    const status = new FakeStatus();
    const presses: ((button: string | undefined) => void)[] = [];
    const world = {
      setting: 'whenUnfocused' as Settings['notifications'],
      isWindowFocused: false,
      muted: new Set<string>(),
    };
    const task = () => {
      const { conversations, ...rest } = taskIn('app', 't1', ids);
      const isMuted = (id: string): boolean => world.muted.has(id);
      return {
        ...rest,
        conversations: conversations.map((one) => ({ ...one, isMuted: isMuted(one.ptyId) })),
      };
    };
    const note = (event: string) => Promise.resolve(void events.push(event));
    const notifications = new Notifications({
      sessions,
      status,
      tasks: { list: () => [task()] },
      view: {
        get isWindowFocused() {
          return world.isWindowFocused;
        },
        list: () => new Set<string>(),
      },
      folders: () => [folderRef('app')],
      clock,
      setting: () => world.setting,
      show: (text, ...buttons) => {
        events.push([text, ...buttons].join(' | '));
        return new Promise((resolve) => presses.push(resolve));
      },
      open: (id) => note(`open ${id}`),
      approve: (id, asked) => note(`approve ${id} ${asked}`),
      openOne: (all) => note(`open one of ${all.length}`),
      turnOff: (kinds) => note(`off ${kinds.join(' ')}`),
      showError: (error) => void note(`error ${String(error)}`),
    });
    const press = async (button: string | undefined): Promise<void> => {
      presses.shift()?.(button);
      await new Promise(setImmediate);
    };
    const put = (id: string, ...[state, overrides]: Tail<Parameters<FakeStatus['put']>>): void => {
      status.put(id, state, overrides);
      clock.advance(WAIT_MS);
    };
    return { clock, events, ids, sessions, status, notifications, press, put, world };
  }

  const TEXT = `app: Talk ${ADA} (Task t1) needs your permission: Run it?`;

  it('shows folder, session and question, and runs the actions of its buttons', async () => {
    const { events, put, press } = subject();
    put(ADA, shownRequest('Run it?'));
    await press('Open');
    put(ADA, { kind: 'done' }, { since: 20_000 });
    await press("Don't Show Again");
    assert.deepEqual(events, [
      `${TEXT} | Open | Approve | Don't Show Again`,
      `open ${ADA}`,
      `app: Talk ${ADA} (Task t1) is done. | Open | Don't Show Again`,
      'off done',
    ]);
  });

  const STOPS: readonly (readonly [ActivityState, Partial<SessionInfo>, string])[] = [
    [{ kind: 'failed', error: 'overloaded' }, {}, 'failed: overloaded'],
    [{ kind: 'failed' }, {}, 'failed.'],
    [{ kind: 'limited', resets: '3pm' }, {}, 'has reached its usage limit: it resets 3pm'],
    [{ kind: 'limited', resets: undefined }, {}, 'has reached its usage limit.'],
    [{ kind: 'failed' }, { agentExitCode: 3 }, 'ended with exit code 3.'],
    [{ kind: 'failed' }, { state: 'terminated', exitCode: 1 }, 'ended with exit code 1.'],
    [{ kind: 'failed' }, { state: 'terminated', exitSignal: 'SIGSEGV' }, 'was ended by SIGSEGV.'],
  ];
  for (const [state, ended, expected] of STOPS) {
    it(`reports an agent that cannot go on: ${expected}`, () => {
      const { events, put, sessions } = subject();
      sessions.put(sessionInfo({ id: ADA, ...ended }));
      const source = Object.keys(ended).length > 0 ? 'process' : 'screen';
      put(ADA, state, { source });
      assert.deepEqual(events, [
        `app: Talk ${ADA} (Task t1) ${expected} | Open | Don't Show Again`,
      ]);
    });
  }

  it('shows one message for many agents at once, with the count of each kind', async () => {
    const { clock, events, ids, press, status } = subject();
    ids.slice(0, 12).forEach((id) => status.put(id, shownRequest('Run it?')));
    status.put('ada-chat-c20', { kind: 'done' });
    status.put('ada-chat-c21', { kind: 'failed' }, { source: 'process' });
    clock.advance(WAIT_MS);
    const named = ids.slice(0, 5).map((id) => `Talk ${id} (Task t1)`);
    assert.deepEqual(events, [
      `12 agents need you, 1 ended with an error, 1 is done: ${named.join(', ')}, 9 more. | Open... | Don't Show Again`,
    ]);
    await press('Open...');
    assert.equal(events.at(-1), 'open one of 14');
    status.put(ADA, { kind: 'done' }, { since: 90_000 });
    status.put('ada-chat-c20', { kind: 'done' }, { since: 90_000 });
    clock.advance(WAIT_MS);
    await press("Don't Show Again");
    assert.deepEqual(events.slice(2), [
      `2 agents are done: Talk ${ADA} (Task t1), Talk ada-chat-c20 (Task t1). | Open... | Don't Show Again`,
      'off done',
    ]);
  });

  it('shows one message for agents that ask one shortly after the other', () => {
    const { clock, events, ids, status } = subject();
    ids.slice(0, 4).forEach((id) => (status.put(id, { kind: 'done' }), clock.advance(400)));
    clock.advance(WAIT_MS);
    assert.equal(events.length, 1);
    assert.match(events[0] ?? '', /^4 agents are done: /);
  });

  it('shows few messages while 50 agents ask and withdraw each second, and none of a withdrawn question', () => {
    const { clock, events, ids, status } = subject();
    for (let second = 0; second < 60; second += 1) {
      const since = second * 1000;
      ids.forEach((id) => status.put(id, shownRequest('Run it?'), { since }));
      clock.advance(500);
      ids.forEach((id) => status.put(id, { kind: 'working' }, { since: since + 500 }));
      clock.advance(500);
    }
    assert.deepEqual(events, []);
    for (let second = 60; second < 120; second += 2) {
      const since = second * 1000;
      ids.forEach((id) => status.put(id, shownRequest(`Run ${second}?`), { since }));
      clock.advance(WAIT_MS);
      ids.forEach((id) => status.put(id, { kind: 'working' }, { since: since + 1999 }));
    }
    assert.equal(events.length, MAX_PER_MINUTE);
    assert.match(events[0] ?? '', /^50 agents need you: /);
    clock.advance(MINUTE_MS);
    assert.equal(events.length, MAX_PER_MINUTE);
    assert.equal(clock.pendingTimers, 0);
  });

  it('shows what the limit held back in one message, as soon as it can', () => {
    const { clock, events, ids, put, status } = subject();
    ids.slice(0, MAX_PER_MINUTE).forEach((id) => put(id, { kind: 'done' }));
    ids.slice(10, 13).forEach((id) => status.put(id, { kind: 'done' }));
    clock.advance(MINUTE_MS - MAX_PER_MINUTE * WAIT_MS);
    assert.equal(events.length, MAX_PER_MINUTE);
    clock.advance(WAIT_MS);
    assert.match(events.at(-1) ?? '', /^3 agents are done: /);
  });

  it('shows nothing if the person comes back, mutes the session or ends it meanwhile', async () => {
    const { clock, events, sessions, status, world } = subject();
    status.put(ADA, shownRequest('Run it?'));
    world.isWindowFocused = true;
    clock.advance(WAIT_MS);
    world.isWindowFocused = false;
    status.put(ADA, shownRequest('Edit it?'), { since: 20_000 });
    world.muted.add(ADA);
    clock.advance(WAIT_MS);
    world.muted.clear();
    status.put(ADA, shownRequest('Read it?'), { since: 30_000 });
    sessions.put(sessionInfo({ id: ADA, isKilled: true }));
    clock.advance(WAIT_MS);
    status.put('ada-chat-c1', { kind: 'done' }, { since: 40_000 });
    await sessions.find('ada-chat-c1')?.kill();
    clock.advance(WAIT_MS);
    assert.deepEqual(events, []);
  });

  it('shows nothing of the end of an agent that never began', () => {
    const { clock, events, sessions, status } = subject();
    const pendingStart = { reason: 'has not begun', isStuck: true };
    sessions.put(sessionInfo({ id: ADA, state: 'terminated', pendingStart }));
    status.put(ADA, { kind: 'failed' }, { source: 'process' });
    clock.advance(WAIT_MS);
    assert.deepEqual(events, []);
  });

  it('approves the question that it shows, even if the agent asks another one meanwhile', async () => {
    const { events, put, status, press } = subject();
    put(ADA, shownRequest('Run it?'));
    const asked = questionKey(ADA, status.get(ADA));
    put(ADA, shownRequest('Delete all?'), { since: 20_000 });
    await press('Approve');
    assert.equal(events.at(-1), `approve ${ADA} ${asked}`);
  });

  it('shows each question while the message about another one is still open', () => {
    const { events, put } = subject();
    put(ADA, shownRequest('Run it?'));
    put(ADA, shownRequest('Edit it?'), { since: 20_000 });
    put(ADA, { kind: 'working' }, { since: 30_000 });
    put(ADA, shownRequest('Edit it?'), { since: 35_000 });
    assert.deepEqual(
      events.map((event) => /permission: (.*\?) /.exec(event)?.[1]),
      ['Run it?', 'Edit it?', 'Edit it?'],
    );
  });

  it('shows a question once that disappears repeatedly for a moment', () => {
    const { events, put, status } = subject();
    for (let since = 20_000; since < 40_000; since += 2000) {
      put(ADA, shownRequest('Run it?'), { since });
      status.put(ADA, { kind: 'working' }, { since: since + 1500 });
    }
    assert.equal(events.length, 1);
  });

  it('waits for the dialog of a reported permission, so that it can offer an approval', () => {
    const { clock, events, status } = subject();
    status.put(ADA, needsInput('rm -rf'));
    clock.advance(WAIT_MS - 1);
    assert.deepEqual(events, []);
    status.put(ADA, shownRequest('Run it?'));
    clock.advance(1);
    assert.deepEqual(events, [`${TEXT} | Open | Approve | Don't Show Again`]);
    assert.equal(clock.pendingTimers, 0);
  });

  it('offers no approval, with the reason, if the dialog does not appear', () => {
    const { clock, events, status, notifications } = subject();
    status.put(ADA, needsInput('Run it?'));
    clock.advance(WAIT_MS - 1);
    status.put(ADA, needsInput('Run it now?'));
    clock.advance(1);
    assert.deepEqual(events, [
      `app: Talk ${ADA} (Task t1) needs your permission: Run it now? Approve is not offered because its screen does not show the question: open it and answer there. | Open | Don't Show Again`,
    ]);
    status.put(ADA, { kind: 'working' }, { since: 20_000 });
    status.put(ADA, needsInput('Edit it?'), { since: 30_000 });
    status.put(ADA, { kind: 'working' }, { since: 30_500 });
    assert.equal(clock.pendingTimers, 0);
    status.put(ADA, needsInput('Edit it?'), { since: 40_000 });
    notifications.dispose();
    assert.deepEqual([clock.pendingTimers, events.length], [0, 1]);
  });

  it('offers no approval for a question that requests no permission', () => {
    const { events, put } = subject();
    put(ADA, needsInput('Which?', 'question'));
    assert.deepEqual(events, [
      `app: Talk ${ADA} (Task t1) asks you a question: Which? | Open | Don't Show Again`,
    ]);
  });

  it('shows no link in the question of an agent', () => {
    const { events, put } = subject();
    put(ADA, shownRequest('[Press me](command:workbench.action.quit)'));
    assert.doesNotMatch(events[0] ?? '', /\]\(/);
  });

  it('shows nothing if the setting is never, and after dispose', () => {
    const { clock, events, put, status, notifications, world } = subject();
    world.setting = 'never';
    put(ADA, shownRequest('Run it?'));
    world.setting = 'always';
    status.put(ADA, shownRequest('Edit it?'), { since: 20_000 });
    notifications.dispose();
    put(ADA, shownRequest('Read it?'), { since: 30_000 });
    assert.deepEqual([events, clock.pendingTimers], [[], 0]);
  });

  it('shows no question of a session that has ended', () => {
    const { events, sessions, put } = subject();
    sessions.put(sessionInfo({ id: ADA, state: 'terminated' }));
    put(ADA, shownRequest('Run it?'));
    assert.deepEqual(events, []);
  });

  it('shows a question of a new session with the id of a removed one', async () => {
    const { events, sessions, put, press } = subject();
    put(ADA, shownRequest('Run it?'));
    await press(undefined);
    await sessions.find(ADA)?.kill();
    sessions.put(sessionInfo({ id: ADA }));
    put(ADA, shownRequest('Run it?'));
    assert.equal(events.length, 2);
  });
});
