import type { ResumePreview } from '../../agents/conversations/resumePreviews';
import { settledWithin } from '../../base/clock';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import { findConversation } from '../../tasks/taskOfSession';
import type { CommandServices } from '../commandServices';
import type { KnownSession } from './knownSessions';

/** How long a question waits for the preview, in milliseconds. */
const LIMIT_MS = 500;

/** What the next start of a session does with its conversation, as questions describe it. */
export type ResumePreviewKind =
  | ResumePreview['kind']
  /** Starts a new one, because its agent cannot resume conversations. */
  | 'notResumable'
  /** A shell has no conversation. */
  | 'none'
  /** The preview is not available, or not in time. The question leaves it out. */
  | 'unknown';

/** Reads the transcript on each call, because an agent emits no event when it writes to it. */
export async function previewResume(
  deps: CommandServices,
  { sessionId, task }: Pick<KnownSession, 'sessionId' | 'task'>,
): Promise<ResumePreviewKind> {
  const { clock, displayOf, resumePreviews, workspace } = deps;
  const providerId = parsePtyId(sessionId)?.providerId ?? '';
  if (providerId === SHELL_PROVIDER_ID) {
    return 'none';
  }
  if (!displayOf(providerId, task?.folder).resumes) {
    return 'notResumable';
  }
  const folder = workspace().folders.find(({ uri }) => uri === task?.folder);
  if (!task || !folder) {
    return 'unknown';
  }
  let preview: ResumePreviewKind = 'unknown';
  const ssh = findConversation(task, sessionId)?.ssh;
  const reading = resumePreviews.find(folder, task.cwd, sessionId, ssh).then((found) => {
    preview = found?.kind ?? 'unknown';
  });
  await settledWithin(clock, LIMIT_MS, reading);
  return preview;
}
