import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/event';
import { NeedsYouRows } from '../../../../src/views/attention/needsYouRows';
import { listWaiting } from '../../../../src/views/attention/waitingSessions';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';
import {
  likelyQuestion,
  needsInput,
  shownRequest,
  FakeStatus,
} from '../../../support/status/fakeStatus';
import { ManualClock } from '../../../support/manualClock';
import { folderRef, taskIn } from '../../../support/views/treeSources';

const ADA = 'ada-main-t1';

describe('NeedsYouRows', () => {
  function subject(folders = [folderRef('app')]) {
    const clock = new ManualClock();
    const sessions = new FakeSessions();
    sessions.put(sessionInfo({ id: ADA }));
    sessions.put(sessionInfo({ id: 'ada-chat-c1' }));
    const status = new FakeStatus();
    const task = taskIn('app', 't1', [ADA, 'ada-chat-c1']);
    const changes = new Emitter<void>();
    status.onDidChange(() => changes.fire());
    const rows = new NeedsYouRows({
      waiting: () => listWaiting({ sessions, status, tasks: { list: () => [task] } }),
      onDidChange: changes.event,
      folders: () => folders,
      clock,
    });
    let drawn = 0;
    rows.onDidChange(() => (drawn += 1));
    const present = () => rows.nodes.map((node) => rows.present(node));
    return { clock, status, changes, rows, present, drawn: () => drawn };
  }

  it('shows task, question, age and session, also in the accessibility label', () => {
    const { status, clock, present } = subject();
    clock.advance(120_000);
    status.put(ADA, shownRequest('Run it?'), { since: 0 });
    const [row] = present();
    assert.deepEqual(
      [row?.label, row?.description, row?.icon, row?.contextValue, row?.accessibilityLabel],
      [
        'Task t1',
        `Run it? · 2 min ago · Talk ${ADA}`,
        'bell-dot',
        'waiting.permission',
        `Task t1, Talk ${ADA}, permission, Run it?, 2 min ago`,
      ],
    );
    assert.match(row?.tooltip ?? '', /Waits for your permission, asked 2 min ago\.\nRun it\?\n/);
  });

  it('names the folder in a workspace with several, and the kind of the question', () => {
    const { status, present } = subject([folderRef('app'), folderRef('lib')]);
    status.put(ADA, needsInput(undefined, 'trust'));
    status.put('ada-chat-c1', needsInput('Which?', 'question'), { since: 1 });
    assert.deepEqual(
      present().map((row) => [row?.description, row?.contextValue]),
      [
        [`trust · just now · Talk ${ADA} · app`, 'waiting.trust.inTerminal'],
        ['Which? · just now · Talk ada-chat-c1 · app', 'waiting.question'],
      ],
    );
  });

  it('shows the whole request, or why it cannot be approved from the row', () => {
    const { status, present } = subject();
    const request = { kind: 'whole', text: 'Run this?\nrm -rf \u202e./a' } as const;
    status.put(ADA, { kind: 'needsInput', need: 'permission', question: 'Run this?', request });
    status.put('ada-chat-c1', needsInput('Trust?', 'trust'), { since: 1 });
    const [whole, partial] = present();
    assert.match(whole?.tooltip ?? '', /\nRun this\?\nrm -rf \\u202e\.\/a\nBecause/);
    assert.match(whole?.accessibilityLabel ?? '', /permission, Run this\?, Run this\? rm -rf/);
    assert.match(
      partial?.tooltip ?? '',
      /\nTrust\?\nApprove is not offered because its screen does not show the question: open it/,
    );
    assert.equal(partial?.contextValue, 'waiting.trust.inTerminal');
  });

  it('shows that a question is only likely, and offers to open its session and nothing else', () => {
    const { status, present } = subject();
    status.put(ADA, likelyQuestion('Sign in?'));
    const [row] = present();
    assert.match(
      row?.tooltip ?? '',
      /May wait for your answer, .*\nSign in\?\nNo rule for this agent recognises/,
    );
    assert.equal(row?.contextValue, 'waiting.question.inTerminal');
  });

  it('replaces a row if one character of the request changes', () => {
    const { status, rows } = subject();
    const ask = (text: string): void => {
      const request = { kind: 'whole', text } as const;
      status.put(ADA, { kind: 'needsInput', need: 'permission', question: 'Run?', request });
    };
    ask('rm -rf ./a');
    const [first] = rows.nodes;
    ask('rm -rf /a');
    assert.notEqual(rows.nodes[0]?.asked, first?.asked);
  });

  it('redraws only for changes, and each minute for the age of a question', () => {
    const { status, changes, clock, drawn } = subject();
    status.put(ADA, needsInput('Run it?'));
    changes.fire();
    assert.equal(drawn(), 1);
    clock.advance(60_000);
    assert.equal(drawn(), 2);
    status.put(ADA, { kind: 'working' });
    assert.deepEqual([drawn(), clock.pendingTimers], [3, 0]);
  });

  it('keeps the row of a question, and creates another one for another question', () => {
    const { status, changes, rows } = subject();
    status.put(ADA, needsInput('Run it?'));
    const [first] = rows.nodes;
    changes.fire();
    assert.equal(rows.nodes[0], first);
    status.put(ADA, needsInput('Run that?'), { since: 5 });
    assert.notEqual(rows.nodes[0]?.id, first?.id);
    assert.ok(first);
    assert.equal(rows.present(first), undefined);
  });

  it('leaves no timer after dispose', () => {
    const { status, rows, clock } = subject();
    status.put(ADA, needsInput('Run it?'));
    rows.dispose();
    assert.equal(clock.pendingTimers, 0);
  });
});
