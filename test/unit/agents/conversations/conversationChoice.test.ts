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
    ['takes the main conversation of a new task', {}, 'one-main-task_1'],
    ['makes a chat where one is asked for', { requested: 'chat' }, 'one-chat-conv_9'],
    [
      'goes back to a main conversation of its own that has ended',
      { known: ['one-main-task_1'] },
      'one-main-task_1',
    ],
    [
      'makes a chat beside a main conversation that runs',
      { known: ['one-main-task_1'], isLive: (id) => id === 'one-main-task_1' },
      'one-chat-conv_9',
    ],
    [
      "makes a chat beside another provider's main conversation",
      { known: ['two-main-task_1'] },
      'one-chat-conv_9',
    ],
    [
      'takes the main conversation though chats are there',
      { known: ['shell-chat-conv_2'] },
      'one-main-task_1',
    ],
    [
      'makes a chat where a start of the main conversation is under way',
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
