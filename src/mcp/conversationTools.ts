import { CONVERSATIONS } from '../api/http/responses';
import type { ConversationView } from '../api/sessions/conversationView';
import { STARTED_SESSION_VIEW } from '../api/sessions/sessionView';
import type { SessionOperations } from '../api/sessions/sessionOperations';
import { describeStarted, quote } from './describeSession';
import { FOREIGN_TEXT } from './foreignText';
import { defineTool, type Tool } from './tool';
import { LIST_CONVERSATIONS_INPUT, RESUME_CONVERSATION_INPUT } from './toolInputs';

const NO_CONVERSATION = 'There is no conversation.';

/** Creates the tools that list and resume earlier conversations, for models of the person. */
export function conversationTools(operations: SessionOperations): readonly Tool[] {
  return [
    defineTool(
      {
        name: 'list_conversations',
        operation: 'resume',
        title: 'List conversations',
        description:
          'Lists the conversations that coding agents have stored for the folders of this window, newest first.',
        input: LIST_CONVERSATIONS_INPUT,
        output: CONVERSATIONS,
        effect: 'reads',
      },
      async ({ access, input: { task } }) => {
        const conversations = [...(await operations.conversations(access, task))];
        const lines = conversations.map(describe);
        const text =
          lines.length > 0 ? [FOREIGN_TEXT.quoted, ...lines].join('\n') : NO_CONVERSATION;
        return { text, data: { conversations } };
      },
    ),
    defineTool(
      {
        name: 'resume_conversation',
        operation: 'resume',
        title: 'Resume a conversation',
        description:
          'Starts an agent that continues an earlier conversation; returns its session if that runs.',
        input: RESUME_CONVERSATION_INPUT,
        output: STARTED_SESSION_VIEW,
        effect: 'changes',
      },
      async ({ access, input: { conversation, ...options } }) => {
        const session = await operations.resume(access, conversation, options);
        return {
          text: `${FOREIGN_TEXT.quoted}\nResumed ${describeStarted(session)}`,
          data: session,
        };
      },
    ),
  ];
}

function describe({ id, session, provider, task, firstPrompt }: ConversationView): string {
  const inTask = task ? `, task ${quote(task.name)}` : '';
  const begin = firstPrompt === null ? 'no prompt yet' : quote(firstPrompt);
  return `${session ?? id} (${provider}${inTask}): ${begin}`;
}
