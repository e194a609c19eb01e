import type { ResumePreview } from '../../agents/conversations/resumePreviews';
import { settledWithin } from '../../base/clock';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { CommandDeps } from '../commandDeps';
import type { KnownSession } from './knownSessions';

/** How long a question waits for what it could tell of the conversation, in milliseconds. */
const LIMIT_MS = 500;

/** What starting a session again will do about its conversation, for questions to tell. */
export type Foretold =
  | ResumePreview['kind']
  /** Its agent cannot go back to any: it begins a new one. */
  | 'forgetful'
  /** A shell has none. */
  | 'none'
  /** Nobody knows, or not in time: nothing is to be said of it. */
  | 'unknown';

/** Looks anew: a conversation that runs is written to without anybody being told. */
export async function previewResume(
  deps: Pick<CommandDeps, 'clock' | 'faceOf' | 'outlooks' | 'workspace'>,
  { sessionId, task }: Pick<KnownSession, 'sessionId' | 'task'>,
): Promise<Foretold> {
  const { clock, faceOf, outlooks, workspace } = deps;
  const providerId = parsePtyId(sessionId)?.providerId ?? '';
  if (providerId === SHELL_PROVIDER_ID) {
    return 'none';
  }
  if (!faceOf(providerId, task?.folder).resumes) {
    return 'forgetful';
  }
  const folder = workspace().folders.find(({ uri }) => uri === task?.folder);
  if (!task || !folder) {
    return 'unknown';
  }
  let foretold: Foretold = 'unknown';
  const ssh = task.conversations.find(({ ptyId }) => ptyId === sessionId)?.ssh;
  const look = outlooks.find(folder, task.cwd, sessionId, ssh).then((outlook) => {
    foretold = outlook?.kind ?? 'unknown';
  });
  await settledWithin(clock, LIMIT_MS, look);
  return foretold;
}
