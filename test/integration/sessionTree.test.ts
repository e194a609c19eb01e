import assert from 'node:assert/strict';
import { WorktreeCreations } from '../../src/agents/worktrees/worktreeCreations';
import { Emitter } from '../../src/base/event';
import { SessionTree } from '../../src/views/tree/sessionTree';
import { FakeSessions, sessionInfo } from '../support/pty/fakeSessions';
import { ManualClock } from '../support/manualClock';
import { folderRef, NO_FACTS, taskIn } from '../support/views/treeSources';

describe('SessionTree', () => {
  it('gives rows a command without arguments, which VS Code would drop when it redraws a row [smoke]', () => {
    const sessions = new FakeSessions();
    sessions.put(sessionInfo({ id: 'ada-main-t1' }));
    const quiet = new Emitter<void>().event;
    const tree = new SessionTree({
      folders: () => [folderRef('app')],
      tasks: { list: () => [taskIn('app', 't1', ['ada-main-t1'])], onDidChange: quiet },
      sessions,
      facts: NO_FACTS,
      creations: new WorktreeCreations(),
      displayOf: () => ({ name: 'Ada', icon: 'robot', resumes: true, changesModel: false }),
      changes: [],
      clock: new ManualClock(),
    });
    const row = tree.findSession('ada-main-t1');
    assert.ok(row);
    assert.deepEqual(tree.getTreeItem(row).command, {
      command: 'agentTerminals.openSelected',
      title: 'Open',
    });
    tree.dispose();
  });
});
