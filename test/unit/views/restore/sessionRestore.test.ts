import assert from 'node:assert/strict';
import type { PreparedStart } from '../../../../src/agents/preparedStart';
import type { ResumePreview } from '../../../../src/agents/conversations/resumePreviews';
import { OwnedElsewhereError } from '../../../../src/ownership/sessionHandover';
import { SessionError } from '../../../../src/base/errors';
import { Emitter } from '../../../../src/base/event';
import type { Task } from '../../../../src/tasks/task';
import { SessionRestore } from '../../../../src/views/restore/sessionRestore';
import type { TerminalSubject } from '../../../../src/views/terminals/terminalSubject';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ManualClock } from '../../../support/manualClock';
import { folderRef, resumable, taskIn } from '../../../support/views/treeSources';

describe('SessionRestore', () => {
  /** A folder whose last window left these sessions open. */
  function subject(ids: readonly string[]) {
    const clock = new ManualClock();
    const leases = new Emitter<void>();
    const trust = new Emitter<void>();
    const left = taskIn('app', 't1', ids);
    const task: Task = {
      ...left,
      conversations: left.conversations.map((one) => ({ ...one, isOpen: true })),
    };
    const world = {
      tasks: [task],
      held: new Set<string>(),
      /** The sessions that a person takes over at the moment. */
      takenOver: new Set<string>(),
      /** Whether the window that owns them is abandoned. */
      isAbandoned: false,
      isTrusted: true,
      place: 'panel' as 'editor' | 'panel',
      /** The session that the person has activated meanwhile. */
      active: undefined as string | undefined,
      failing: new Map<string, unknown>(),
      resumePreviews: new Map<string, ResumePreview>(),
      /** The sessions that run here. */
      here: new Set<string>(),
      /** The sessions in a session host that another window owns. */
      beyond: new Set<string>(),
      /** Whether the sessions of all session hosts are listed. */
      hasListedAll: true,
    };
    const prepared: string[] = [];
    const opened: TerminalSubject[] = [];
    const notices: string[] = [];
    /** The columns of the launched sessions. */
    const starts = new Map<string, number | undefined>();
    let putBack = 0;
    const start = (sessionId: string): PreparedStart => ({
      task,
      sessionId,
      label: 'Ada',
      providerId: 'ada',
      afterExit: 'shell',
      notices: [],
      launch: (size) => {
        if (!starts.has(sessionId)) {
          starts.set(sessionId, size?.cols);
        }
        return Promise.resolve(sessionInfo({ id: sessionId }));
      },
      enter() {},
      discard() {},
    });
    const restore = new SessionRestore({
      launcher: {
        isTakenOver: (id) => world.takenOver.has(id),
        prepareRestart: (id, { takeOver } = {}) => {
          assert.equal(takeOver, 'ifAbandoned');
          if (world.held.has(id) && !world.isAbandoned) {
            return Promise.reject(new OwnedElsewhereError(id));
          }
          prepared.push(id);
          const failure = world.failing.get(id);
          return failure instanceof Error ? Promise.reject(failure) : Promise.resolve(start(id));
        },
      },
      reconnector: {
        isRunningElsewhere: (id) => world.beyond.has(id),
        get hasListedAll() {
          return world.hasListedAll;
        },
      },
      resumePreviews: { findAll: () => Promise.resolve(world.resumePreviews) },
      sessions: { has: (id) => world.here.has(id) },
      map: { reload: () => Promise.resolve() },
      tasks: { list: () => world.tasks, reload: () => Promise.resolve() },
      leases: { isOwnedElsewhere: (id) => world.held.has(id), onDidChange: leases.event },
      terminals: {
        get activeSessionId() {
          return world.active ?? opened.at(-1)?.sessionId;
        },
        open: (terminal, { location, focus }) => {
          assert.deepEqual([location, focus], [world.place, 'leave']);
          opened.push(terminal);
        },
      },
      clock,
      onDidGrantTrust: trust.event,
      facts: () => ({
        folders: [folderRef('app')],
        isTrusted: world.isTrusted,
        modeOf: () => 'resume',
        tabOrderOf: () => 'after',
        canResume: () => true,
        isSettled: () => true,
        needsApproval: () => false,
      }),
      locationOf: () => world.place,
      keepInFront: () => () => Promise.resolve(putBack++),
      showNotice: (notice) => notices.push(notice),
    });
    /** Launches the sessions of opened terminals, as VS Code does. */
    const launchAll = async () => {
      for (const { launch } of opened) {
        await launch?.({ cols: 90, rows: 30 });
      }
      await turn();
    };
    const openedIds = () => opened.map(({ sessionId }) => sessionId);
    return {
      ...{ clock, leases, trust, world, prepared, opened, openedIds, notices, restore, launchAll },
      putBack: () => putBack,
      launched: () => [...starts].map(([id, cols]) => `${id} ${cols ?? 'none'}`),
    };
  }

  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('starts no second agent for a session that runs in a session host', async () => {
    const { restore, world, openedIds, launchAll } = subject(['a-main-1', 'b-chat-2']);
    world.beyond.add('a-main-1');
    const done = restore.start();
    await turn();
    await launchAll();
    await done;
    assert.deepEqual(openedIds(), ['b-chat-2']);
    restore.dispose();
  });

  it('starts nothing before the sessions of all session hosts are listed', async () => {
    const { restore, world, openedIds, launchAll, trust } = subject(['a-main-1']);
    world.hasListedAll = false;
    void restore.start();
    await turn();
    assert.deepEqual(openedIds(), []);
    world.hasListedAll = true;
    trust.fire();
    await turn();
    await launchAll();
    assert.deepEqual(openedIds(), ['a-main-1']);
    restore.dispose();
  });

  it('resumes one after the other, each at the size of its terminal', async () => {
    const { restore, world, openedIds, launchAll, launched, putBack } = subject([
      'a-main-1',
      'b-chat-2',
    ]);
    const done = restore.start();
    await turn();
    assert.deepEqual(openedIds(), ['a-main-1']);
    assert.equal(putBack(), 0);
    await launchAll();
    assert.deepEqual(openedIds(), ['a-main-1', 'b-chat-2']);
    assert.equal(putBack(), 1);
    world.active = 'a-main-1';
    await launchAll();
    await done;
    assert.deepEqual(launched(), ['a-main-1 90', 'b-chat-2 90']);
    assert.equal(putBack(), 1);
    restore.dispose();
  });

  it('starts a session whose terminal is hidden and does not open', async () => {
    const { restore, clock, openedIds, launched } = subject(['a-main-1', 'b-chat-2']);
    const done = restore.start();
    for (const count of [1, 2]) {
      await turn();
      assert.equal(openedIds().length, count);
      clock.advance(1_000);
    }
    await done;
    assert.deepEqual(launched(), ['a-main-1 none', 'b-chat-2 none']);
    restore.dispose();
  });

  it('waits for a tab that opens slowly, since the next one would stand before it', async () => {
    const { restore, world, clock, openedIds, launchAll } = subject(['a-main-1', 'b-chat-2']);
    world.place = 'editor';
    const done = restore.start();
    await turn();
    clock.advance(4_000);
    await turn();
    assert.deepEqual(openedIds(), ['a-main-1']);
    await launchAll();
    await launchAll();
    await done;
    assert.deepEqual(openedIds(), ['a-main-1', 'b-chat-2']);
    restore.dispose();
  });

  it('shows one notice for all failures, without a session that another window has started', async () => {
    const { restore, world, notices } = subject(['a-main-1', 'b-chat-2', 'c-chat-3']);
    world.failing.set('a-main-1', new SessionError('CLI_NOT_FOUND', 'No a: install it.'));
    world.failing.set('b-chat-2', new SessionError('CLI_NOT_FOUND', 'No b: install it.'));
    world.failing.set('c-chat-3', new SessionError('ILLEGAL_STATE', 'c runs in another window.'));
    await restore.start();
    assert.deepEqual(notices, [
      'An earlier session could not be resumed: No a: install it. 1 more could not be resumed either.',
    ]);
    restore.dispose();
  });

  it('waits until the workspace is trusted', async () => {
    const { restore, world, trust, openedIds, launchAll } = subject(['a-main-1']);
    world.isTrusted = false;
    await restore.start();
    assert.deepEqual(openedIds(), []);
    world.isTrusted = true;
    trust.fire();
    await turn();
    await launchAll();
    assert.deepEqual(openedIds(), ['a-main-1']);
    restore.dispose();
  });

  it('resumes sessions without an owner first, then those of an abandoned window', async () => {
    const { restore, world, prepared, launchAll, notices } = subject(['a-main-1', 'b-chat-2']);
    world.held.add('a-main-1');
    world.isAbandoned = true;
    const done = restore.start();
    await turn();
    await launchAll();
    await launchAll();
    await done;
    assert.deepEqual([prepared, notices], [['b-chat-2', 'a-main-1'], []]);
    restore.dispose();
  });

  it('does not resume a session that a person takes over meanwhile', async () => {
    const { restore, world, leases, prepared } = subject(['a-main-1']);
    world.held.add('a-main-1');
    await restore.start();
    world.takenOver.add('a-main-1');
    world.held.delete('a-main-1');
    leases.fire();
    await turn();
    assert.deepEqual(prepared, []);
    restore.dispose();
  });

  const RESUMED: readonly (readonly [string, ResumePreview | undefined, boolean])[] = [
    ['continues its conversation', resumable(), true],
    ['continues by an id alone', { kind: 'unverified' }, true],
    ['continues the latest conversation', { kind: 'latest' }, true],
    ['starts with the history of another one', { kind: 'fork' }, true],
    ['would start a new conversation', { kind: 'new' }, false],
    ['has no preview', undefined, true],
  ];
  for (const [name, preview, isResumed] of RESUMED) {
    it(`${isResumed ? 'resumes' : 'does not resume'} a session that ${name}`, async () => {
      const { restore, world, prepared, launchAll } = subject(['a-main-1', 'b-chat-2']);
      if (preview) {
        world.resumePreviews.set('a-main-1', preview);
      }
      const done = restore.start();
      await turn();
      await launchAll();
      await launchAll();
      await done;
      assert.deepEqual(prepared, isResumed ? ['a-main-1', 'b-chat-2'] : ['b-chat-2']);
      restore.dispose();
    });
  }

  it('resumes a session when its preview changes from a new conversation to its own', async () => {
    const { restore, world, leases, prepared, launchAll } = subject(['a-main-1']);
    world.resumePreviews.set('a-main-1', { kind: 'new' });
    await restore.start();
    world.resumePreviews.set('a-main-1', resumable());
    leases.fire();
    await turn();
    await launchAll();
    assert.deepEqual(prepared, ['a-main-1']);
    restore.dispose();
  });

  it('does not resume a session that a person has opened here meanwhile', async () => {
    const { restore, world, prepared, launchAll } = subject(['a-main-1', 'b-chat-2']);
    const done = restore.start();
    await turn();
    world.here.add('b-chat-2');
    await launchAll();
    await done;
    assert.deepEqual(prepared, ['a-main-1']);
    restore.dispose();
  });

  it('waits for the last window to release sessions, up to a limit, and resumes none twice', async () => {
    const { restore, world, leases, clock, prepared, launchAll, notices } = subject([
      'a-main-1',
      'b-chat-2',
    ]);
    world.held.add('a-main-1').add('b-chat-2');
    await restore.start();
    world.held.delete('a-main-1');
    leases.fire();
    leases.fire();
    await turn();
    await launchAll();
    assert.deepEqual([prepared, notices], [['a-main-1'], []]);
    clock.advance(20_000);
    world.held.delete('b-chat-2');
    leases.fire();
    await turn();
    assert.deepEqual(prepared, ['a-main-1']);
    restore.dispose();
    assert.equal(leases.hasListeners, false);
    assert.equal(clock.pendingTimers, 0);
  });
});
