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

/** The sentence about the conversation in the question before a kill; may be empty. */
export function describeKill(
  preview: ResumePreviewKind,
  { isListed }: { isListed: boolean },
): string {
  return AFTER_KILL[preview](isListed ? 'from its row' : 'by the command Resume Conversation');
}

/** The sentence about the conversation in the question before a restart; may be empty. */
export function describeStart(preview: ResumePreviewKind, { fresh }: { fresh: boolean }): string {
  return fresh && preview !== 'none' ? STARTS_NEW : BY_START[preview];
}

/** Whether resuming the conversation and starting a new one differ. */
export function hasChoice(preview: ResumePreviewKind): boolean {
  return CHOICES[preview];
}

const AFTER_KILL = {
  resume: (how) => `Its conversation can be resumed ${how}.`,
  unverified: (how) => `Its conversation can perhaps be resumed ${how}.`,
  latest: (how) => `The latest conversation of its directory can be resumed ${how}.`,
  fork: (how) =>
    `It has no messages since it was forked: it can start with the same history again ${how}.`,
  new: () => 'No conversation is certainly its own: restarting the session starts a new one.',
  notResumable: () =>
    'The agent cannot resume its conversation: restarting the session starts a new one.',
  none: () => '',
  unknown: () => '',
} as const satisfies Record<ResumePreviewKind, (how: string) => string>;

const STARTS_NEW = 'A new conversation starts. The agent keeps its own record of the old one.';

const BY_START = {
  resume: 'Its agent starts again and continues the conversation.',
  unverified:
    'Its agent starts again and continues the conversation, or starts a new one if it cannot.',
  latest:
    'Its agent starts again and continues the latest conversation of its directory, or starts a new one if there is none.',
  fork: 'Its agent starts again with the history that it was forked with: it has no messages since.',
  new: 'A new conversation starts: no earlier one is certainly its own.',
  notResumable: STARTS_NEW,
  none: '',
  unknown: '',
} as const satisfies Record<ResumePreviewKind, string>;

const CHOICES = {
  resume: true,
  unverified: true,
  latest: true,
  fork: true,
  new: false,
  notResumable: false,
  none: false,
  unknown: true,
} as const satisfies Record<ResumePreviewKind, boolean>;
