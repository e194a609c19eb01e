import assert from 'node:assert/strict';
import { buildTree } from '../../../../src/views/tree/treeModel';
import { presentNode } from '../../../../src/views/tree/treePresentation';
import { activity, shownRequest } from '../../../support/status/fakeStatus';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { folderRef, NO_FACTS, taskIn } from '../../../support/views/treeSources';

describe('the tooltip of a session', () => {
  it('shows all rows of the request', () => {
    const asking = activity(shownRequest('Run this?\nrm -rf \u202e./a'));
    const [root] = buildTree({
      folders: [folderRef('app')],
      tasks: [taskIn('app', 't1')],
      sessions: [sessionInfo()],
      facts: { ...NO_FACTS, activityOf: () => asking },
    });
    assert.ok(root);
    const { tooltip } = presentNode(root, () => ({
      name: 'Ada',
      icon: 'robot',
      resumes: true,
      changesModel: false,
    }));
    assert.match(tooltip, /\nRun this\?\nrm -rf \\u202e\.\/a\n/);
  });
});
