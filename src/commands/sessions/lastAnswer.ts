import { SessionError } from '../../base/errors';
import { lastCodeBlock } from '../../base/text/lastCodeBlock';
import type { SessionArguments } from '../commandArguments';
import type { LastAnswer } from '../../driver/lastAnswers';
import { findConversation } from '../../tasks/taskOfSession';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import type { CommandServices } from '../commandServices';
import { chooseSession } from './chooseSession';
import type { KnownSession } from './knownSessions';

/** Copies the last message of text of an agent, as the agent wrote it. */
export async function copyLastAnswer(deps: CommandServices, args: SessionArguments): Promise<void> {
  const found = await readAnswer(deps, args);
  if (found) {
    const { text, source } = found.answer;
    await copy(deps, text);
    const how = source === 'screen' ? ' as its screen shows it, without its Markdown' : '';
    deps.messages.showInfo(withNotice(`The last answer of ${found.name} was copied${how}.`, found));
  }
}

/** Copies the last code block of that message, without its fences. */
export async function copyLastCodeBlock(
  deps: CommandServices,
  args: SessionArguments,
): Promise<void> {
  const found = await readAnswer(deps, args);
  if (found) {
    const code = lastCodeBlock(found.answer.text);
    if (code === undefined) {
      const why =
        found.answer.source === 'screen' ? 'can be read from its screen only' : 'has none';
      throw new SessionError(
        'ILLEGAL_STATE',
        `No code block was copied: the last answer of ${found.name} ${why}. Copy Last Answer copies all of it.`,
      );
    }
    await copy(deps, code);
    deps.messages.showInfo(withNotice(`The last code block of ${found.name} was copied.`, found));
  }
}

/** Opens that message as an untitled document. */
export async function openAnswer(deps: CommandServices, args: SessionArguments): Promise<void> {
  const found = await readAnswer(deps, args);
  if (found) {
    const { text, notice } = found.answer;
    await deps.windowActions.openMarkdown(text);
    if (notice !== undefined) {
      deps.messages.showInfo(notice);
    }
  }
}

interface FoundAnswer {
  readonly answer: LastAnswer;
  readonly name: string;
}

function withNotice(message: string, { answer: { notice } }: FoundAnswer): string {
  return notice === undefined ? message : `${message} ${notice}`;
}

/** Undefined if the person chooses no session. */
async function readAnswer(
  deps: CommandServices,
  { session }: SessionArguments,
): Promise<FoundAnswer | undefined> {
  const known = await chooseSession(deps, { session, among: 'all', preferActive: 'yes' });
  return (
    known && {
      answer: await deps.driver.lastAnswer(toAnswering(known)),
      name: formatTerminalLabel(known),
    }
  );
}

/** The session of a row, also of one whose session has ended or runs in another window. */
function toAnswering({ sessionId, label, session, task }: KnownSession) {
  const ssh = task && findConversation(task, sessionId)?.ssh;
  return {
    id: sessionId,
    kind: session?.kind ?? (ssh ? 'ssh' : 'local'),
    label,
    workDir: session?.workDir ?? task?.cwd ?? '',
  } as const;
}

async function copy({ windowActions }: CommandServices, text: string): Promise<void> {
  try {
    await windowActions.copyText(text);
  } catch (cause) {
    throw new SessionError(
      'ILLEGAL_STATE',
      'The clipboard cannot be written: use Agents: Open Answer as Markdown, and copy from there.',
      { cause },
    );
  }
}
