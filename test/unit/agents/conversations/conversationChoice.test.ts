import assert from 'node:assert/strict';
import {
  choosePtyId,
  type ConversationChoiceRequest,
} from '../../../../src/agents/conversations/conversationChoice';

describe('choosePtyId', () => {
  const cases: readonly (readonly [
    name: string,
    request: Partial<ConversationChoiceRequest>,
    expected: string,
  ])[] = [
    ['chooses the main conversation of a new task', {}, 'one-main-task_1'],
    ['creates a chat if one is requested', { requested: 'chat' }, 'one-chat-conv_9'],
    [
      'chooses its own main conversation if it has ended',
      { known: ['one-main-task_1'] },
      'one-main-task_1',
    ],
    [
      'creates a chat beside a running main conversation',
      { known: ['one-main-task_1'], isLive: (id) => id === 'one-main-task_1' },
      'one-chat-conv_9',
    ],
    [
      "creates a chat beside another provider's main conversation",
      { known: ['two-main-task_1'] },
      'one-chat-conv_9',
    ],
    [
      'chooses the main conversation although chats exist',
      { known: ['shell-chat-conv_2'] },
      'one-main-task_1',
    ],
    [
      'creates a chat if the main conversation is being started',
      { isLive: () => true },
      'one-chat-conv_9',
    ],
  ];
  for (const [name, request, expected] of cases) {
    it(name, () => {
      const ptyId = choosePtyId({
        taskId: 'task_1',
        known: [],
        providerId: 'one',
        requested: 'auto',
        isLive: () => false,
        newChatSuffix: () => 'conv_9',
        ...request,
      });
      assert.equal(ptyId, expected);
    });
  }
});
