import assert from 'node:assert/strict';
import { ConversationDetails } from '../../../../src/agents/conversations/conversationDetails';
import { Emitter } from '../../../../src/base/event';
import type { ResumePreview } from '../../../../src/agents/conversations/resumePreviews';
import type { SessionEvent } from '../../../../src/pty/sessionService';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ManualClock } from '../../../support/manualClock';
import { folderRef, resumable, taskIn } from '../../../support/views/treeSources';

const MAIN = 'ada-main-t1';

describe('ConversationDetails', () => {
  function subject() {
    const clock = new ManualClock();
    const tasks = new Emitter<void>();
    const map = new Emitter<void>();
    const sessions = new Emitter<SessionEvent>();
    const asked: string[] = [];
    const world = {
      tasks: [taskIn('app', 't1', [MAIN, 'shell-chat-s1']), taskIn('gone', 't2', ['ada-main-t2'])],
      known: new Map<string, ResumePreview>([[MAIN, resumable()]]),
    };
    const details = new ConversationDetails({
      resumePreviews: {
        findAll: (candidates) => {
          const ids = candidates.map(({ conversation }) => conversation.ptyId);
          asked.push(...ids);
          const known = [...world.known].filter(([ptyId]) => ids.includes(ptyId));
          return Promise.resolve(new Map(known));
        },
      },
      tasks: { list: () => world.tasks, onDidChange: tasks.event },
      map: { onDidChange: map.event },
      sessions: { onDidChange: sessions.event },
      folders: () => [folderRef('app')],
      clock,
    });
    let changes = 0;
    details.onDidChange(() => changes++);
    /** Lets all due reads complete. */
    const settle = async () => {
      clock.advance(250);
      await new Promise(setImmediate);
    };
    const events = { tasks, map, sessions };
    return { clock, details, events, world, asked, settle, changes: () => changes };
  }

  it('returns nothing before the first read, then the previews of agents in open folders', async () => {
    const { details, settle, asked, changes } = subject();
    assert.equal(details.get(MAIN), undefined);
    await settle();
    assert.deepEqual(details.get(MAIN), resumable());
    assert.deepEqual(asked, [MAIN]);
    assert.equal(changes(), 1);
  });

  it('reads once for several changes, and fires only if a preview has changed', async () => {
    const { details, events, settle, world, asked, changes } = subject();
    await settle();
    events.tasks.fire();
    events.map.fire();
    events.sessions.fire({ type: 'agentExit', session: sessionInfo() });
    await settle();
    assert.deepEqual([asked.length, changes()], [2, 1]);
    world.known.set(MAIN, { kind: 'new' });
    details.refresh();
    await settle();
    assert.deepEqual([details.get(MAIN), changes()], [{ kind: 'new' }, 2]);
  });

  it('reads nothing when a running session changes', async () => {
    const { events, settle, asked } = subject();
    await settle();
    events.sessions.fire({ type: 'changed', session: sessionInfo() });
    await settle();
    assert.equal(asked.length, 1);
  });

  it('looks up only the newest 200 conversations', async () => {
    const { settle, world, asked } = subject();
    const ids = Array.from({ length: 250 }, (_, number) => `ada-chat-c${number}`);
    world.tasks = [taskIn('app', 't1', ids)];
    await settle();
    assert.deepEqual([asked.length, asked.includes('ada-chat-c49')], [200, false]);
  });

  it('keeps no listener and no timer after dispose', () => {
    const { clock, details, events } = subject();
    details.dispose();
    assert.equal(clock.pendingTimers, 0);
    const listening = Object.values(events).map(({ hasListeners }) => hasListeners);
    assert.deepEqual(listening, [false, false, false]);
  });
});
