import assert from 'node:assert/strict';
import { KeptOptions } from '../../../src/agents/options/keptOptions';
import { StoredStarts } from '../../../src/agents/storedStarts';
import { AGENT_SETTINGS } from '../../support/agents/agentSettings';
import { conversation, folderRef, taskIn } from '../../support/views/treeSources';

const ID = 'shell-chat-1';

describe('StoredStarts of an agent that has not begun', () => {
  const task = taskIn('app', 't1', [ID]);
  const create = () => {
    const kept = new KeptOptions({
      list: () => [task],
      find: () => task,
      putConversation: () => Promise.resolve(),
    });
    const starts = new StoredStarts({
      keptOptions: kept,
      taskResolver: {
        requireConversation: () => ({ task, conversation: conversation(ID) }),
        requireFolder: () => folderRef('app'),
      },
      agentResolver: { resolve: () => assert.fail('a shell has no provider') },
      settingsOf: () => AGENT_SETTINGS,
    });
    const contextOf = (hasNotBegun: boolean) => starts.contextOf(ID, { hasNotBegun }).context;
    return { kept, contextOf };
  };

  it('repeats the prompt of its last start', () => {
    const { kept, contextOf } = create();
    kept.keep(task.id, { ptyId: ID }, { prompt: 'go' });
    const { options, notices } = contextOf(true);
    assert.deepEqual([options.prompt, notices], ['go', []]);
    assert.equal(contextOf(false).options.prompt, undefined);
  });

  it('reports a prompt that is not known any more, and no missing one', () => {
    const { kept, contextOf } = create();
    const lost = `The prompt of the first start of Talk ${ID} is not known any more: send it again.`;
    assert.deepEqual(contextOf(true).notices, [lost]);
    assert.deepEqual(contextOf(false).notices, []);
    kept.keep(task.id, { ptyId: ID }, {});
    assert.deepEqual(contextOf(true).notices, []);
  });
});
