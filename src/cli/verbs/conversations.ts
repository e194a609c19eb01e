import type { ConversationInfo } from '../../client/generated/operations';
import { EXIT } from '../exitCode';
import { formatTable } from '../formatTable';
import { optionsOf, readOptions } from '../operationOptions';
import { oneLine, print, printNotices } from '../output';
import type { Verb } from '../verb';

export const CONVERSATIONS: Verb = {
  name: 'conversations',
  usage: '',
  summary: 'list the conversations that agents have stored, newest first',
  options: optionsOf('conversations', { task: { value: 'TASK' } }),
  argumentCount: [0, 0],
  async run(context, input) {
    const { conversations } = await context.terminals.conversations(
      readOptions('conversations', ['task'], input),
    );
    print(context, { conversations }, formatTable(conversations.map(toRow)));
    return EXIT.done;
  },
};

export const RESUME: Verb = {
  name: 'resume',
  usage: 'CONVERSATION',
  summary: 'start an agent that continues a conversation; prints its session’s id',
  notes: [
    'Takes the id of a conversation or of its session. A session that runs is left as it is.',
  ],
  options: optionsOf('resume', { task: { value: 'TASK' }, show: {} }),
  argumentCount: [1, 1],
  async run(context, input) {
    const [conversation = ''] = input.positionals;
    const options = readOptions('resume', ['task', 'show'], input);
    const session = await context.terminals.resume(conversation, options);
    printNotices(context, [session]);
    print(context, session, session.id);
    return EXIT.done;
  },
};

function toRow(conversation: ConversationInfo): readonly string[] {
  const { id, session, provider, task, running, modifiedAt, firstPrompt } = conversation;
  const state = running ? 'running' : (modifiedAt ?? '');
  return [
    session ?? id ?? '',
    provider,
    state,
    oneLine(task?.name ?? ''),
    oneLine(firstPrompt ?? ''),
  ];
}
