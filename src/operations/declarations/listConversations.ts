import * as z from 'zod';
import { defineOperation } from '../operation';
import { CONVERSATION_VIEW, formatConversation } from '../views/conversationView';
import { FOREIGN_TEXT } from '../views/foreignText';

const NO_CONVERSATION = 'There is no conversation.';

export const LIST_CONVERSATIONS = defineOperation({
  name: 'conversations',
  summary: 'Lists the conversations that agents have stored for the folders of the token.',
  input: z.strictObject({
    task: z.string().optional().describe('The name or id of a task: only its conversations.'),
  }),
  output: z.object({ conversations: z.array(CONVERSATION_VIEW) }),
  subject: undefined,
  right: 'resume',
  http: { method: 'get', path: '/api/conversations', status: 200, answer: 'Newest first.' },
  tool: {
    name: 'list_conversations',
    title: 'List conversations',
    description:
      'Lists the conversations that coding agents have stored for the folders of this window, newest first.',
    effect: 'reads',
    text: ({ conversations }) =>
      conversations.length > 0
        ? [FOREIGN_TEXT.quoted, ...conversations.map(formatConversation)].join('\n')
        : NO_CONVERSATION,
  },
  run: async ({ conversations }, { access, input: { task } }) => ({
    conversations: [...(await conversations.list(access, task))],
  }),
});
