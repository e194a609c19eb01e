import assert from 'node:assert/strict';
import type { Settings } from '../../../../src/config/settings';
import { DIALOG_WAIT_MS, Notifications } from '../../../../src/views/attention/notifications';
import { questionKey } from '../../../../src/views/attention/waitingSessions';
import { ManualClock } from '../../../support/manualClock';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';
import { needsInput, shownRequest, FakeStatus } from '../../../support/status/fakeStatus';
import { folderRef, taskIn } from '../../../support/views/treeSources';

const ADA = 'ada-main-t1';

describe('Notifications', () => {
  function subject() {
    const events: string[] = [];
    const clock = new ManualClock();
    const sessions = new FakeSessions();
    sessions.put(sessionInfo({ id: ADA }));
    const status = new FakeStatus();
    const presses: ((button: string | undefined) => void)[] = [];
    const world = { setting: 'whenUnfocused' as Settings['notifications'] };
    const note = (event: string) => Promise.resolve(void events.push(event));
    const notifications = new Notifications({
      sessions,
      status,
      tasks: { list: () => [taskIn('app', 't1', [ADA])] },
      view: { isWindowFocused: false, list: () => new Set<string>() },
      folders: () => [folderRef('app')],
      clock,
      setting: () => world.setting,
      show: (text, ...buttons) => {
        events.push([text, ...buttons].join(' | '));
        return new Promise((resolve) => presses.push(resolve));
      },
      open: (id) => note(`open ${id}`),
      approve: (id, asked) => note(`approve ${id} ${asked}`),
      showNoMore: () => note('never again'),
      showError: (error) => void note(`error ${String(error)}`),
    });
    const press = async (button: string | undefined): Promise<void> => {
      presses.shift()?.(button);
      await new Promise(setImmediate);
    };
    return { clock, events, sessions, status, notifications, press, world };
  }

  const TEXT = `app: Talk ${ADA} (Task t1) needs your permission: Run it?`;

  it('shows folder, session and question, and runs the actions of its buttons', async () => {
    const { events, status, press } = subject();
    status.put(ADA, shownRequest('Run it?'));
    await press('Open');
    status.put(ADA, { kind: 'done' }, { since: 20_000 });
    await press("Don't Show Again");
    assert.deepEqual(events, [
      `${TEXT} | Open | Approve | Don't Show Again`,
      `open ${ADA}`,
      `app: Talk ${ADA} (Task t1) is done. | Open | Don't Show Again`,
      'never again',
    ]);
  });

  it('approves the question that it shows, even if the agent asks another one meanwhile', async () => {
    const { events, status, press } = subject();
    status.put(ADA, shownRequest('Run it?'));
    const asked = questionKey(ADA, status.get(ADA));
    status.put(ADA, shownRequest('Delete all?'), { since: 20_000 });
    await press('Approve');
    assert.equal(events.at(-1), `approve ${ADA} ${asked}`);
  });

  it('shows each question while the message about another one is still open', () => {
    const { events, status } = subject();
    status.put(ADA, shownRequest('Run it?'));
    status.put(ADA, shownRequest('Edit it?'), { since: 20_000 });
    status.put(ADA, { kind: 'working' }, { since: 30_000 });
    status.put(ADA, shownRequest('Edit it?'), { since: 35_000 });
    assert.deepEqual(
      events.map((event) => /permission: (.*\?) /.exec(event)?.[1]),
      ['Run it?', 'Edit it?', 'Edit it?'],
    );
  });

  it('shows a question once that disappears repeatedly for a moment', () => {
    const { events, status } = subject();
    for (let since = 20_000; since < 40_000; since += 1000) {
      status.put(ADA, shownRequest('Run it?'), { since });
      status.put(ADA, { kind: 'working' }, { since: since + 500 });
    }
    assert.equal(events.length, 1);
  });

  it('waits for the dialog of a reported permission, so that it can offer an approval', () => {
    const { clock, events, status } = subject();
    status.put(ADA, needsInput('rm -rf'));
    clock.advance(DIALOG_WAIT_MS - 1);
    assert.deepEqual(events, []);
    status.put(ADA, shownRequest('Run it?'));
    assert.deepEqual(events, [`${TEXT} | Open | Approve | Don't Show Again`]);
    assert.equal(clock.pendingTimers, 0);
  });

  it('offers no approval, with the reason, if the dialog does not appear', () => {
    const { clock, events, status, notifications } = subject();
    status.put(ADA, needsInput('Run it?'));
    clock.advance(DIALOG_WAIT_MS - 1);
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
    const { events, status } = subject();
    status.put(ADA, needsInput('Which?', 'question'));
    assert.deepEqual(events, [
      `app: Talk ${ADA} (Task t1) asks you a question: Which? | Open | Don't Show Again`,
    ]);
  });

  it('shows no link in the question of an agent', () => {
    const { events, status } = subject();
    status.put(ADA, shownRequest('[Press me](command:workbench.action.quit)'));
    assert.doesNotMatch(events[0] ?? '', /\]\(/);
  });

  it('shows nothing if the setting is never, and after dispose', () => {
    const { events, status, notifications, world } = subject();
    world.setting = 'never';
    status.put(ADA, shownRequest('Run it?'));
    world.setting = 'always';
    notifications.dispose();
    status.put(ADA, shownRequest('Edit it?'), { since: 20_000 });
    assert.deepEqual(events, []);
  });

  it('shows nothing for a session that has ended', () => {
    const { events, sessions, status } = subject();
    sessions.put(sessionInfo({ id: ADA, state: 'terminated' }));
    status.put(ADA, shownRequest('Run it?'));
    assert.deepEqual(events, []);
  });

  it('shows a question of a new session with the id of a removed one', async () => {
    const { events, sessions, status, press } = subject();
    status.put(ADA, shownRequest('Run it?'));
    await press(undefined);
    await sessions.kill(ADA);
    sessions.put(sessionInfo({ id: ADA }));
    status.put(ADA, shownRequest('Run it?'));
    assert.equal(events.length, 2);
  });
});
