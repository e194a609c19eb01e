import assert from 'node:assert/strict';
import { copyScreen, explainStatus } from '../../../../src/commands/status/explainStatus';
import { openWaiting } from '../../../../src/commands/sessions/openSession';
import { formatScreenCase } from '../../../../src/status/screens/screenCase';
import type { CommandServices } from '../../../../src/commands/commandServices';
import { CommandWorld } from '../../../support/views/commandWorld';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { needsInput } from '../../../support/status/fakeStatus';
import { taskIn } from '../../../support/views/treeSources';

const ADA = 'ada-main-t1';
const CHAT = 'ada-chat-c1';

function world(overrides: Partial<CommandServices> = {}): CommandWorld {
  const made = new CommandWorld(overrides);
  made.tasks = [taskIn('app', 't1', [ADA, CHAT])];
  [ADA, CHAT].forEach((id) => made.sessions.put(sessionInfo({ id })));
  return made;
}

describe('explainStatus', () => {
  it('explains the session that is named, or that has the focus', async () => {
    const made = world();
    made.activeSessionId = CHAT;
    await explainStatus(made.deps, { session: ADA });
    await explainStatus(made.deps, {});
    assert.deepEqual(made.events, [
      `explain ${ADA} as Talk ${ADA} (Task t1)`,
      `explain ${CHAT} as Talk ${CHAT} (Task t1)`,
    ]);
  });
});

describe('copyScreen', () => {
  it('copies the screen of the session that the active status page explains', async () => {
    const { show } = new CommandWorld().deps.statusPages;
    const made = world({ statusPages: { activeSessionId: ADA, show } });
    made.activeSessionId = CHAT;
    const cursor = { row: 0, column: 3 };
    const screen = { rows: ['Run it?'], cursor, altScreen: false, title: 'Ada' };
    made.sessions.screens.set(ADA, screen);
    made.status.put(ADA, needsInput('Run it?'));
    await copyScreen(made.deps, {});
    assert.deepEqual(made.events, [
      `copy ${formatScreenCase({ provider: 'ada', expect: 'permission', note: 'reported by hook, rule rule', screen })}`,
      `info The screen of Talk ${ADA} (Task t1) was copied as a test case. If the status is wrong, correct what the test case expects.`,
    ]);
  });
});

describe('openWaiting', () => {
  it('opens the session that is selected in Needs You', async () => {
    const row = { kind: 'session', id: 'x', session: ADA, folder: undefined } as const;
    const made = world({ waitingSelection: () => Promise.resolve(row) });
    await openWaiting(made.deps);
    assert.deepEqual(made.events, [`show ${ADA} editor`]);
    await openWaiting(world().deps);
    assert.equal(made.events.length, 1);
  });
});
