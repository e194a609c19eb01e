import { lastCodeBlock } from '../../base/text/lastCodeBlock';
import type { Task } from '../../tasks/task';
import type { CommandServices } from '../commandServices';
import { chooseAgent, hasAgent } from '../tasks/chooseAgent';
import { countOf } from '../../worktrees/formatNames';

/** The message of a commit. */
export interface CommitMessage {
  /** Undefined: git's own, of a merge. */
  readonly text: string | undefined;
  /** Whether git opens it in the person's editor, in the terminal. */
  readonly isEdited: boolean;
}

type Source = 'agent' | 'editor' | 'lastWords' | 'merge' | 'person';

const ASKED =
  'Write a message for the commit of your changes in this working tree: a first line of at most 72 characters and, if it helps, a blank line and a few more lines. Do not commit. Answer with the message only.';

/** Asks who writes the message, and for its first line; `undefined` if the person cancels. */
export async function chooseCommitMessage(
  deps: CommandServices,
  task: Task,
  isMerge: boolean,
): Promise<CommitMessage | undefined> {
  const words = await readLastWords(deps, task);
  const source = await deps.choices.choose<Source>('Who writes the message of the commit?', [
    ...(isMerge
      ? [{ label: 'Git', description: 'the usual message of a merge', value: 'merge' as const }]
      : []),
    { label: 'I write it', value: 'person' as const },
    ...(words === undefined
      ? []
      : [
          {
            label: "The agent's last words",
            description: splitMessage(words).subject,
            value: 'lastWords' as const,
          },
        ]),
    ...(hasAgent(deps, task)
      ? [{ label: 'Ask the agent for one', description: 'as a prompt', value: 'agent' as const }]
      : []),
    {
      label: "I write it in git's editor",
      description: 'in the terminal',
      value: 'editor' as const,
    },
  ]);
  switch (source) {
    case undefined:
      return undefined;
    case 'merge':
      return { text: undefined, isEdited: false };
    case 'editor':
      return { text: isMerge ? undefined : (words ?? ''), isEdited: true };
    case 'person':
      return askSubject(deps, '');
    case 'lastWords':
      return askSubject(deps, words ?? '');
    case 'agent': {
      const answer = await askAgent(deps, task);
      return answer === undefined ? undefined : askSubject(deps, answer);
    }
  }
}

/** The person edits the first line; the others stay as they are. */
async function askSubject(deps: CommandServices, text: string): Promise<CommitMessage | undefined> {
  const { body, subject } = splitMessage(text);
  const more = body === '' ? '' : `, before ${countOf(body.split('\n').length, 'more line')}`;
  const first = await deps.pickers.askText(`First line of the message${more}`, subject);
  return first === undefined
    ? undefined
    : { text: body === '' ? first : `${first}\n\n${body}`, isEdited: false };
}

/** Takes the marks of Markdown from the first line. */
export function splitMessage(text: string): { readonly subject: string; readonly body: string } {
  const [subject = '', ...rest] = text.trim().split('\n');
  return { subject: subject.replace(/^#+ +|\*\*|`/g, '').trim(), body: rest.join('\n').trim() };
}

/** Of the task's newest conversation that has an answer. */
export async function readLastWords(
  { driver }: CommandServices,
  { conversations, cwd }: Task,
): Promise<string | undefined> {
  for (const { label, ptyId, ssh } of conversations.toReversed()) {
    const session = { id: ptyId, kind: ssh ? 'ssh' : 'local', label, workDir: cwd } as const;
    // A shell has none, and neither has an agent that has not answered yet.
    const answer = await driver.lastAnswer(session).catch(() => undefined);
    if (answer && answer.text.trim() !== '') {
      return answer.text;
    }
  }
  return undefined;
}

async function askAgent(deps: CommandServices, task: Task): Promise<string | undefined> {
  const known = await chooseAgent(deps, task, { hint: ': start or resume one, or write it.' });
  if (!known) {
    return undefined;
  }
  const answer = await deps.progress(`Asking ${known.label} for a message`, ({ signal }) =>
    deps.driver.ask(known.sessionId, ASKED, { signal }),
  );
  return answer && (lastCodeBlock(answer.response) ?? answer.response);
}
